import type { StatedListingJson } from '../../api/generated/console.ts';
import { useFormat } from '../../parts/format.ts';
import { useWords } from '../../state/language.ts';
import { groupWords } from '../../words/groups.ts';
import { propertyWords } from '../../words/property.ts';
import { useVerdictText } from './verdict.ts';

/** Every advert with its link, its own history of prices and presence, and the verdicts on its figures. */
export function AdvertList({ listings }: { listings: readonly StatedListingJson[] }) {
  const words = useWords(propertyWords);
  return (
    <section class="card" aria-label={words.adverts}>
      <h2>{words.adverts}</h2>
      <ul class="lines">
        {listings.map((listing) => (
          <li key={listing.id} class="stack tight">
            <AdvertRow listing={listing} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AdvertRow({ listing }: { listing: StatedListingJson }) {
  const words = useWords(propertyWords);
  const labels = useWords(groupWords);
  const verdict = useVerdictText();
  const name = listing.source ?? listing.id.slice(0, 8);
  return (
    <>
      <div class="row apart">
        <span>
          {listing.url === null ? (
            <strong>{name}</strong>
          ) : (
            <a href={listing.url} target="_blank" rel="noreferrer noopener">
              {name}
            </a>
          )}{' '}
          <span class="soft">{listing.publisher}</span>
        </span>
        <span class={listing.expiredAt === null ? 'badge good' : 'badge'}>
          {listing.expiredAt === null ? words.online : words.offline}
        </span>
      </div>
      <AdvertHistory listing={listing} />
      <p class="soft small">
        {labels.priceVerdict}: {verdict.price(listing)}
        {listing.areaReason !== null && ` · ${labels.areaVerdict}: ${verdict.area(listing)}`}
      </p>
    </>
  );
}

/** What happened to an advert, the oldest first. */
function AdvertHistory({ listing }: { listing: StatedListingJson }) {
  const words = useWords(propertyWords);
  const format = useFormat();
  const { prices, absences, firstSeenAt, expiredAt, lastSeenAt } = listing;
  const events = [
    { at: firstSeenAt, text: words.firstSeen },
    ...prices.map(({ since, price, currency }) => ({ at: since, text: format.money(price, currency) })),
    ...absences.flatMap(({ from, to }) => [
      { at: from, text: words.wentOffline },
      { at: to, text: words.cameBack },
    ]),
    expiredAt === null ? { at: lastSeenAt, text: words.seen } : { at: expiredAt, text: words.wentOffline },
  ].toSorted((one, other) => one.at.localeCompare(other.at));
  return (
    <ol class="advert-history small">
      {events.map(({ at, text }) => (
        <li key={at + text}>
          <time dateTime={at} class="soft">
            {format.date(at)}
          </time>{' '}
          {text}
        </li>
      ))}
    </ol>
  );
}
