import type { ListingPairJson, StatedListingJson } from '../../api/generated/console.ts';
import { fetchStatedListings } from '../../api/grouping.ts';
import { useQuery } from '../../api/query.ts';
import { AsyncContent } from '../../parts/feedback.tsx';
import { useFormat } from '../../parts/format.ts';
import { PhotoImage } from '../../parts/photo.tsx';
import { ScrollArea } from '../../parts/scroll-area.tsx';
import { useLanguage, useWords } from '../../state/language.ts';
import { buildUrl } from '../../state/route.ts';
import { groupWords } from '../../words/groups.ts';
import { memberLabel } from '../../words/members.ts';
import { operatorWords } from '../../words/operator.ts';
import { propertyWords } from '../../words/property.ts';
import { describeLocation } from '../explore/property-card.tsx';
import { useFactText } from '../property/facts.tsx';
import { readStatedFacts, type StatedFacts } from '../property/stated-facts.ts';
import { useVerdictText } from '../property/verdict.ts';

interface Side {
  readonly propertyId: string;
  readonly url: string;
  /** Absent when the listing has left the property meanwhile. */
  readonly listing: StatedListingJson | undefined;
  readonly facts: StatedFacts;
}

/** Shown even when neither advert states them. */
const MAIN_FACTS = ['propertyType', 'transaction.type', 'pricing.displayed', 'unit.rooms', 'unit.floor'];

async function loadSide(propertyId: string, listingId: string, url: string, signal: AbortSignal) {
  const [listing] = await fetchStatedListings(propertyId, signal, listingId);
  return { propertyId, url, listing, facts: readStatedFacts(listing) };
}

/** Both listings with their own photos, fact by fact as each states it; rows that differ are marked. */
export function SideBySide({ pair }: { pair: ListingPairJson }) {
  const sides = useQuery(pair.id, (signal) =>
    Promise.all([
      loadSide(pair.onePropertyId, pair.one, pair.oneUrl, signal),
      loadSide(pair.otherPropertyId, pair.other, pair.otherUrl, signal),
    ]),
  );
  return (
    <AsyncContent of={sides} lines={8}>
      {([one, other]) => <FactsTable one={one} other={other} />}
    </AsyncContent>
  );
}

type Row = readonly [label: string, read: (side: Side) => string];

function useRows(sides: readonly Side[]): readonly Row[] {
  const words = useWords(propertyWords);
  const verdictWords = useWords(groupWords);
  const verdict = useVerdictText();
  const factText = useFactText();
  const format = useFormat();
  const language = useLanguage();
  const paths = [...new Set([...MAIN_FACTS, ...sides.flatMap(({ facts }) => [...facts.keys()])])];
  const stated = paths.map(
    (path): Row => [
      memberLabel(language, path),
      ({ facts }) => {
        const fact = facts.get(path);
        return fact ? factText(fact.value, path, fact.measure) : '';
      },
    ],
  );
  const of = (read: (listing: StatedListingJson) => string) => (side: Side) =>
    side.listing ? read(side.listing) : '';
  return [
    ...stated,
    [words.where, of(({ states }) => describeLocation(states as Parameters<typeof describeLocation>[0]))],
    [words.publisher, of(({ publisher }) => publisher ?? '')],
    [words.titled, of(({ states }) => (states['body'] as { title?: string } | undefined)?.title ?? '')],
    [words.firstSeen, of(({ firstSeenAt }) => format.date(firstSeenAt))],
    [words.seen, of(({ lastSeenAt }) => format.date(lastSeenAt))],
    [verdictWords.priceVerdict, of(verdict.price)],
    [verdictWords.areaVerdict, of(verdict.area)],
  ];
}

function FactsTable({ one, other }: { one: Side; other: Side }) {
  const words = useWords(operatorWords);
  const silent = useWords(groupWords).notStated;
  const rows = useRows([one, other]);
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
            const isDifferent = here !== there && here !== '' && there !== '';
            return (
              <tr key={label} class={isDifferent ? 'differs' : undefined}>
                <th scope="row">{label}</th>
                {[here, there].map((text, at) => (
                  <td key={at} class={text === '' ? 'soft' : undefined}>
                    {text || silent}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollArea>
  );
}

const MAX_SHOWN_PHOTOS = 6;

function SideHeader({ side: { propertyId, listing, url } }: { side: Side }) {
  const words = useWords(operatorWords);
  const photoWords = useWords(groupWords);
  const name = listing?.source ?? words.advertisement;
  const pictures = listing?.pictures.slice(0, MAX_SHOWN_PHOTOS) ?? [];
  return (
    <th scope="col">
      <div class="side-head">
        {pictures.length === 0 ? (
          <span class="soft small">{listing ? photoWords.noPhotos : photoWords.left}</span>
        ) : (
          <ul class="own-photos" aria-label={photoWords.ownPhotos(name)}>
            {pictures.map((picture) => (
              <li key={picture}>
                <PhotoImage url={picture} alt="" isLazy={false} />
              </li>
            ))}
          </ul>
        )}
        <a href={url} target="_blank" rel="noreferrer noopener">
          {name}
        </a>
        <a href={buildUrl(`/properties/${propertyId}`)}>{words.property}</a>
      </div>
    </th>
  );
}
