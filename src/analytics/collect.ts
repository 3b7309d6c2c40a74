import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { toColumnRow } from './columns.ts';
import { deriveEventFacts, type EventFacts, type RecordedChange } from './facts.ts';
import {
  claimDueChanges,
  type EventRow,
  insertTailEvents,
  selectLastEvents,
  selectOpenMonths,
  tryLockCollector,
  upsertLastEvents,
} from './store.ts';

/** Documents read at once: parsing this many blocks the event loop for about 10 ms. */
const COLLECT_BATCH_ROWS = 50;
/** Above this, collecting waits for files to be closed: every query reads the whole tail. */
export const MAX_TAIL_EVENTS = 20_000;

/** Moves due changes into the tail until there are none; returns how many. */
export async function collectEvents(db: Database, clock: Clock, signal?: AbortSignal): Promise<number> {
  const waiting = (await selectOpenMonths(db)).reduce((sum, { events }) => sum + events, 0);
  let collected = 0;
  while (!signal?.aborted && waiting + collected < MAX_TAIL_EVENTS) {
    const moved = await db.transaction((transaction) => collectBatch(transaction, clock.now()));
    collected += moved;
    if (moved < COLLECT_BATCH_ROWS) break;
  }
  return collected;
}

/** In one transaction: a crash leaves the changes due, and nothing of them in the tail. */
async function collectBatch(db: Db, now: Date): Promise<number> {
  if (!(await tryLockCollector(db))) return 0;
  const changes = await claimDueChanges(db, COLLECT_BATCH_ROWS);
  if (changes.length === 0) return 0;
  const last = await selectLastEvents(db, affectedListings(changes));
  const events = changes.flatMap((change) => {
    const found = deriveEventFacts(change, (listingId) => last.get(listingId));
    for (const { listing, eventAt } of found) last.set(listing.id, later(last.get(listing.id), eventAt));
    return found;
  });
  await insertTailEvents(db, events.map(toEventRow), now);
  await upsertLastEvents(db, last);
  return changes.length;
}

const affectedListings = (changes: readonly RecordedChange[]): string[] => [
  ...new Set(changes.flatMap(({ listingEvents }) => listingEvents.map(({ listingId }) => listingId))),
];

const later = (one: Date | undefined, other: Date): Date => (one !== undefined && one > other ? one : other);

const toEventRow = (facts: EventFacts): EventRow => ({
  listing_id: facts.listing.id,
  revision_id: facts.revisionId,
  month: `${facts.eventAt.toISOString().slice(0, 7)}-01`,
  event: toColumnRow(facts),
});
