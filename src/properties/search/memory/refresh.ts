import type { Db } from '../../../db/sql.ts';
import type { Held } from './held.ts';
import { type Changed, changedRows, loggedSince, settledMoment } from './store.ts';

const READ_AT_ONCE = 500;

/**
 * Takes in what was written since the last look. The moment for walks is read first: what was noted before it is committed, and so is
 * among what is read after it. Answers how many properties were read.
 */
export async function refresh(db: Db, held: Held): Promise<number> {
  const settled = await settledMoment(db);
  const { horizon, changes } = await loggedSince(db, held.horizon);
  const fresh = new Map(changes.filter(([id, changedIn]) => held.isNew(id, changedIn)));
  const ids = [...fresh.keys()];
  const read: Changed[][] = [];
  for (let at = 0; at < ids.length; at += READ_AT_ONCE)
    read.push(await changedRows(db, ids.slice(at, at + READ_AT_ONCE)));
  // All in one go: no question sees a part of it.
  for (const changed of read.flat()) held.take(changed, fresh.get(changed.id) ?? '');
  held.settle(horizon, settled);
  return ids.length;
}
