import { sendRequest } from '../api/client.ts';
import type { ValuationAccuracyJson } from '../api/generated/public.ts';
import { useQuery } from '../api/query.ts';
import { AsyncContent, EmptyNotice } from '../parts/feedback.tsx';
import { Select } from '../parts/fields.tsx';
import { useFormat } from '../parts/format.ts';
import { Table } from '../parts/list.tsx';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { replaceQuery, useCurrentRoute } from '../state/route.ts';
import { useLabels } from '../words/catalogue.ts';
import { accuracyWords } from '../words/valuation.ts';

const MARKETS = ['ASKING', 'SALE', 'RENT'] as const;
type Measures = ValuationAccuracyJson['classes'][number];

export function AccuracyScreen() {
  const words = useWords(accuracyWords);
  const asked = useCurrentRoute().query.get('market');
  const market = MARKETS.find((one) => one === asked) ?? 'ASKING';
  const accuracy = useQuery(`accuracy ${market}`, (signal) =>
    sendRequest<ValuationAccuracyJson>('/valuations/accuracy', { query: { market }, signal }),
  );
  return (
    <Screen
      title={words.title}
      lead={words.lead}
      actions={
        <Select
          label={words.market}
          value={market}
          onChoose={(chosen) => replaceQuery({ market: chosen })}
          options={MARKETS.map((one) => [one, words[one]] as const)}
        />
      }
    >
      <AsyncContent of={accuracy} lines={6}>
        {(found) => <AccuracyTables accuracy={found} />}
      </AsyncContent>
    </Screen>
  );
}

function AccuracyTables({ accuracy }: { accuracy: ValuationAccuracyJson }) {
  const words = useWords(accuracyWords);
  const { all, classes, types, places, failure } = accuracy;
  return (
    <div class="stack wide">
      {failure !== null && (
        <p class="notice warn">{all === null ? words.failedFirst(failure) : words.failed(failure)}</p>
      )}
      {all === null ? (
        <EmptyNotice title={words.none}>
          <p>{words.noneText}</p>
        </EmptyNotice>
      ) : (
        <>
          <MeasuresTable title={words.classes} rows={[{ ...all, name: words.all }, ...classes]} />
          <MeasuresTable title={words.types} rows={types} />
          <MeasuresTable title={words.places} rows={places} />
        </>
      )}
    </div>
  );
}

function MeasuresTable({
  title,
  rows,
}: {
  title: string;
  rows: readonly (Measures & { label?: string | null })[];
}) {
  const words = useWords(accuracyWords);
  const labels = useLabels();
  const format = useFormat();
  const share = (value: number) => `${format.number(value * 100, 1)} %`;
  if (rows.length === 0) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <Table
        label={title}
        rows={rows.map((row) => ({ ...row, id: row.name }))}
        columns={[
          { title: words.name, as: 'name', cell: ({ name, label }) => label ?? labels.value(name) },
          { title: words.median, as: 'number', cell: (row) => share(row.medianAbsoluteError) },
          { title: words.within10, as: 'number', cell: (row) => share(row.within10) },
          { title: words.within20, as: 'number', cell: (row) => share(row.within20) },
          { title: words.bias, as: 'number', cell: (row) => share(row.bias) },
          { title: words.deviation, as: 'number', cell: (row) => share(row.forecastStandardDeviation) },
          { title: words.coverage, as: 'number', cell: (row) => share(row.coverage80) },
          { title: words.count, as: 'number', cell: ({ n }) => format.number(n) },
        ]}
      />
    </section>
  );
}
