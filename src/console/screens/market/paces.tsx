import type { MarketPaceJson } from '../../api/generated/public.ts';
import { fetchPaces } from '../../api/market.ts';
import { useQuery } from '../../api/query.ts';
import { AsyncContent } from '../../parts/feedback.tsx';
import { useFormat } from '../../parts/format.ts';
import { useWords } from '../../state/language.ts';
import { useLabels } from '../../words/catalogue.ts';
import { marketWords } from '../../words/market.ts';
import { valuationWords } from '../../words/valuation.ts';

/** Time on market and asking-to-sold margin of a place, where enough homes left it. */
export function MarketPaces({ place }: { place: string }) {
  const words = useWords(marketWords);
  const paces = useQuery(`paces ${place}`, (signal) => fetchPaces(place, signal));
  return (
    <AsyncContent of={paces} lines={2}>
      {(found) =>
        found.length > 0 && (
          <section class="card">
            <h2>{words.pace}</h2>
            {found.map((pace) => (
              <PaceLines key={pace.id} pace={pace} />
            ))}
          </section>
        )
      }
    </AsyncContent>
  );
}

function PaceLines({ pace }: { pace: MarketPaceJson }) {
  const words = useWords(valuationWords);
  const labels = useLabels();
  const format = useFormat();
  return (
    <div>
      <h3>{labels.value(pace.propertyType)}</h3>
      {pace.medianDaysOnMarket !== null && <p>{words.pace(pace.medianDaysOnMarket, pace.homes)}</p>}
      {pace.soldAgainstAskedPercent !== null && (
        <p>{words.margin(format.percent(pace.soldAgainstAskedPercent), pace.sales)}</p>
      )}
    </div>
  );
}
