import { onNode, onNodeLater } from '../db/node-functions.ts';
import { RAW_BLOCK, RAW_OBSERVATION } from '../db/partitioned-tables.ts';
import { createPartitions } from '../db/partitions.ts';
import { PUSHED } from '../db/pushed-insert.ts';
import { type Database, type Db, preparedSql, sql } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS, HOUR_MS } from '../lib/durations.ts';
import { recordedTable } from '../properties/recorded-columns.ts';
import { type DueRows, lockRows, type WorkQueue } from '../queue/claims.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { purgeDroppedMembers } from './dropped-members.ts';
import { findFormerExpiriesAfter, loadFormerObservations, purgeFormerRaw } from './former-raw.ts';
import {
  hasObservation,
  packRawText,
  parseRaw,
  type RawLine,
  type RawObservation,
  readRawLines,
  serializeRaw,
  unpackRawText,
} from './packed-raw.ts';
import { purgeRejected } from './rejected-records.ts';

/** Raw observations of one listing, packed together. */
export interface RawRow {
  readonly listingId: string;
  /** Of several rows of a listing only the last one grows. */
  readonly part: number;
  /** The first receipt, and the latest observation. */
  readonly receivedFrom: Date;
  readonly latestObservedAt: Date;
  readonly body: Buffer;
}

/** The rows of listings, by listing, the last one at the end. */
export type RawRows = ReadonlyMap<string, readonly RawRow[]>;

const rawColumns = sql`
  listing_id as "listingId", part, received_from as "receivedFrom", latest_observed_at as "latestObservedAt", body`;

const rowsOfListings = preparedSql(`
  select ${rawColumns.text} from raw_history where listing_id = any ($1::uuid[]) order by part`);

export async function loadRawRows(db: Db, listingIds: readonly string[]): Promise<RawRows> {
  if (listingIds.length === 0) return new Map();
  const rows = await db.rows<RawRow>(onNode(rowsOfListings(listingIds)));
  return Map.groupBy(rows, ({ listingId }) => listingId);
}

/** A row with more text begins another one: it would be packed again for every observation. */
const MAX_ROW_CHARS = 64 * 1024;

/** Stores observations beside the stored rows of their listings. One that is stored already is skipped. */
export async function storeRaw(
  db: Db,
  stored: RawRows,
  observations: readonly RawObservation[],
  now: Date,
): Promise<void> {
  const written = new Map<string, RawRow>();
  const last = new Map<string, RawRow>();
  for (const observation of observations) {
    const { listingId } = observation;
    const former = last.get(listingId) ?? stored.get(listingId)?.at(-1);
    const row = addObservation(former, observation, now);
    if (row === undefined) continue;
    last.set(listingId, row);
    written.set(`${listingId} ${row.part}`, row);
  }
  await putRawRows(db, [...written.values()]);
}

function addObservation(row: RawRow | undefined, observation: RawObservation, now: Date): RawRow | undefined {
  const { listingId, observedAt } = observation;
  const text = row === undefined ? '' : unpackRawText(row.body);
  if (row !== undefined && hasObservation(text, observedAt)) return undefined;
  const line = serializeRaw(observation, now);
  if (row === undefined || text.length + line.length > MAX_ROW_CHARS) {
    const part = (row?.part ?? 0) + 1;
    return { listingId, part, receivedFrom: now, latestObservedAt: observedAt, body: packRawText(line) };
  }
  const latestObservedAt = observedAt > row.latestObservedAt ? observedAt : row.latestObservedAt;
  return { ...row, latestObservedAt, body: packRawText(`${line}\n${text}`) };
}

const rawTable = recordedTable<RawRow>(
  'given',
  [
    { name: 'listing_id', type: 'uuid', pick: ({ listingId }) => listingId },
    { name: 'part', type: 'int', pick: ({ part }) => part },
    { name: 'received_from', type: 'timestamptz', pick: ({ receivedFrom }) => receivedFrom },
    { name: 'latest_observed_at', type: 'timestamptz', pick: ({ latestObservedAt }) => latestObservedAt },
    { name: 'body', type: 'bytea', pick: ({ body }) => body },
  ],
  1,
);
const putStatement = preparedSql(`
  insert into raw_history (listing_id, part, received_from, latest_observed_at, body)
  ${rawTable.text} where ${PUSHED}
  on conflict (listing_id, part) do update set
    received_from = excluded.received_from, latest_observed_at = excluded.latest_observed_at, body = excluded.body`);

async function putRawRows(db: Db, rows: readonly RawRow[]): Promise<void> {
  if (rows.length > 0) await db.rows(onNodeLater(putStatement(...rawTable.bind(rows))));
}

