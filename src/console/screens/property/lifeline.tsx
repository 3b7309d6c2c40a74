import { useState } from 'preact/hooks';
import type { ListingEntry } from '../../../catalogue/document.ts';
import type { LifelineJson } from '../../api/generated/public.ts';
import { fetchLifeline } from '../../api/home-story.ts';
import { useQuery } from '../../api/query.ts';
import { AsyncContent } from '../../parts/feedback.tsx';
import { useFormat } from '../../parts/format.ts';
import { useWords } from '../../state/language.ts';
import { lifelineWords } from '../../words/home-story.ts';

const INITIAL_EVENTS = 12;

interface LifelineProps {
  id: string;
  listings: readonly ListingEntry[];
  currency: string | undefined;
}

/** What happened to the home, the oldest first, up to the recorded sale that probably ended it. */
export function LifelinePanel({ id, listings, currency }: LifelineProps) {
  const words = useWords(lifelineWords);
  const [isWhole, setWhole] = useState(false);
  const found = useQuery(`lifeline ${id}`, (signal) => fetchLifeline(id, signal));
  const sources = new Map(listings.map((listing) => [listing.id, listing.source?.slug]));
  return (
    <section class="card" aria-label={words.title}>
      <h2>{words.title}</h2>
      <AsyncContent of={found} lines={4}>
        {({ events, sale }) => (
          <>
            <ol class="lifeline">
              {(isWhole ? events : events.slice(-INITIAL_EVENTS)).map((event) => (
                <LifelineEvent
                  key={`${event.kind}${event.occurredAt}${event.listingId}`}
                  event={event}
                  source={sources.get(event.listingId ?? '')}
                  sale={sale}
                  currency={currency}
                />
              ))}
            </ol>
            {events.length > INITIAL_EVENTS && !isWhole && (
              <button type="button" class="plain" onClick={() => setWhole(true)}>
                {words.all(events.length)}
              </button>
            )}
          </>
        )}
      </AsyncContent>
    </section>
  );
}

interface EventProps {
  event: LifelineJson['events'][number];
  source: string | undefined;
  sale: LifelineJson['sale'];
  currency: string | undefined;
}

function LifelineEvent({ event, source, sale, currency }: EventProps) {
  const words = useWords(lifelineWords);
  const format = useFormat();
  const { kind, occurredAt, oldPrice, newPrice, variationPercent } = event;
  const money = (value: number | null) => (value === null ? '—' : format.money(value, currency));
  return (
    <li class={`kind-${kind.toLowerCase()}`}>
      <time dateTime={occurredAt} class="soft small">
        {format.date(occurredAt)}
      </time>
      <span>
        {kind === 'PRICE_CHANGED' && (
          <>
            {words.PRICE_CHANGED}{' '}
            <strong class="numbers">
              {money(oldPrice)} → {money(newPrice)}
            </strong>{' '}
            {variationPercent !== null && (
              <span class={variationPercent < 0 ? 'badge good' : 'badge warn'}>
                {format.percent(variationPercent)}
              </span>
            )}
          </>
        )}
        {kind === 'SOLD' && (
          <>
            {words.SOLD} <strong class="numbers">{money(newPrice)}</strong>{' '}
            {sale && (
              <span class="soft small">
                {words.sale(`${format.number(sale.confidence * 100)} %`, sale.distanceMetres)}
              </span>
            )}
          </>
        )}
        {kind !== 'PRICE_CHANGED' && kind !== 'SOLD' && words[kind](source ?? words.oneAdvert)}
      </span>
    </li>
  );
}
