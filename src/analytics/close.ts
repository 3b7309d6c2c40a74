import type { Db } from '../db/sql.ts';
import { MAX_TAIL_EVENTS } from './collect.ts';
import { deleteTailEvents, type OpenMonth, selectOpenMonths, type TailPart } from './store.ts';
import { loadTail } from './tail.ts';
import { type WarehouseContext, writeWarehouseFile } from './write.ts';

/** A month is closed when this many events wait, or when the first of them has waited this long. */
const CLOSE_AT_EVENTS = 5_000;
const CLOSE_AFTER_MS = 300_000;
/** With so many waiting in total, every month is closed: collecting must not stop. */
const MAX_OPEN_EVENTS = MAX_TAIL_EVENTS / 2;

/** Writes the events of the tail into closed files; returns how many. */
export async function closeMonths(warehouse: WarehouseContext, signal?: AbortSignal): Promise<number> {
  let closed = 0;
  const months = await selectOpenMonths(warehouse.db);
  const crowded = months.reduce((sum, { events }) => sum + events, 0) >= MAX_OPEN_EVENTS;
  for (const open of months) {
    if (signal?.aborted) break;
    if (crowded || isReadyToClose(open, warehouse.clock.now()))
      closed += (await closeMonth(warehouse, open.month)) ?? 0;
  }
  return closed;
}

const isReadyToClose = ({ events, oldest }: OpenMonth, now: Date): boolean =>
  events >= CLOSE_AT_EVENTS || now.getTime() - oldest.getTime() >= CLOSE_AFTER_MS;

/** The events leave the tail in the transaction that makes their file live: they are never in both, nor in neither. */
export function closeMonth(warehouse: WarehouseContext, month: string): Promise<number | undefined> {
  let parts: TailPart[] = [];
  return writeWarehouseFile(warehouse, month, {
    async source(session) {
      parts = await loadTail(warehouse.db, session, { table: 'closing', month });
      return parts.length === 0 ? undefined : 'closing';
    },
    commit: async (db, { eventCount }) => (await dropTailParts(db, parts)) === eventCount,
  });
}

async function dropTailParts(db: Db, parts: readonly TailPart[]): Promise<number> {
  let dropped = 0;
  for (const { listingIds, revisionIds } of parts)
    dropped += await deleteTailEvents(db, listingIds, revisionIds);
  return dropped;
}
