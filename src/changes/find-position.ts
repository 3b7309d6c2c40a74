import { type RegionLog, readLogHorizon } from './region-log.ts';
import { readFirstLoggedAt, readFirstTransaction } from './store.ts';

/** A transaction is recorded this long after its entries say, at most: a stream from a moment starts earlier. */
const MARGIN_MS = 60_000;

/**
 * The transaction from which the entries of a moment and all later ones follow; without a moment, those of now on.
 * A binary search over the order of the log, which is that of time: it needs no index of its own.
 */
export async function findPositionAt(log: RegionLog, since: Date | undefined): Promise<string> {
  const last = await readLogHorizon(log);
  if (since === undefined) return last;
  const first = await readFirstTransaction(log.db);
  if (first === undefined) return last;
  const from = new Date(since.getTime() - MARGIN_MS);
  let [low, high] = [BigInt(first), BigInt(last)];
  while (low < high) {
    const middle = (low + high) / 2n;
    const loggedAt = await readFirstLoggedAt(log.db, String(middle));
    if (loggedAt !== undefined && loggedAt < from) low = middle + 1n;
    else high = middle;
  }
  return String(low);
}
