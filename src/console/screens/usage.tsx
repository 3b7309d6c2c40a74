import { call } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { useWords } from '../app/language.ts';
import { refine, usePlace } from '../app/location.ts';
import { Chart, type Series } from '../parts/chart.tsx';
import { Awaited, Empty } from '../parts/feedback.tsx';
import { useFormat } from '../parts/format.ts';
import { Screen } from '../parts/screen.tsx';
import { usageWords } from '../words/account.ts';

interface Counted {
  readonly calls: number;
  readonly results: number;
  readonly credits?: number;
  readonly apiKeyName?: string;
  readonly route?: string;
  readonly channel?: string;
}

interface Report {
  readonly totals: Counted;
  readonly timeSeries: readonly (Counted & { readonly date: string })[];
  readonly byApiKey: readonly Counted[];
  readonly byRoute: readonly Counted[];
  readonly byChannel: readonly Counted[];
}

const SPLITS = { byKey: 'API_KEY', byRoute: 'ROUTE', byChannel: 'CHANNEL' } as const;
type Split = keyof typeof SPLITS;
const SPANS = [7, 30, 90] as const;

const nameOf = ({ apiKeyName, route, channel }: Counted): string => apiKeyName ?? route ?? channel ?? '';
const rowsOf = (report: Report, split: Split) =>
  split === 'byKey' ? report.byApiKey : split === 'byRoute' ? report.byRoute : report.byChannel;

export function Usage() {
  const words = useWords(usageWords);
  const { query } = usePlace();
  const asked = query.get('split');
  const split: Split = asked === 'byRoute' || asked === 'byChannel' ? asked : 'byKey';
  const days = SPANS.find((span) => String(span) === query.get('days')) ?? 30;
  const startDate = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const report = useLoaded(`${split} ${days}`, (signal) =>
    call<Report>('/account/api-usage', { query: { startDate, groupBy: SPLITS[split] }, signal }),
  );
  return (
    <Screen title={words.title} lead={words.lead}>
      <div class="stack">
        <div class="row">
          <Tabs
            label={words.split}
            choices={(Object.keys(SPLITS) as Split[]).map((one) => [one, words[one]])}
            chosen={split}
            onChoose={(one) => refine({ split: one })}
          />
          <Tabs
            label={words.span}
            choices={SPANS.map((span) => [String(span), words.days(span)])}
            chosen={String(days)}
            onChoose={(one) => refine({ days: one })}
          />
        </div>
        <Awaited of={report}>{(known) => <Shown report={known} split={split} />}</Awaited>
      </div>
    </Screen>
  );
}

interface TabsProps {
  label: string;
  choices: readonly (readonly [string, string])[];
  chosen: string;
  onChoose: (choice: string) => void;
}

const Tabs = ({ label, choices, chosen, onChoose }: TabsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a box.
  <div class="tabs" role="group" aria-label={label}>
    {choices.map(([value, text]) => (
      <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
        {text}
      </button>
    ))}
  </div>
);

const MOST_SERIES = 5;

/** The busiest apart, the rest together. */
function seriesOf(report: Report, split: Split, others: string): { days: string[]; series: Series[] } {
  const days = [...new Set(report.timeSeries.map(({ date }) => date))].sort();
  const names = rowsOf(report, split).slice(0, MOST_SERIES).map(nameOf);
  const callsOf = (day: string, fits: (name: string) => boolean) =>
    report.timeSeries.reduce((sum, one) => sum + (one.date === day && fits(nameOf(one)) ? one.calls : 0), 0);
  const series = names.map((name) => ({
    name,
    values: days.map((day) => callsOf(day, (one) => one === name)),
  }));
  const rest = days.map((day) => callsOf(day, (one) => one !== '' && !names.includes(one)));
  return {
    days,
    series: rest.some((calls) => calls > 0) ? [...series, { name: others, values: rest }] : series,
  };
}

function Shown({ report, split }: { report: Report; split: Split }) {
  const words = useWords(usageWords);
  const format = useFormat();
  const { days, series } = seriesOf(report, split, words.others);
  const { calls, results, credits } = report.totals;
  const figures = [
    [words.calls, calls],
    [words.results, results],
    ...(credits === undefined ? [] : [[words.credits, credits] as const]),
  ] as const;
  if (calls === 0) {
    return (
      <Empty title={words.none}>
        <p>{words.noneText}</p>
      </Empty>
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
      <div class="table">
        <table>
          <thead>
            <tr>
              <th scope="col">{words[split]}</th>
              <th scope="col" class="number">
                {words.calls}
              </th>
              <th scope="col" class="number">
                {words.results}
              </th>
            </tr>
          </thead>
          <tbody>
            {rowsOf(report, split).map((row) => (
              <tr key={nameOf(row)}>
                <th scope="row">{nameOf(row)}</th>
                <td class="number">{format.number(row.calls)}</td>
                <td class="number">{format.number(row.results)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
