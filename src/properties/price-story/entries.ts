import type { ChangeEntry } from '../../catalogue/document.ts';
import { timestamp } from '../../lib/timestamp.ts';
import { rounded } from '../consolidate/stated.ts';
import type { Member } from '../publishers/entries.ts';
import { CATCH_UP_MS, type Move, SAME_MOVE_POINTS } from './moves.ts';

export const isPriceChange = ({ attribute }: Pick<ChangeEntry, 'attribute'>): boolean =>
  attribute === 'DISPLAYED_PRICE';

/** The moves of a story as entries of `changes`, beside those that are recorded already. */
export interface PriceEntries {
  entries: ChangeEntry[];
  /** Moves that no recorded entry stands for. */
  fresh: { move: Move; entry: ChangeEntry }[];
}

/** Entries keep the revision they were recorded with, also when a late visit shows that another advert made the move first. */
export function priceEntries(
  moves: readonly Move[],
  recorded: readonly ChangeEntry[],
  revisionId: string,
): PriceEntries {
  const left = new Map(
    recorded.map((entry) => [keyOf(entry.listingId, Date.parse(entry.occurredAt)), entry]),
  );
  const same = moves.map((move) => takeFrom(left, keyOf(move.listingId, move.at)));
  const fresh: PriceEntries['fresh'] = [];
  const entries = moves.map((move, at) => {
    const known = same[at] ?? takeFrom(left, laterEntry(move, left));
    const entry = entryOf(move, known?.revisionId ?? revisionId);
    if (known === undefined) fresh.push({ move, entry });
    return entry;
  });
  return { entries, fresh };
}

const keyOf = (listingId: string | undefined, at: number): string => `${listingId} ${at}`;

function takeFrom(entries: Map<string, ChangeEntry>, key: string | undefined): ChangeEntry | undefined {
  const found = key === undefined ? undefined : entries.get(key);
  if (key !== undefined) entries.delete(key);
  return found;
}

/** The same move as another advert showed it, later or at once: it was taken for the first until now. */
function laterEntry(move: Move, left: ReadonlyMap<string, ChangeEntry>): string | undefined {
  for (const [key, { occurredAt, variationPercent = 0 }] of left) {
    const later = Date.parse(occurredAt) - move.at;
    const isNear = Math.abs(variationPercent - move.percent) <= SAME_MOVE_POINTS;
    const isSameWay = Math.sign(variationPercent) === Math.sign(move.percent);
    if (later >= 0 && later <= CATCH_UP_MS && isNear && isSameWay) return key;
  }
  return undefined;
}

const entryOf = (move: Move, revisionId: string): ChangeEntry => ({
  attribute: 'DISPLAYED_PRICE',
  occurredAt: timestamp(new Date(move.at)),
  listingId: move.listingId,
  revisionId,
  numericOld: move.old,
  numericNew: move.new,
  variationPercent: rounded(move.percent),
});

/** An advert keeps its newest prices only: what was recorded of those before is all that is known of them. */
export const entriesBeyond = (recorded: readonly ChangeEntry[], members: readonly Member[]): ChangeEntry[] =>
  recorded.filter(({ listingId, occurredAt }) => {
    const first = members.find(({ state }) => state.id === listingId)?.state.prices[0];
    return first !== undefined && Date.parse(occurredAt) < first.at.getTime();
  });

/** The newest first; of one moment in the order they are given. */
export const newestFirst = (entries: readonly ChangeEntry[]): ChangeEntry[] =>
  entries.toSorted((one, other) => Date.parse(other.occurredAt) - Date.parse(one.occurredAt));
