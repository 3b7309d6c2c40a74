import { type Sql, sql } from '../db/sql.ts';
import { type AttributeDifference, percentChange } from './changes.ts';
import type { ListingEvent, ListingEventKind } from './revise.ts';

/** Of releases before compact events: without its listing where that is the one of the row. */
type NamedEvent = Omit<ListingEvent, 'listingId'> & Partial<Pick<ListingEvent, 'listingId'>>;
/** Both figures of a new price, or any other change as it is. */
type CompactChange = readonly [numericOld: number, numericNew: number] | AttributeDifference;
/** The first letter of its kind, and what the listing of the row changed. */
type CompactEvent = string | readonly [letter: string, ...changes: CompactChange[]];
/** An event as a row of `property_change` has it. */
export type StoredListingEvent = CompactEvent | NamedEvent;

const KINDS: readonly ListingEventKind[] = ['CREATED', 'UPDATED', 'EXPIRED', 'REACTIVATED'];
const letterOf = (kind: ListingEventKind): string => kind.charAt(0);
const kindOfLetter = (letter: string): ListingEventKind => {
  const kind = KINDS.find((one) => letterOf(one) === letter);
  if (kind === undefined) throw new Error(`a newer release stored this event (${letter})`);
  return kind;
};

interface RecordedEvents {
  readonly listingId: string | null | undefined;
  readonly listingEvents: readonly ListingEvent[];
}

/**
 * A new price takes 22 bytes: with the names of its members and the id of its listing it took 180. An event of another
 * listing than that of the row is stored by name.
 */
export const toStoredEvents = ({ listingId, listingEvents }: RecordedEvents): StoredListingEvent[] =>
  listingEvents.map((event) => {
    if (event.listingId !== listingId) return event;
    const letter = letterOf(event.kind);
    return event.changes.length === 0 ? letter : [letter, ...event.changes.map(toCompact)];
  });

function toCompact(change: AttributeDifference): CompactChange {
  const { numericOld, numericNew } = change;
  if (numericOld === undefined || numericNew === undefined) return change;
  const pair = [numericOld, numericNew] as const;
  return JSON.stringify(readChange(pair)) === JSON.stringify(change) ? pair : change;
}

const readChange = (stored: CompactChange): AttributeDifference => {
  if ('attribute' in stored) return stored;
  const [numericOld, numericNew] = stored;
  return {
    attribute: 'DISPLAYED_PRICE',
    numericOld,
    numericNew,
    ...percentChange(numericOld, numericNew),
  };
};

export const readListingEvents = (
  stored: readonly StoredListingEvent[],
  listingId: string | null,
): ListingEvent[] => stored.map((event) => readEvent(event, listingId ?? ''));

function readEvent(stored: StoredListingEvent, listingId: string): ListingEvent {
  if (typeof stored !== 'string' && 'kind' in stored)
    return { ...stored, listingId: stored.listingId ?? listingId };
  const [letter, ...changes] = typeof stored === 'string' ? ([stored] as const) : stored;
  return { listingId, kind: kindOfLetter(letter), changes: changes.map(readChange) };
}

/**
 * Null where the first event says it. `revisionKinds` reads both: an array of one word takes 33 bytes of a row.
 */
export const toStoredKinds = (
  kinds: readonly string[],
  events: readonly StoredListingEvent[],
): readonly string[] | null => {
  const [first] = events;
  if (first === undefined || (typeof first !== 'string' && 'kind' in first)) return kinds;
  return kinds.length === 1 && kinds[0] === kindOfLetter(first[0] ?? '') ? null : kinds;
};

/** The kinds of a revision, from the columns of its row: an event starts with its letter, alone or in a list. */
export const revisionKinds: Sql = sql`
  coalesce(kinds, (case substr(ltrim(listing_events::text, '[" '), 1, 1)
    when 'C' then '{CREATED}' when 'U' then '{UPDATED}' when 'E' then '{EXPIRED}' when 'R' then '{REACTIVATED}' end)::text[])`;
