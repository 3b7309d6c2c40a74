import pg from 'pg';
import { DAY_MS } from '../lib/durations.ts';
import { type PartitionedTable, restOf } from './partitioned-tables.ts';
import { type Database, type Db, firstRow, identifier, sql } from './sql.ts';

/** A partition is made and dropped under a lock of the whole table. Who waits for it makes others wait. */
const LOCK_TIMEOUT = '1s';

const CHECK_VIOLATION = '23514';
const LOCK_NOT_AVAILABLE = '55P03';
const hasCode = (error: unknown, code: string): boolean =>
  error instanceof pg.DatabaseError && error.code === code;

/** A partition by its name, which has its bounds. Without a beginning it has rows from before there were partitions. */
export interface Partition {
  readonly name: string;
  readonly from: Date | undefined;
  readonly to: Date;
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10).replaceAll('-', '');
const momentOf = (day: string): Date => new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`);

const BOUNDS = /_(\d{8}|until)_(\d{8})$/;

function toPartition(name: string): Partition[] {
  const [, from, to] = BOUNDS.exec(name) ?? [];
  if (from === undefined || to === undefined) return [];
  return [{ name, from: from === 'until' ? undefined : momentOf(from), to: momentOf(to) }];
}

/** Those of periods, the oldest first; the default one is not among them. */
export async function listPartitions(db: Db, { table }: PartitionedTable): Promise<Partition[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select relname::text as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${table}::regclass`);
  return rows
    .flatMap(({ name }) => toPartition(name))
    .toSorted((one, other) => one.to.getTime() - other.to.getTime());
}

/** The partitions whose rows are deleted one by one: their rows are of many periods. */
export async function listMixedPartitions(db: Db, partitioned: PartitionedTable): Promise<string[]> {
  const all = await listPartitions(db, partitioned);
  return [restOf(partitioned), ...all.filter(({ from }) => from === undefined).map(({ name }) => name)];
}

/**
 * Drops partitions whose rows are all older than the moment. Returns up to when no partition of a period has rows: the
 * moment itself, or the beginning of the period that contains it.
 */
export async function dropPartitionsBefore(
  db: Database,
  partitioned: PartitionedTable,
  moment: Date,
): Promise<Date> {
  let cleared = moment;
  for (const { name, from, to } of await listPartitions(db, partitioned)) {
    if (
      to <= moment &&
      (await changeLocked(db, (tx) => tx.rows(sql`drop table if exists ${identifier(name)}`)))
    )
      continue;
    if (from !== undefined && from < cleared) cleared = from;
  }
  return cleared;
}

/** What a partition has to keep when it is dropped: rows whose time is not that of the period. */
export interface KeptRows {
  readonly column: string;
  readonly since: Date;
  /** More rows are not moved while everybody waits for the lock: the others are deleted one by one instead. */
  readonly atMost?: number;
}

const MAX_KEPT_ROWS = 10_000;

/**
 * Drops partitions of periods before the moment. The few rows of each that are younger go to the default partition.
 * Returns the partitions whose rows are deleted one by one: those of many periods, and those with many young rows.
 */
export async function dropPartitionsExcept(
  db: Database,
  partitioned: PartitionedTable,
  moment: Date,
  { column, since, atMost = MAX_KEPT_ROWS }: KeptRows,
): Promise<string[]> {
  const crowded: string[] = [];
  for (const { name, from, to } of await listPartitions(db, partitioned)) {
    if (to > moment || from === undefined) continue;
    const young = sql`select * from ${identifier(name)} where ${identifier(column)} >= ${since}`;
    const found = await db.rows(sql`select 1 from (${young}) as young limit ${atMost + 1}`);
    if (found.length > atMost) crowded.push(name);
    else
      await changeLocked(db, async (tx) => {
        const [present] = await tx.rows(sql`select 1 where to_regclass(${name}) is not null`);
        if (present === undefined) return;
        await tx.rows({ text: `alter table ${partitioned.table} detach partition ${name}`, values: [] });
        await tx.rows(sql`insert into ${identifier(partitioned.table)} ${young}`);
        await tx.rows(sql`drop table ${identifier(name)}`);
      });
  }
  return [...(await listMixedPartitions(db, partitioned)), ...crowded];
}

