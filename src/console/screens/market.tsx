import type { ListingAnalyticsJson } from '../api/generated/public.ts';
import { fetchArrivals, fetchDepartures, fetchSales, type MarketQuery } from '../api/market.ts';
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

const MUNICIPAL_TYPES = ['MUNICIPALITY', 'MUNICIPAL_DISTRICT'];

export function MarketScreen() {
  const words = useWords(marketWords);
  const { query } = useCurrentRoute();
  const place = query.get('place');
  const transaction = query.get('transaction') === 'RENT' ? 'RENT' : 'SELL';
  const bucket = query.get('width') === 'month' ? 'month' : 'week';
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
          <MarketCharts market={{ place, transaction, bucket }} />
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
  return (
    <div class="stack">
      <h2>{name}</h2>
      <AsyncContent of={came}>
        {(found) =>
          found.meta.sample_size === 0 ? (
            <EmptyNotice title={words.none} />
          ) : (
            <div class="stack">
              <p class="soft">{words.sample(format.number(found.meta.sample_size))}</p>
              <div class="market-charts">
                <MarketChart title={words.perSqm} found={found} metric="median:price_per_sqm" money />
                <MarketChart title={words.count} found={found} metric="count" bars />
              </div>
            </div>
          )
        }
      </AsyncContent>
      <div class="market-charts">
        <AsyncContent of={left}>
          {(found) => (
            <MarketChart title={words.onMarket} found={found} metric="median:days_between_events" />
          )}
        </AsyncContent>
        <Sales place={market.place} />
      </div>
      {market.transaction === 'SELL' && <MarketPaces place={market.place} />}
    </div>
  );
}

interface MarketChartProps {
  title: string;
  found: ListingAnalyticsJson;
  metric: string;
  money?: boolean;
  bars?: boolean;
}

function MarketChart({ title, found, metric, money, bars }: MarketChartProps) {
  const words = useWords(marketWords);
  const format = useFormat();
  const points = found.data.toSorted((one, other) => one.group.event_at.localeCompare(other.group.event_at));
  return (
    <section class="card">
      <h2>{title}</h2>
      {points.length === 0 ? (
        <p class="soft">{words.none}</p>
      ) : (
        <Chart
          title={title}
          kind={bars ? 'bars' : 'lines'}
          labels={points.map(({ group }) => format.date(group.event_at))}
          {...(!bars && { times: points.map(({ group }) => Date.parse(group.event_at)) })}
          series={[{ name: title, values: points.map(({ metrics }) => metrics[metric] ?? undefined) }]}
          {...(money && { write: (value: number) => format.money(value) })}
        />
      )}
    </section>
  );
}

function Sales({ place }: { place: string }) {
  const words = useWords(marketWords);
  const labels = useLabels();
  const format = useFormat();
  const sales = useQuery(place, (signal) => fetchSales(place, signal));
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
