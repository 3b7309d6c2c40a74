import { DAY_MS } from '../../lib/durations.ts';
import { sendRequest } from '../api/client.ts';
import type { UsageReportJson } from '../api/generated/public.ts';
import { useQuery } from '../api/query.ts';
import { Chart } from '../parts/chart.tsx';
import type { Series } from '../parts/chart-series.ts';
import { AsyncContent, EmptyNotice } from '../parts/feedback.tsx';
import { useFormat } from '../parts/format.ts';
import { Table } from '../parts/list.tsx';
import { Screen } from '../parts/screen.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useWords } from '../state/language.ts';
import { replaceQuery, useCurrentRoute } from '../state/route.ts';
import { usageWords } from '../words/account.ts';

interface UsageCountsJson {
  readonly calls: number;
  readonly results: number;
  readonly credits?: number;
  readonly apiKeyName?: string;
  readonly route?: string;
  readonly channel?: string;
}

const SPLITS = { byKey: 'API_KEY', byRoute: 'ROUTE', byChannel: 'CHANNEL' } as const;
type Split = keyof typeof SPLITS;
const DAY_SPANS = [7, 30, 90] as const;

/** Each day of the period, so that a day without calls is a gap. */
function daysSince(startDate: string): string[] {
  const start = new Date(startDate).getTime();
  const count = Math.floor((Date.now() - start) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, at) => new Date(start + at * DAY_MS).toISOString().slice(0, 10));
}

const nameOf = ({ apiKeyName, route, channel }: UsageCountsJson): string =>
  apiKeyName ?? route ?? channel ?? '';
const rowsOf = (report: UsageReportJson, split: Split) =>
  split === 'byKey' ? report.byApiKey : split === 'byRoute' ? report.byRoute : report.byChannel;

export function UsageScreen() {
  const words = useWords(usageWords);
  const { query } = useCurrentRoute();
  const chosen = query.get('split');
  const split: Split = chosen === 'byRoute' || chosen === 'byChannel' ? chosen : 'byKey';
  const days = DAY_SPANS.find((span) => String(span) === query.get('days')) ?? 30;
  const startDate = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const report = useQuery(`${split} ${days}`, (signal) =>
    sendRequest<UsageReportJson>('/account/api-usage', {
      query: { startDate, groupBy: SPLITS[split] },
      signal,
    }),
  );
  return (
    <Screen title={words.title} lead={words.lead}>
      <div class="stack">
        <div class="row">
          <Tabs
            label={words.split}
            choices={(Object.keys(SPLITS) as Split[]).map((one) => [one, words[one]] as const)}
            chosen={split}
            onChoose={(one) => replaceQuery({ split: one })}
          />
          <Tabs
            label={words.span}
            choices={DAY_SPANS.map((span) => [String(span), words.days(span)] as const)}
            chosen={String(days)}
            onChoose={(one) => replaceQuery({ days: one })}
          />
        </div>
        <AsyncContent of={report}>
          {(known) => <UsageChart report={known} split={split} days={daysSince(startDate)} />}
        </AsyncContent>
      </div>
    </Screen>
  );
}

const MAX_SERIES = 5;

/** The busiest series, and the sum of the rest. */
function buildSeries(
  report: UsageReportJson,
  split: Split,
  days: readonly string[],
  others: string,
): Series[] {
  const names = rowsOf(report, split).slice(0, MAX_SERIES).map(nameOf);
  const callsOf = (day: string, fits: (name: string) => boolean) =>
    report.timeSeries.reduce((sum, one) => sum + (one.date === day && fits(nameOf(one)) ? one.calls : 0), 0);
  const series = names.map((name) => ({
    name,
    values: days.map((day) => callsOf(day, (one) => one === name)),
  }));
  const rest = days.map((day) => callsOf(day, (one) => one !== '' && !names.includes(one)));
  return rest.some((calls) => calls > 0) ? [...series, { name: others, values: rest }] : series;
}

interface UsageChartProps {
  report: UsageReportJson;
  split: Split;
  days: readonly string[];
}

function UsageChart({ report, split, days }: UsageChartProps) {
  const words = useWords(usageWords);
  const format = useFormat();
  const series = buildSeries(report, split, days, words.others);
  const { calls, results, credits } = report.totals;
  const figures = [
    [words.calls, calls],
    [words.results, results],
    ...(credits === undefined ? [] : [[words.credits, credits] as const]),
  ] as const;
  if (calls === 0) {
    return (
      <EmptyNotice title={words.none}>
        <p>{words.noneText}</p>
      </EmptyNotice>
    );
  }
  return (
    <div class="stack">
      <div class="grid">
        {figures.map(([label, value]) => (
          <div key={label} class="card figure">
            <b>{format.number(value)}</b>
            <span>{label}</span>
          </div>
        ))}
      </div>
      <section class="card">
        <h2>{words.perDay}</h2>
        <Chart title={words.perDay} kind="bars" labels={days.map((day) => format.day(day))} series={series} />
      </section>
      <Table
        label={words[split]}
        rows={rowsOf(report, split).map((row) => ({ id: nameOf(row), ...row }))}
        columns={[
          { title: words[split], as: 'name', cell: ({ id }) => id },
          { title: words.calls, as: 'number', cell: (row) => format.number(row.calls) },
          { title: words.results, as: 'number', cell: (row) => format.number(row.results) },
        ]}
      />
    </div>
  );
}
