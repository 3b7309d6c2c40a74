import type { ListingEntry, PropertyResult } from '../../../catalogue/document.ts';
import type { ListingPairJson } from '../../api/generated/console.ts';
import { fetchProperty } from '../../api/property.ts';
import { useQuery } from '../../api/query.ts';
import { AsyncContent } from '../../parts/feedback.tsx';
import { useFormat } from '../../parts/format.ts';
import { PhotoImage } from '../../parts/photo.tsx';
import { ScrollArea } from '../../parts/scroll-area.tsx';
import { useLanguage, useWords } from '../../state/language.ts';
import { buildUrl } from '../../state/route.ts';
import { memberLabel } from '../../words/members.ts';
import { operatorWords } from '../../words/operator.ts';
import { propertyWords } from '../../words/property.ts';
import { describeLocation } from '../explore/property-card.tsx';
import { useFactText } from '../property/facts.tsx';
import { readConsolidated, readVariant } from '../property/variant-members.ts';
import { readMeasure } from '../property/variants.tsx';

interface Side {
  readonly result: PropertyResult;
  /** Absent when the listing has left the property meanwhile. */
  readonly listing: ListingEntry | undefined;
  readonly url: string;
}

/** A listing with its property; a value that the listing lacks is that of the property. */
const buildSide = (result: PropertyResult, listingId: string, url: string): Side => ({
  result,
  listing: result.listings.find(({ id }) => id === listingId),
  url,
});

const MEMBERS = ['displayedPrice', 'area', 'propertyType', 'transactionType', 'rooms', 'bedrooms', 'floor'];

/** Both listings, fact by fact; rows that differ are marked. */
export function SideBySide({ pair }: { pair: ListingPairJson }) {
  const sides = useQuery(pair.id, async (signal) => {
    const [one, other] = await Promise.all([
      fetchProperty(pair.onePropertyId, signal),
      fetchProperty(pair.otherPropertyId, signal),
    ]);
    return [buildSide(one, pair.one, pair.oneUrl), buildSide(other, pair.other, pair.otherUrl)] as const;
  });
  return (
    <AsyncContent of={sides} lines={8}>
      {([one, other]) => <FactsTable one={one} other={other} />}
    </AsyncContent>
  );
}

type Row = readonly [label: string, read: (side: Side) => string];

function useRows(): readonly Row[] {
  const words = useWords(propertyWords);
  const factText = useFactText();
  const format = useFormat();
  const language = useLanguage();
  const members = MEMBERS.map(
    (member): Row => [
      memberLabel(language, member),
      ({ listing, result }) => {
        const value = readVariant(listing, member) ?? readConsolidated(result.property, member);
        return value === undefined || value === null
          ? ''
          : factText(value, member, readMeasure(result.property));
      },
    ],
  );
  return [
    ...members,
    [words.where, ({ result }) => describeLocation(result.property)],
    [words.publisher, ({ result, listing }) => publisherText(result, listing)],
    [words.firstSeen, ({ listing }) => (listing?.publishedAt ? format.date(listing.publishedAt) : '')],
    [words.seen, ({ listing }) => (listing ? format.date(listing.lastSeenAt) : '')],
    [words.titled, ({ result, listing }) => listing?.title ?? result.property.body?.title ?? ''],
  ];
}

function publisherText({ publishers }: PropertyResult, listing: ListingEntry | undefined): string {
  const named = publishers.find(({ id }) => id === listing?.publisher?.id);
  return named?.agencyName ?? named?.reference ?? '';
}

function FactsTable({ one, other }: { one: Side; other: Side }) {
  const words = useWords(operatorWords);
  const rows = useRows();
  return (
    <ScrollArea class="table sides" label={words.sideBySide}>
      <table>
        <thead>
          <tr>
            <td />
            <SideHeader side={one} />
            <SideHeader side={other} />
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, read]) => {
            const [here, there] = [read(one), read(other)];
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
    </ScrollArea>
  );
}

function SideHeader({ side: { result, listing, url } }: { side: Side }) {
  const words = useWords(operatorWords);
  const [picture] = result.property.pictures;
  return (
    <th scope="col">
      <div class="side-head">
        <div class="picture">
          <PhotoImage url={picture?.url} alt="" />
        </div>
        <a href={url} target="_blank" rel="noreferrer noopener">
          {listing?.source?.slug ?? words.advertisement}
        </a>
        <a href={buildUrl(`/properties/${result.id}`)}>{words.property}</a>
      </div>
    </th>
  );
}
