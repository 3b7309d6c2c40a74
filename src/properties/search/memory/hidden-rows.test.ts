import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  day,
  expired,
  madeListing,
  recordTogether,
  revisited,
} from '../../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../../test/support/database.ts';
import { silentLog } from '../../../../test/support/log.ts';
import { parseTree } from '../../../../test/support/parse-tree.ts';
import { createCity, flat } from '../../../../test/support/searches.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { type Db, type Sql, sql } from '../../../db/sql.ts';
import { createPlaceService } from '../../../geo/place-service.ts';
import { record } from '../../record.ts';
import { NEWEST_FIRST } from '../order.ts';
import { sqlEngine } from '../sql-engine.ts';
import { IndexBuilder } from './index-builder.ts';
import { type AnsweredBy, memoryEngine } from './memory-engine.ts';
import { MemorySearch } from './memory-search.ts';
import { readRows } from './store.ts';

const { db, connection } = await freshDatabase({ after });
const directory = temporaryDirectory({ after });
const builder = new IndexBuilder({ connection, file: join(directory, 'properties') });
after(() => builder.close());
const sqlSearch = sqlEngine(db, createPlaceService(db, console.error));

const city = createCity();
const gone: string[] = [];
for (let number = 1; number <= 6; number += 1) {
  const listing = madeListing(flat(city, 250_000 + number), { createdAt: day(1), updatedAt: day(number) });
  gone.push(await recordTogether(db, [listing], day(number)));
  await record(db, { listings: [{ state: expired(listing, day(number + 10)) }] }, day(number + 10));
}
await recordTogether(db, [madeListing(flat(city, 260_000))], day(20));

async function openEngine(limits: { maxHiddenRows?: number; maxBytes?: number }) {
  const memory = new MemorySearch({ db, log: silentLog, builder, maxBytes: Infinity, ...limits });
  // The file may have been written with another limit.
  await builder.load(true, limits.maxHiddenRows ?? Infinity);
  await memory.refresh();
  const by: AnsweredBy[] = [];
  const { snapshot } = memory;
  const engine = memoryEngine({
    sql: sqlSearch,
    snapshot,
    lagMs: () => 0,
    countAnswer: (one) => void by.push(one),
  });
  return { memory, engine, by };
}

const OFF_MARKET = { property: { expired: true } };
const page = (criteria: object, limit: number, maxCount = 10_000) => ({
  criteria: parseTree(criteria),
  order: NEWEST_FIRST,
  offset: 0,
  limit,
  maxCount,
});

test('memory answers for properties off the market, also after they left it and returned', async () => {
  const { memory, engine, by } = await openEngine({});
  assert.deepEqual((await engine.queryPage(page(OFF_MARKET, 10))).ids, gone.toReversed());
  const listing = madeListing(flat(createCity(), 255_000));
  const id = await recordTogether(db, [listing], day(21));
  await memory.refresh();
  assert.equal((await engine.queryPage(page(OFF_MARKET, 10))).total, 6);
  await record(db, { listings: [{ state: expired(listing, day(22)) }] }, day(22));
  await memory.refresh();
  assert.deepEqual((await engine.queryPage(page(OFF_MARKET, 10))).ids, [id, ...gone.toReversed()]);
  await record(
    db,
    { listings: [{ state: revisited(listing, day(23), flat(createCity(), 256_000)) }] },
    day(23),
  );
  await memory.refresh();
  assert.deepEqual((await engine.queryPage(page(OFF_MARKET, 10))).ids, gone.toReversed());
  assert.deepEqual(new Set(by), new Set(['memory']));
});

test('with a bound, memory answers only where no older property off the market can match', async () => {
  const { memory, engine, by } = await openEngine({ maxHiddenRows: 2 });
  const since = memory.snapshot()?.hiddenSince ?? 0;
  assert.ok(Number.isFinite(since), `${since}`);
  const recent = { ...OFF_MARKET, dates: { updatedAt: { from: new Date(since / 1_000).toISOString() } } };
  assert.deepEqual((await engine.queryPage(page(recent, 10))).ids, gone.slice(-2).toReversed());
  assert.deepEqual((await engine.queryPage(page(OFF_MARKET, 10))).ids, gone.toReversed());
  assert.deepEqual((await engine.queryPage(page(OFF_MARKET, 1, 2))).ids, gone.slice(-1));
  const oldest = { ...page(OFF_MARKET, 1, 2), order: { ...NEWEST_FIRST, direction: 'ASC' as const } };
  assert.deepEqual((await engine.queryPage(oldest)).ids, gone.slice(0, 1));
  await engine.queryCursor({
    criteria: parseTree(OFF_MARKET),
    order: NEWEST_FIRST,
    limit: 1,
    from: undefined,
  });
  assert.deepEqual(by, ['memory', 'off-market', 'memory', 'off-market', 'off-market']);
});

test('without memory for them, SQL answers for properties off the market', async () => {
  const { engine, by } = await openEngine({ maxHiddenRows: 0 });
  assert.deepEqual((await engine.queryPage(page(OFF_MARKET, 1, 2))).ids, gone.slice(-1));
  assert.equal(await engine.count(parseTree({})), 2);
  assert.deepEqual(by, ['off-market', 'memory']);
});

test('hidden properties of both kinds are read once each, newest first, whatever the size of a page', async () => {
  await db.rows(
    sql`update property_search set listings_price_coherent = false where property_id = any(${[gone[1], gone[4]]}::uuid[])`,
  );
  const expected = await db.rows<{ id: string }>(
    sql`select property_id as id from property_search where expired or not listings_price_coherent
        order by updated_at desc, property_id desc`,
  );
  for (const pageRows of [1, 2, 3, 100]) {
    const read: string[] = [];
    for await (const rows of readRows(db, 'hidden', pageRows)) read.push(...rows.map(({ id }) => id));
    assert.deepEqual(
      read,
      expected.map(({ id }) => id),
    );
  }
});

test('a page of hidden properties is read from the indexes of both kinds, not sorted out of all of them', async () => {
  await db.transaction(async (tx) => {
    for (const scan of ['seqscan', 'bitmapscan'])
      await tx.rows({ text: `set local enable_${scan} = off`, values: [] });
    const plans: string[] = [];
    const explained = {
      async rows(statement: Sql) {
        const lines = await tx.rows<object>({ ...statement, text: `explain ${statement.text}` });
        plans.push(lines.flatMap((line) => Object.values(line)).join('\n'));
        return tx.rows(statement);
      },
    } as Db;
    for await (const _ of readRows(explained, 'hidden', 2));
    assert.ok(plans.length > 1);
    for (const plan of plans)
      for (const index of ['property_search_gone', 'property_search_incoherent'])
        assert.match(plan, new RegExp(`${index} on`), plan);
  });
});
