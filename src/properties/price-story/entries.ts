import type { ChangeEntry } from '../../catalogue/document.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { roundToCents } from '../consolidate/stated-value.ts';
import type { PropertyMember } from '../publishers/publishers.ts';
import { MAX_CATCH_UP_MS, MAX_SAME_MOVE_POINTS, type PriceMove } from './moves.ts';

export const isPriceChange = ({ attribute }: Pick<ChangeEntry, 'attribute'>): boolean =>
  attribute === 'DISPLAYED_PRICE';

/** The moves of a story as entries of `changes`, beside the recorded ones. */
export interface PriceEntries {
  entries: ChangeEntry[];
  /** Moves without a recorded entry. */
  fresh: { move: PriceMove; entry: ChangeEntry }[];
}

/** An entry retains its revision, also when a late observation shows that another listing moved first. */
export function matchPriceEntries(
  moves: readonly PriceMove[],
  recorded: readonly ChangeEntry[],
  revisionId: string,
): PriceEntries {
  const left = new Map(
    recorded.map((entry) => [keyOf(entry.listingId, Date.parse(entry.occurredAt)), entry]),
  );
  const same = moves.map((move) => shiftEntry(left, keyOf(move.listingId, move.at)));
  const fresh: PriceEntries['fresh'] = [];
  const entries = moves.map((move, at) => {
    const known = same[at] ?? shiftEntry(left, findLaterEntry(move, left));
    const entry = toChangeEntry(move, known?.revisionId ?? revisionId);
    if (known === undefined) fresh.push({ move, entry });
    return entry;
  });
  return { entries, fresh };
}

const keyOf = (listingId: string | undefined, at: number): string => `${listingId} ${at}`;

function shiftEntry(entries: Map<string, ChangeEntry>, key: string | undefined): ChangeEntry | undefined {
  const found = key === undefined ? undefined : entries.get(key);
  if (key !== undefined) entries.delete(key);
  return found;
}

/** The entry of the same move by another listing, at the same time or later, which counted as the first until now. */
function findLaterEntry(move: PriceMove, left: ReadonlyMap<string, ChangeEntry>): string | undefined {
  for (const [key, { occurredAt, numericNew, variationPercent = 0 }] of left) {
    const later = Date.parse(occurredAt) - move.at;
    const isNear = Math.abs(variationPercent - move.percent) <= MAX_SAME_MOVE_POINTS;
    const isSameWay = Math.sign(variationPercent) === Math.sign(move.percent);
    // A listing that came from an older price moved further, to the same price.
    const isSameMove = isNear || numericNew === move.new;
    if (later >= 0 && later <= MAX_CATCH_UP_MS && isSameMove && isSameWay) return key;
  }
  return undefined;
}

const toChangeEntry = (move: PriceMove, revisionId: string): ChangeEntry => ({
  attribute: 'DISPLAYED_PRICE',
  occurredAt: formatTimestamp(new Date(move.at)),
  listingId: move.listingId,
  revisionId,
  numericOld: move.old,
  numericNew: move.new,
  variationPercent: roundToCents(move.percent),
});

/** A listing stores its latest prices only: entries of older moves cannot be derived again and are retained. */
export const keepUnexplainedEntries = (
  recorded: readonly ChangeEntry[],
  members: readonly PropertyMember[],
): ChangeEntry[] =>
  recorded.filter(({ listingId, occurredAt }) => {
    const first = members.find(({ state }) => state.id === listingId)?.state.prices[0];
    return first !== undefined && Date.parse(occurredAt) < first.at.getTime();
  });

/** The newest first; equal times in the given order. */
export const newestFirst = (entries: readonly ChangeEntry[]): ChangeEntry[] =>
  entries.toSorted((one, other) => Date.parse(other.occurredAt) - Date.parse(one.occurredAt));
