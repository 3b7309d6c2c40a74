import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '../../test/faults/until.ts';
import { emptyDatabase } from '../../test/support/database.ts';
import { recordingLog, silentLog } from '../../test/support/log.ts';
import type { Connection } from '../db/connection.ts';
import { type OpenDatabase, openDatabase } from '../db/pool.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';
import { openShardReader } from './shard-reader.ts';

/** The catalogue of Citus and a region on two nodes: one has the shard 7, the other the shard 8. The table itself is empty. */
const CATALOGUE = `
  create table pg_dist_shard (logicalrelid oid, shardid bigint);
  create table pg_dist_placement (shardid bigint, groupid int);
  create table pg_dist_node (groupid int, nodename text, nodeport int, noderole text);
  insert into pg_dist_node values (1, 'first', 1, 'primary'), (2, 'second', 2, 'primary');
  create table listing (url text);
  create table listing_7 as select 'of the first' as url;
  create table listing_8 as select 'of the second' as url;
  insert into pg_dist_shard values ('listing'::regclass, 7);
  insert into pg_dist_placement values (7, 1)`;

async function setUp(t: TestContext) {
  const { db, connection } = await emptyDatabase(t);
  await db.transaction(async (tx) => {
    for (const text of CATALOGUE.split(';')) await tx.rows({ text, values: [] });
  });
  const log = recordingLog();
  let nowMs = 0;
  const down = new Set<string>();
  const opened: { host: string; node: OpenDatabase }[] = [];
  const openNode = ({ host }: { host: string }): OpenDatabase => {
    const options = { log: silentLog, applicationName: 'gable test' };
    const node = openDatabase(down.has(host) ? UNREACHED : connection, options);
    opened.push({ host, node });
    return node;
  };
  const reader = openShardReader({ name: 'public', db, open: openNode, log, monotonicMs: () => nowMs });
  t.after(() => reader.end());
  const read = async (): Promise<string | undefined> => {
    const own: Db = reader.current() ?? db;
    return (await firstRow<{ url: string }>(own, sql`select url from listing where ${1}::int = 1`))?.url;
  };
  const reach = () => until(() => reader.current() !== undefined, { what: () => 'a session with the node' });
  const move = () =>
    db.transaction(async (tx) => {
      await tx.rows(sql`update pg_dist_shard set shardid = 8`);
      await tx.rows(sql`update pg_dist_placement set shardid = 8, groupid = 2`);
    });
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { log, read, reach, move, opened, down, pass };
}

const UNREACHED: Connection = { connectionString: 'postgres://gable@127.0.0.1:1/none' };

test('a region is read on its node, and a placement of more than a second is read again first', async (t) => {
  const { read, reach, move, pass, opened } = await setUp(t);
  assert.equal(await read(), undefined, 'the coordinator answers until the node is known');
  await reach();
  assert.equal(await read(), 'of the first');
  await move();
  assert.equal(await read(), 'of the first', 'within a second');
  pass(1_001);
  assert.equal(await read(), 'of the second');
  assert.deepEqual(
    opened.map(({ host }) => host),
    ['first', 'second'],
  );
});

test('a statement with a name keeps its plan on the node', async (t) => {
  const { read, reach, opened } = await setUp(t);
  await reach();
  await read();
  const prepared = await opened[0]?.node.rows<{ statement: string }>(sql`
    select statement from pg_prepared_statements where statement like ${'%listing%'}`);
  assert.deepEqual(prepared?.length, 1);
  assert.match(prepared?.[0]?.statement ?? '', /^select url from listing_7 as listing where/);
});

test('a node that is not reached is left to the coordinator for a minute, and logged once', async (t) => {
  const { read, reach, move, pass, down, log, opened } = await setUp(t);
  await reach();
  await move();
  down.add('second');
  pass(1_001);
  assert.equal(await read(), undefined);
  assert.equal(await read(), undefined);
  assert.deepEqual(log.lines, ['warn: the node of a region is not reached: the coordinator answers']);
  down.clear();
  pass(59_000);
  assert.equal(await read(), undefined);
  assert.deepEqual(
    opened.map(({ host }) => host),
    ['first', 'second'],
  );
  pass(1_001);
  await reach();
  assert.equal(await read(), 'of the second');
});

test('a node that is lost is left to the coordinator, which answers the same read', async (t) => {
  const { read, reach, pass, opened, log } = await setUp(t);
  await reach();
  assert.equal(await read(), 'of the first');
  await opened[0]?.node.end();
  assert.equal(await read(), undefined);
  assert.equal(await read(), undefined);
  assert.equal(log.lines.length, 1, log.lines.join());
  pass(60_001);
  await reach();
  assert.equal(await read(), 'of the first');
});
