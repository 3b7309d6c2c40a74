import { readFileSync } from 'node:fs';
import { migrate } from '../src/db/migrate.ts';
import {
  DELIVERY_ATTEMPT,
  type PartitionedTable,
  RAW_BLOCK,
  USAGE_SECOND,
} from '../src/db/partitioned-tables.ts';
import { createPartitions, dropPartitionsBefore } from '../src/db/partitions.ts';
import { type Database, firstRow, sql } from '../src/db/sql.ts';
import { DAY_MS } from '../src/lib/durations.ts';
import { MIGRATIONS } from '../src/processes/storage.ts';
import { emptyDatabase } from '../test/support/database.ts';
import { silentLog as log } from '../test/support/log.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { currentLoad } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Tables that are deleted by age: partitions of time beside one table, CPU of the server (--rows N)';

const NOW = new Date();
const BATCH_ROWS = 100;
const BATCHES = 200;

/** A version 7 id of a moment of the database. */
const idAt = (moment: string): string =>
  `(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 19))::uuid`;
const someId = 'md5(random()::text)::uuid';

interface Measured {
  partitioned: PartitionedTable;
  days: number;
  /** The statement that fills rows `$1` to `$2` at `$3` plus their share of `$4` days; the same for a batch of now. */
  insert: string;
  deleteOld: string;
}

const AT = `($3::timestamptz + $4::float8 * interval '1 day' * random())`;
const MEASURED: readonly Measured[] = [
  {
    partitioned: USAGE_SECOND,
    days: 40,
    insert: `insert into usage_second (account_id, at, batch_id, api_key_id, route, channel, route_type, calls, results, credits)
      select ${someId}, ${AT}, ${someId}, ${someId}, '/properties/search', 'DIRECT', 'read', 1, 20, 1
      from generate_series($1::int, $2::int) on conflict do nothing`,
    deleteOld: 'delete from usage_second where at < $1',
  },
  {
    partitioned: DELIVERY_ATTEMPT,
    days: 365,
    insert: `insert into delivery_attempt (account_id, event_notification_id, attempt_number, started_at, outcome, request_headers)
      select ${someId}, ${idAt('at')}, 1, at, 'DELIVERED', '{"content-type":"application/json"}'
      from (select ${AT} as at from generate_series($1::int, $2::int)) as made on conflict do nothing`,
    deleteOld: 'delete from delivery_attempt where started_at < $1',
  },
  {
    partitioned: RAW_BLOCK,
    days: 90,
    insert: `insert into raw_block (block_id, received_at, body)
      select ${idAt('at')}, at, decode(repeat(md5(random()::text), 60), 'hex')
      from (select ${AT} as at from generate_series($1::int, $2::int)) as made`,
    deleteOld: 'delete from raw_block where received_at < $1',
  },
];

/** CPU of the session's own process in the server, which does not grow while others use the cores. */
async function measureServer(db: Database, work: () => Promise<unknown>): Promise<number> {
  const pid = (await firstRow<{ pid: number }>(db, sql`select pg_backend_pid() as pid`))?.pid ?? 0;
  const read = (): number => {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    return (
      fields
        .split(' ')
        .slice(11, 13)
        .reduce((sum, ticks) => sum + Number(ticks), 0) * 10
    );
  };
  const before = read();
  await work();
  return read() - before;
}

interface Fill {
  rows: number;
  from: Date;
  days: number;
}

const insertRows = (db: Database, text: string, { rows, from, days }: Fill): Promise<unknown> =>
  db.rows({ text, values: [1, rows, from, days] });

async function measureTable(
  plain: Database,
  divided: Database,
  { partitioned, days, insert, deleteOld }: Measured,
  rows: number,
): Promise<void> {
  const start = new Date(NOW.getTime() - days * DAY_MS);
  for (let at = start.getTime(); at <= NOW.getTime(); at += partitioned.periodMs)
    await createPartitions(divided, partitioned, new Date(at));
  for (const db of [plain, divided]) await insertRows(db, insert, { rows, from: start, days });
  const cpu = [0, 0];
  for (let batch = 0; batch < BATCHES; batch += 1)
    for (const [at, db] of [plain, divided].entries())
      cpu[at] =
        (cpu[at] ?? 0) +
        (await measureServer(db, () => insertRows(db, insert, { rows: BATCH_ROWS, from: NOW, days: 0 })));
  const [one = 1, many = 0] = cpu.map((ms) => (ms * 1_000) / (BATCHES * BATCH_ROWS));
  // One period, as a retention deletes it.
  const until = new Date(Math.ceil(start.getTime() / partitioned.periodMs + 1) * partitioned.periodMs);
  const deleted = await measureServer(plain, async () => {
    await plain.rows({ text: deleteOld, values: [until] });
    await plain.rows({ text: `vacuum ${partitioned.table}`, values: [] });
  });
  const dropped = await measureServer(divided, () => dropPartitionsBefore(divided, partitioned, until));
  console.log(
    `${partitioned.table}: a row of a batch ${one.toFixed(1)} µs, with partitions ${many.toFixed(1)} (${(many / one).toFixed(2)}); ` +
      `a period deleted and vacuumed ${deleted} ms, dropped ${dropped} ms`,
  );
}

export async function run(args: string[], scope: TestScope): Promise<void> {
  const { rows } = parseOptions(args, { rows: 200_000 });
  const options = { max: 1, statementTimeoutMs: 600_000 };
  const [plain, divided] = [await emptyDatabase(scope, options), await emptyDatabase(scope, options)];
  await migrate(plain.connection, { folder: MIGRATIONS, log, through: '0038_packed_documents' });
  await migrate(divided.connection, { folder: MIGRATIONS, log });
  for (const measured of MEASURED) await measureTable(plain.db, divided.db, measured, rows);
  console.log(`${rows} rows a table, load ${currentLoad()}`);
}
