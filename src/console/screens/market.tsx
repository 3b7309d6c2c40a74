import { useLoaded } from '../api/loaded.ts';
import { type Analytics, arrivals, closedSales, departures, type MarketQuestion } from '../api/market.ts';
import { usePlaceName } from '../criteria-form/places.tsx';
import { Chart } from '../parts/chart.tsx';
import { Awaited, Empty } from '../parts/feedback.tsx';
import { useFormat } from '../parts/format.ts';
import { PlacePicker } from '../parts/place-picker.tsx';
import { Screen } from '../parts/screen.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useWords } from '../state/language.ts';
import { refine, usePlace } from '../state/location.ts';
import { useLabels } from '../words/catalogue.ts';
import { marketWords } from '../words/market.ts';
import '../style/criteria.css';

const MUNICIPAL = ['MUNICIPALITY', 'MUNICIPAL_DISTRICT'];

export function Market() {
  const words = useWords(marketWords);
  const { query } = usePlace();
  const place = query.get('place');
  const transaction = query.get('transaction') === 'RENT' ? 'RENT' : 'SELL';
  const bucket = query.get('width') === 'month' ? 'month' : 'week';
  return (
    <Screen title={words.title} lead={words.lead}>
      <div class="stack">
        <div class="row">
          <div class="market-place">
            <PlacePicker label={words.place} types={MUNICIPAL} onPick={({ id }) => refine({ place: id })} />
          </div>
          <Tabs
            label={words.transaction}
            choices={[
              ['SELL', words.sell],
              ['RENT', words.rent],
            ]}
            chosen={transaction}
            onChoose={(one) => refine({ transaction: one })}
          />
          <Tabs
            label={words.width}
            choices={[
              ['week', words.week],
              ['month', words.month],
            ]}
            chosen={bucket}
            onChoose={(one) => refine({ width: one })}
          />
        </div>
        {place ? (
          <Figures question={{ place, transaction, bucket }} />
        ) : (
          <Empty title={words.pick}>
            <p>{words.pickText}</p>
          </Empty>
        )}
      </div>
    </Screen>
  );
}

function Figures({ question }: { question: MarketQuestion }) {
  const words = useWords(marketWords);
  const format = useFormat();
  const name = usePlaceName(question.place);
  const key = JSON.stringify(question);
  const came = useLoaded(key, (signal) => arrivals(question, signal));
  const left = useLoaded(key, (signal) => departures(question, signal));
  return (
    <div class="stack">
      <h2>{name}</h2>
      <Awaited of={came}>
        {(found) =>
          found.meta.sample_size === 0 ? (
            <Empty title={words.none} />
          ) : (
            <div class="stack">
              <p class="soft">{words.sample(format.number(found.meta.sample_size))}</p>
              <div class="market-charts">
                <Figure title={words.perSqm} found={found} metric="median:price_per_sqm" money />
                <Figure title={words.count} found={found} metric="count" bars />
              </div>
            </div>
          )
        }
      </Awaited>
      <div class="market-charts">
        <Awaited of={left}>
          {(found) => <Figure title={words.onMarket} found={found} metric="median:days_between_events" />}
        </Awaited>
        <Sales place={question.place} />
      </div>
    </div>
  );
}

interface FigureProps {
  title: string;
  found: Analytics;
  metric: string;
  money?: boolean;
  bars?: boolean;
}

function Figure({ title, found, metric, money, bars }: FigureProps) {
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
          labels={points.map(({ group }) => format.day(group.event_at))}
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
  const sales = useLoaded(place, (signal) => closedSales(place, signal));
  return (
    <section class="card">
      <h2>{words.sales}</h2>
      <Awaited of={sales}>
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
      </Awaited>
    </section>
  );
}
