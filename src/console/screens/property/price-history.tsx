import type { ConsolidatedProperty } from '../../../catalogue/document.ts';
import { Chart } from '../../parts/chart.tsx';
import { useFormat } from '../../parts/format.ts';
import { useWords } from '../../state/language.ts';
import { propertyWords } from '../../words/property.ts';

interface PriceSeriesPoint {
  readonly at: string;
  readonly price: number;
}

/** The displayed price over time, from the changes of the price. */
export function buildPriceSeries({
  changes,
  pricing,
  createdAt,
  updatedAt,
}: ConsolidatedProperty): PriceSeriesPoint[] {
  const priceChanges = changes
    .filter(({ attribute, numericNew }) => attribute === 'DISPLAYED_PRICE' && numericNew !== undefined)
    .toSorted((one, other) => one.occurredAt.localeCompare(other.occurredAt));
  const [first] = priceChanges;
  const start = first?.numericOld ?? pricing?.displayed;
  const points: PriceSeriesPoint[] = start === undefined ? [] : [{ at: createdAt, price: start }];
  for (const { occurredAt, numericNew } of priceChanges) {
    if (numericNew !== undefined) points.push({ at: occurredAt, price: numericNew });
  }
  if (pricing?.displayed !== undefined) points.push({ at: updatedAt, price: pricing.displayed });
  return points;
}

export function PriceHistoryChart({ property }: { property: ConsolidatedProperty }) {
  const words = useWords(propertyWords);
  const format = useFormat();
  const points = buildPriceSeries(property);
  const hasChanged = new Set(points.map(({ price }) => price)).size > 1;
  return (
    <section class="card">
      <h2>{words.history}</h2>
      {hasChanged ? (
        <Chart
          title={words.history}
          kind="steps"
          labels={points.map(({ at }) => format.day(at))}
          series={[{ name: words.price, values: points.map(({ price }) => price) }]}
          write={(value) => format.money(value, property.pricing?.currency)}
        />
      ) : (
        <p class="soft">{words.noHistory}</p>
      )}
    </section>
  );
}
