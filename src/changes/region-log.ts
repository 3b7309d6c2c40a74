import type { Horizon } from '../db/horizon.ts';
import { readHorizon } from '../db/horizon.ts';
import { DEFAULT_REGION } from '../db/region-set.ts';
import { readSettledHorizon } from '../db/settled-horizon.ts';
import type { Db } from '../db/sql.ts';
import type { LogPosition } from './cursor.ts';
import { type LoggedChange, readLastEntry, readLastEntryBefore, readLog, readLogBefore } from './store.ts';

/** The change log of a region. Each is read up to a horizon of its own. */
export interface RegionLog {
  readonly name: string;
  readonly db: Db;
  /** On Citus: the coordinator, which gives the transaction ids of a log on another node. */
  readonly coordinator: Db | undefined;
}

/** The logs of a service: one without regions, else that of each. */
export const listLogs = (db: Db): readonly RegionLog[] =>
  db.regions?.all.map((region) => ({
    name: region.name,
    db: region.db,
    coordinator: region.isDistributed ? db : undefined,
  })) ?? [{ name: DEFAULT_REGION, db, coordinator: undefined }];

export const readLogHorizon = ({ db, coordinator }: RegionLog): Promise<Horizon> =>
  coordinator === undefined ? readHorizon(db) : readSettledHorizon(coordinator);

/** Entries that were read of a log, in its order, and where it continues. */
export interface LogRead {
  readonly log: RegionLog;
  readonly from: LogPosition;
  readonly horizon: Horizon;
  readonly entries: readonly LoggedChange[];
  /** There may be more entries. */
  readonly isFull: boolean;
}

export async function readRegionLog(log: RegionLog, from: LogPosition, limit: number): Promise<LogRead> {
  const { horizon, entries } = await readEntries(log, from, limit);
  return { log, from, horizon, entries, isFull: entries.length === limit };
}

async function readEntries({ db, coordinator }: RegionLog, from: LogPosition, limit: number) {
  if (coordinator === undefined) return readLog(db, from.changedIn, from.position, limit);
  const horizon = await readSettledHorizon(coordinator);
  return { horizon, entries: await readLogBefore(db, { from, horizon, limit }) };
}

/** The last complete entry of each log: while all stay the same, there is nothing to read. */
export async function readLastEntries(logs: readonly RegionLog[]): Promise<string> {
  const last = await Promise.all(
    logs.map(async ({ db, coordinator }) =>
      coordinator === undefined
        ? readLastEntry(db)
        : readLastEntryBefore(db, await readSettledHorizon(coordinator)),
    ),
  );
  return last.join();
}

/** An entry with its log. */
export interface MergedEntry {
  readonly log: RegionLog;
  readonly entry: LoggedChange;
}

/**
 * The entries of all logs by the time of recording, those of a log in its own order. It ends where a log may have more,
 * which may be older than those of the others.
 */
export function mergeReads(reads: readonly LogRead[], limit: number): MergedEntry[] {
  const merged: MergedEntry[] = [];
  const next = reads.map(() => 0);
  while (merged.length < limit) {
    let first: { at: number; entry: LoggedChange; time: number } | undefined;
    for (const [at, { entries, isFull }] of reads.entries()) {
      const entry = entries[next[at] ?? 0];
      if (entry === undefined && isFull) return merged;
      if (entry === undefined) continue;
      const time = reads.length === 1 ? 0 : Date.parse(entry.loggedAt);
      if (first === undefined || time < first.time) first = { at, entry, time };
    }
    const log = first && reads[first.at]?.log;
    if (first === undefined || log === undefined) return merged;
    next[first.at] = (next[first.at] ?? 0) + 1;
    merged.push({ log, entry: first.entry });
  }
  return merged;
}