/** Makes the partitions of this period and of the next ones. Safe to run in several processes, and to repeat. */
export async function createPartitions(
  db: Database,
  partitioned: PartitionedTable,
  now: Date,
): Promise<void> {
  const known = await listPartitions(db, partitioned);
  const isFull = (await db.rows(sql`select 1 from ${identifier(restOf(partitioned))} limit 1`)).length > 0;
  if (known.length === 0 && isFull) await sealRest(db, partitioned, now);
  const last = (await listPartitions(db, partitioned)).at(-1)?.to.getTime() ?? 0;
  const { periodMs, periodsAhead } = partitioned;
  const current = Math.floor(now.getTime() / periodMs) * periodMs;
  for (let period = 0; period <= periodsAhead; period += 1) {
    const from = current + period * periodMs;
    if (from >= last) await createPartition(db, partitioned, new Date(from));
  }
}

/** It is not made while the default partition has rows of its period: these stay there, and are deleted by age. */
async function createPartition(db: Database, partitioned: PartitionedTable, from: Date): Promise<void> {
  const { table, periodMs, firstValueAt } = partitioned;
  const to = new Date(from.getTime() + periodMs);
  const text = `create table if not exists ${table}_${dayOf(from)}_${dayOf(to)} partition of ${table}
    for values from ('${firstValueAt(from)}') to ('${firstValueAt(to)}')`;
  try {
    await changeLocked(db, (tx) => tx.rows({ text, values: [] }));
  } catch (error) {
    if (!hasCode(error, CHECK_VIOLATION)) throw error;
  }
}

/**
 * The rows from before there were partitions are in the default one, which is read as a whole whenever a partition is
 * made. It becomes the partition of all that is older, without copying a row: first a constraint is checked while others
 * write, then the names change. A step that fails is repeated by the next run.
 */
async function sealRest(db: Database, partitioned: PartitionedTable, now: Date): Promise<void> {
  const { table, column, periodMs, firstValueAt } = partitioned;
  // Not so soon that a row of the next period is refused meanwhile, of a clock that is ahead.
  const until = new Date(Math.ceil((now.getTime() + DAY_MS) / periodMs) * periodMs);
  const rest = restOf(partitioned);
  const [check, sealed] = [`${rest}_until`, `${table}_until_${dayOf(until)}`];
  const bound = firstValueAt(until);
  const run = (...texts: string[]): Promise<boolean> =>
    changeLocked(db, async (tx) => {
      for (const text of texts) await tx.rows({ text, values: [] });
    });
  if (!(await run(`alter table ${rest} drop constraint if exists ${check}`))) return;
  // A row of a clock that was ahead: all stays in the default partition.
  const ahead = sql`select 1 from ${identifier(rest)} where ${identifier(column)} >= ${bound} limit 1`;
  if ((await db.rows(ahead)).length > 0) return;
  if (!(await run(`alter table ${rest} add constraint ${check} check (${column} < '${bound}') not valid`)))
    return;
  await run(`alter table ${rest} validate constraint ${check}`);
  await run(
    `alter table ${table} detach partition ${rest}`,
    `alter table ${rest} rename to ${sealed}`,
    `alter table ${table} attach partition ${sealed} for values from (minvalue) to ('${bound}')`,
    `create table ${rest} partition of ${table} default`,
    `alter table ${sealed} drop constraint ${check}`,
  );
}

/** Returns false when another process changes a partition, or uses the table for too long: the next run does it. */
async function changeLocked(db: Database, change: (tx: Db) => Promise<unknown>): Promise<boolean> {
  try {
    return await db.transaction(async (tx) => {
      await tx.rows(sql`
        select set_config('lock_timeout', ${LOCK_TIMEOUT}, true), set_config('statement_timeout', '0', true)`);
      const row = await firstRow<{ mine: boolean }>(
        tx,
        sql`
        select pg_try_advisory_xact_lock(
          hashtextextended(concat(nullif(current_schema(), 'public'), 'change partitions'), 0)) as mine`,
      );
      if (row?.mine === true) await change(tx);
      return row?.mine === true;
    });
  } catch (error) {
    if (hasCode(error, LOCK_NOT_AVAILABLE)) return false;
    throw error;
  }
}
