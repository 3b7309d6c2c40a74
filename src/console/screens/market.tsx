import type { ListingAnalyticsJson } from '../api/generated/public.ts';
import {
  fetchArrivals,
  fetchDepartures,
  fetchHomeCounts,
  fetchSales,
  type HomeCounts,
  type MarketQuery,
} from '../api/market.ts';
import { useQuery } from '../api/query.ts';
import { usePlaceName } from '../criteria-form/places.tsx';
import { Chart } from '../parts/chart.tsx';
import { AsyncContent, EmptyNotice } from '../parts/feedback.tsx';
import { useFormat } from '../parts/format.ts';
import { PlacePicker } from '../parts/place-picker.tsx';
import { Screen } from '../parts/screen.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useWords } from '../state/language.ts';
import { replaceQuery, useCurrentRoute } from '../state/route.ts';
import { useLabels } from '../words/catalogue.ts';
import { marketWords } from '../words/market.ts';
import { MarketPaces } from './market/paces.tsx';
import '../style/criteria.css';

/** Land is never mixed with homes: its price by the square metre is another one. */
const KINDS = { HOMES: ['FLAT', 'HOUSE'], FLAT: ['FLAT'], HOUSE: ['HOUSE'], LAND: ['LAND'] } as const;
type Kind = keyof typeof KINDS;

const parseKind = (text: string | null): Kind =>
  text === 'FLAT' || text === 'HOUSE' || text === 'LAND' ? text : 'HOMES';

const MUNICIPAL_TYPES = ['MUNICIPALITY', 'MUNICIPAL_DISTRICT'];

export function MarketScreen() {
  const words = useWords(marketWords);
  const { query } = useCurrentRoute();
  const place = query.get('place');
  const transaction = query.get('transaction') === 'RENT' ? 'RENT' : 'SELL';
  const bucket = query.get('width') === 'month' ? 'month' : 'week';
  const kind = parseKind(query.get('kind'));
  return (
    <Screen title={words.title} lead={words.lead}>
      <div class="stack">
        <div class="row">
          <div class="market-place">
            <PlacePicker
              label={words.place}
              types={MUNICIPAL_TYPES}
              onPick={({ id }) => replaceQuery({ place: id })}
            />
          </div>
          <Tabs
            label={words.type}
            choices={[
              ['HOMES', words.homes],
              ['FLAT', words.flats],
              ['HOUSE', words.houses],
              ['LAND', words.land],
            ]}
            chosen={kind}
            onChoose={(one) => replaceQuery({ kind: one === 'HOMES' ? undefined : one })}
          />
          <Tabs
            label={words.transaction}
            choices={[
              ['SELL', words.sell],
              ['RENT', words.rent],
            ]}
            chosen={transaction}
            onChoose={(one) => replaceQuery({ transaction: one })}
          />
          <Tabs
            label={words.width}
            choices={[
              ['week', words.week],
              ['month', words.month],
            ]}
            chosen={bucket}
            onChoose={(one) => replaceQuery({ width: one })}
          />
        </div>
        {place ? (
          <MarketCharts market={{ place, transaction, bucket, types: KINDS[kind] }} />
        ) : (
          <EmptyNotice title={words.pick}>
            <p>{words.pickText}</p>
          </EmptyNotice>
        )}
      </div>
    </Screen>
  );
}

function MarketCharts({ market }: { market: MarketQuery }) {
  const words = useWords(marketWords);
  const format = useFormat();
  const name = usePlaceName(market.place);
  const key = JSON.stringify(market);
  const came = useQuery(key, (signal) => fetchArrivals(market, signal));
  const left = useQuery(key, (signal) => fetchDepartures(market, signal));
  const homes = useQuery(`homes ${key}`, (signal) => fetchHomeCounts(market, signal));
  return (
    <div class="stack">
      <h2>{name}</h2>
      <div class="market-charts">
        <AsyncContent of={homes}>{(counts) => <HomesChart counts={counts} />}</AsyncContent>
        <AsyncContent of={came}>
          {(found) => (
            <MarketChart
              title={words.perSqm}
              note={words.sample(format.number(found.meta.sample_size))}
              found={found}
              metric="median:price_per_sqm"
              money
            />
          )}
        </AsyncContent>
        <AsyncContent of={left}>
          {(found) => (
            <MarketChart title={words.onMarket} found={found} metric="median:days_between_events" />
          )}
        </AsyncContent>
        <Sales market={market} />
      </div>
      {market.transaction === 'SELL' && <MarketPaces place={market.place} />}
    </div>
  );
}

interface MarketChartProps {
  title: string;
  found: ListingAnalyticsJson;
  metric: string;
  /** What the figures are made of. */
  note?: string;
  money?: boolean;
}

function MarketChart({ title, found, metric, note, money }: MarketChartProps) {
  const words = useWords(marketWords);
  const format = useFormat();
  const points = found.data.toSorted((one, other) => one.group.event_at.localeCompare(other.group.event_at));
  return (
    <section class="card">
      <h2>{title}</h2>
      {note && <p class="soft small">{note}</p>}
      {points.length === 0 ? (
        <p class="soft">{words.none}</p>
      ) : (
        <Chart
          title={title}
          kind="lines"
          labels={points.map(({ group }) => format.date(group.event_at))}
          times={points.map(({ group }) => Date.parse(group.event_at))}
          series={[{ name: title, values: points.map(({ metrics }) => metrics[metric] ?? undefined) }]}
          {...(money && { write: (value: number) => format.money(value) })}
        />
      )}
    </section>
  );
}

/** Homes, each once however many adverts it has. */
function HomesChart({ counts: { present, periods } }: { counts: HomeCounts }) {
  const words = useWords(marketWords);
  const format = useFormat();
  return (
    <section class="card">
      <h2>{words.newHomes}</h2>
      <p class="soft small">{words.present(format.number(present), present !== 1)}</p>
      {periods.every(({ homes }) => homes === 0) ? (
        <p class="soft">{words.noHomes}</p>
      ) : (
        <Chart
          title={words.newHomes}
          kind="bars"
          labels={periods.map(({ from }) => format.date(from))}
          series={[{ name: words.newHomes, values: periods.map(({ homes }) => homes) }]}
        />
      )}
    </section>
  );
}

function Sales({ market }: { market: MarketQuery }) {
  const words = useWords(marketWords);
  const labels = useLabels();
  const format = useFormat();
  const sales = useQuery(JSON.stringify(market), (signal) => fetchSales(market, signal));
  return (
    <section class="card">
      <h2>{words.sales}</h2>
      <AsyncContent of={sales}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="soft">{words.noSales}</p>
          ) : (
            <ul class="lines">
              {data.map((sale) => (
                <li key={sale.id} class="row apart">
                  <span>
                    {format.date(sale.dateMutation)} · {sale.propertyType && labels.value(sale.propertyType)}
                    {sale.areas.livingAreaSqm !== null && ` · ${format.number(sale.areas.livingAreaSqm)} m²`}
                  </span>
                  <strong class="numbers">
                    {sale.price.amountCents === null ? '—' : format.money(sale.price.amountCents / 100)}
                  </strong>
                </li>
              ))}
            </ul>
          )
        }
      </AsyncContent>
    </section>
  );
}
