import type { Db } from '../db/sql.ts';
import { readFirstLoggedAt, readTransactionRange } from './store.ts';

/** A transaction is recorded this long after its entries say, at most: a stream from a moment starts earlier. */
const MARGIN_MS = 60_000;

/**
 * The transaction from which the entries of a moment and all later ones follow; without a moment, those of now on.
 * A binary search over the order of the log, which is that of time: it needs no index of its own.
 */
export async function findPositionAt(db: Db, since: Date | undefined): Promise<string> {
  const range = await readTransactionRange(db);
  if (range === undefined) return '0';
  let high = BigInt(range.last);
  if (since === undefined || range.first === null) return range.last;
  const from = new Date(since.getTime() - MARGIN_MS);
  let low = BigInt(range.first);
  while (low < high) {
    const middle = (low + high) / 2n;
    const loggedAt = await readFirstLoggedAt(db, String(middle));
    if (loggedAt !== undefined && loggedAt < from) low = middle + 1n;
    else high = middle;
  }
  return String(low);
}
