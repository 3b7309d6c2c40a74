import type { ListingPair } from '../../api/grouping.ts';
import { useLoaded } from '../../api/loaded.ts';
import { type Listing, type PropertyResult, readProperty } from '../../api/property.ts';
import { Awaited } from '../../parts/feedback.tsx';
import { useFormat } from '../../parts/format.ts';
import { Photo } from '../../parts/photo.tsx';
import { Scrolling } from '../../parts/scrolling.tsx';
import { useLanguage, useWords } from '../../state/language.ts';
import { addressOf } from '../../state/location.ts';
import { memberLabel } from '../../words/members.ts';
import { operatorWords } from '../../words/operator.ts';
import { propertyWords } from '../../words/property.ts';
import { whereabouts } from '../explore/property-card.tsx';
import { useTold } from '../property/facts.tsx';
import { consolidatedOf, measureOf } from '../property/variants.tsx';

interface Side {
  readonly result: PropertyResult;
  readonly listing: Listing;
  readonly url: string;
}

/** A listing as it is shown in its property: what it says itself, else what the property says. */
const sideOf = (result: PropertyResult, listingId: string, url: string): Side => ({
  result,
  listing: result.listings.find(({ id }) => id === listingId) ?? { id: listingId, url },
  url,
});

const MEMBERS = ['displayedPrice', 'area', 'propertyType', 'transactionType', 'rooms', 'bedrooms', 'floor'];

/** Both listings, fact by fact; where they differ, the row is marked. */
export function SideBySide({ pair }: { pair: ListingPair }) {
  const sides = useLoaded(pair.id, async (signal) => {
    const [one, other] = await Promise.all([
      readProperty(pair.onePropertyId, signal),
      readProperty(pair.otherPropertyId, signal),
    ]);
    return [sideOf(one, pair.one, pair.oneUrl), sideOf(other, pair.other, pair.otherUrl)] as const;
  });
  return (
    <Awaited of={sides} lines={8}>
      {([one, other]) => <Facts one={one} other={other} />}
    </Awaited>
  );
}

type Row = readonly [label: string, tell: (side: Side) => string];

function useRows(): readonly Row[] {
  const words = useWords(propertyWords);
  const told = useTold();
  const format = useFormat();
  const language = useLanguage();
  const members = MEMBERS.map(
    (member): Row => [
      memberLabel(language, member),
      ({ listing, result }) => {
        const value = listing[member] ?? consolidatedOf(result.property, member);
        return value === undefined || value === null ? '' : told(value, member, measureOf(result.property));
      },
    ],
  );
  return [
    ...members,
    [words.where, ({ result }) => whereabouts(result.property)],
    [words.publisher, ({ result, listing }) => publisherOf(result, listing)],
    [words.firstSeen, ({ listing }) => (listing.publishedAt ? format.date(listing.publishedAt) : '')],
    [words.seen, ({ listing }) => (listing.lastSeenAt ? format.date(listing.lastSeenAt) : '')],
    [words.titled, ({ result, listing }) => listing.title ?? result.property.body?.title ?? ''],
  ];
}

function publisherOf({ publishers }: PropertyResult, listing: Listing): string {
  const { id } = (listing['publisher'] ?? {}) as { id?: string };
  const named = publishers.find((publisher) => publisher.id === id);
  return named?.agencyName ?? named?.reference ?? '';
}

function Facts({ one, other }: { one: Side; other: Side }) {
  const words = useWords(operatorWords);
  const rows = useRows();
  return (
    <Scrolling class="table sides" label={words.sideBySide}>
      <table>
        <thead>
          <tr>
            <td />
            <Head side={one} />
            <Head side={other} />
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, tell]) => {
            const [here, there] = [tell(one), tell(other)];
            if (here === '' && there === '') return null;
            return (
              <tr key={label} class={here !== there ? 'differs' : undefined}>
                <th scope="row">{label}</th>
                <td>{here || '—'}</td>
                <td>{there || '—'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scrolling>
  );
}

function Head({ side: { result, listing, url } }: { side: Side }) {
  const words = useWords(operatorWords);
  const [picture] = result.property.pictures ?? [];
  return (
    <th scope="col">
      <div class="side-head">
        <div class="picture">
          <Photo url={picture?.url} alt="" />
        </div>
        <a href={url} target="_blank" rel="noreferrer noopener">
          {listing.source?.slug ?? words.advertisement}
        </a>
        <a href={addressOf(`/properties/${result.id}`)}>{words.property}</a>
      </div>
    </th>
  );
}
