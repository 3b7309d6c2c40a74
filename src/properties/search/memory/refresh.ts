import type { Db } from '../../../db/sql.ts';
import type { Held } from './held.ts';
import { type Changed, changedRows, loggedSince, settledMoment } from './store.ts';
import { batchesSince, readBatches } from './visit-log.ts';

const READ_AT_ONCE = 500;
/** More than this is sooner read anew, in order, than taken in one by one. */
const MOST_TAKEN = 50_000;
const MOST_VISITS = 1_000_000;

/** So much changed since the last look that everything must be read anew. */
export class TooFarBehind extends Error {}

/**
 * Takes in what was written since the last look. The moment for walks is read first: what was noted before it is committed, and so is
 * among what is read after it. Answers how many properties were read.
 */
export async function refresh(db: Db, held: Held): Promise<number> {
  const settled = await settledMoment(db);
  const { horizon, changes } = await loggedSince(db, held.horizon);
  const fresh = new Map(changes.filter(([id, changedIn]) => held.isNew(id, changedIn)));
  const ids = [...fresh.keys()];
  if (ids.length > MOST_TAKEN) throw new TooFarBehind(`${ids.length} properties changed since the last look`);
  const noted = (await batchesSince(db, held.horizon)).filter(({ id }) => held.visits.isNew(id));
  if (noted.reduce((sum, { visits }) => sum + visits, 0) > MOST_VISITS)
    throw new TooFarBehind('too many visits since the last look');
  const batches = await readBatches(
    db,
    noted.map(({ id }) => id),
  );
  const read: Changed[][] = [];
  for (let at = 0; at < ids.length; at += READ_AT_ONCE)
    read.push(await changedRows(db, ids.slice(at, at + READ_AT_ONCE)));
  // All in one go: no question sees a part of it.
  for (const changed of read.flat()) held.take(changed, fresh.get(changed.id) ?? '');
  for (const batch of batches) held.visits.note(batch, held.has);
  held.settle(horizon, settled);
  return ids.length;
}