/** Writes the rows of which `change` leaves other observations, or none; returns their number. */
export async function changeRawRows(
  db: Db,
  rows: readonly RawRow[],
  change: (line: RawLine, listingId: string) => RawLine | undefined,
): Promise<number> {
  const [changed, empty]: [RawRow[], RawRow[]] = [[], []];
  for (const row of rows) {
    const former = readRawLines(unpackRawText(row.body));
    const lines = former.flatMap((line) => change(line, row.listingId) ?? []);
    if (lines.length === 0) empty.push(row);
    else if (lines.length < former.length || lines.some((line, at) => line !== former[at]))
      changed.push({ ...row, ...toRow(lines) });
  }
  await putRawRows(db, changed);
  if (empty.length > 0)
    await db.rows(sql`
      delete from raw_history using unnest(${empty.map(({ listingId }) => listingId)}::uuid[], ${empty.map(({ part }) => part)}::int[])
        as gone (listing_id, part)
      where raw_history.listing_id = gone.listing_id and raw_history.part = gone.part`);
  return changed.length + empty.length;
}

const toRow = (lines: readonly RawLine[]): Pick<RawRow, 'receivedFrom' | 'latestObservedAt' | 'body'> => ({
  receivedFrom: new Date(Math.min(...lines.map(({ receivedAt }) => receivedAt.getTime()))),
  latestObservedAt: new Date(Math.max(...lines.map(({ observedAt }) => observedAt.getTime()))),
  body: packRawText(lines.map(({ line }) => line).join('\n')),
});

const RAW_HISTORY: WorkQueue = { table: 'raw_history', key: ['listing_id', 'part'] };

/** Locked until the transaction ends: a writer of the same listing waits, and then writes the row as a whole. */
export const lockRawRows = (db: Db, due: DueRows): Promise<RawRow[]> =>
  lockRows<RawRow>(db, RAW_HISTORY, rawColumns, due);

/**
 * For each first sighting, the earliest stored expiry after it. Before its first sighting a listing has no other
 * observations.
 */
export async function findExpiriesAfter(
  db: Db,
  stored: RawRows,
  sightings: readonly Pick<RawObservation, 'listingId' | 'observedAt'>[],
): Promise<Map<string, Date>> {
  const expiries = await findFormerExpiriesAfter(db, sightings);
  for (const { listingId, observedAt } of sightings) {
    for (const { body } of stored.get(listingId) ?? [])
      for (const line of readRawLines(unpackRawText(body))) {
        const earliest = expiries.get(listingId);
        if (line.observedAt > observedAt && (earliest === undefined || line.observedAt < earliest))
          expiries.set(listingId, line.observedAt);
      }
  }
  return expiries;
}

/** Those of `raw_history`. */
export async function loadPackedObservations(db: Db, listingId: string): Promise<RawObservation[]> {
  const rows = (await loadRawRows(db, [listingId])).get(listingId) ?? [];
  return rows.flatMap(({ body }) =>
    readRawLines(unpackRawText(body)).map((line) => parseRaw(listingId, line)),
  );
}

/** The stored observations of a listing, newest first. */
export async function loadRawObservations(db: Db, listingId: string): Promise<RawObservation[]> {
  return [
    ...(await loadPackedObservations(db, listingId)),
    ...(await loadFormerObservations(db, listingId)),
  ].sort((one, other) => other.observedAt.getTime() - one.observedAt.getTime());
}

const RETENTION_DAYS = 90;
/** Some 20 ms of work. */
const BATCH_ROWS = 200;

/** Deletes observations received more than 90 days ago. */
export async function purgeOldRaw(db: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const end = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
  await purgeFormerRaw(db, end, signal);
  for (let changed = 1; changed > 0 && signal?.aborted !== true; )
    changed = await db.transaction(async (tx) => {
      const rows = await lockRawRows(tx, {
        where: sql`received_from < ${end}`,
        orderBy: sql`received_from`,
        limit: BATCH_ROWS,
      });
      return changeRawRows(tx, rows, (line) => (line.receivedAt < end ? undefined : line));
    });
}

/** Safe to run in several workers at once. */
export const purgeObservationsJob = ({ db, clock }: { db: Database; clock: Clock }): PeriodicJob => ({
  name: 'purge old observations',
  everyMs: HOUR_MS,
  async run(signal) {
    // Processes of the last release write them for as long as they run beside this one.
    for (const table of [RAW_BLOCK, RAW_OBSERVATION]) await createPartitions(db, table, clock.now());
    await purgeOldRaw(db, clock.now(), signal);
    const end = new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS);
    await purgeDroppedMembers(db, end);
    await purgeRejected(db, end);
  },
});
