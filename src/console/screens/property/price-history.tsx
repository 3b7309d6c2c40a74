import type { PropertyResult } from '../../../catalogue/document.ts';
import type { StatedListingJson } from '../../api/generated/console.ts';
import { Chart } from '../../parts/chart.tsx';
import { useFormat } from '../../parts/format.ts';
import { useWords } from '../../state/language.ts';
import { propertyWords } from '../../words/property.ts';
import { buildPriceLines } from './price-lines.ts';

interface PriceHistoryProps {
  result: PropertyResult;
  listings: readonly StatedListingJson[];
}

/** What each advertiser asked over time, and the property's own story over it. */
export function PriceHistoryChart({ result: { property }, listings }: PriceHistoryProps) {
  const words = useWords(propertyWords);
  const format = useFormat();
  const { times, series } = buildPriceLines(property, listings, words.ownStory);
  const prices = series.flatMap(({ values }) => values.filter((value) => value !== undefined));
  return (
    <section class="card" aria-label={words.history}>
      <h2>{words.history}</h2>
      {new Set(prices).size > 1 ? (
        <Chart
          title={words.history}
          kind="steps"
          labels={times.map((at) => format.date(at))}
          times={times}
          series={series}
          write={(value) => format.money(value, property.pricing?.currency)}
        />
      ) : (
        <p class="soft">{words.noHistory}</p>
      )}
    </section>
  );
}
