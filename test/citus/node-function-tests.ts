import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { onNode } from '../../src/db/node-functions.ts';
import type { OpenDatabase } from '../../src/db/pool.ts';
import { servedRegions } from '../../src/db/region-set.ts';
import { type Database, type Db, type Sql, sql } from '../../src/db/sql.ts';
import { until } from '../faults/until.ts';

const ID = '0198c0de-0000-7000-8000-00000000a81a';

const insertPhoto = (photo: number): Sql =>
  onNode(sql`
    with stored as (
      insert into listing_photo (photo, listing_id)
      select photo, ${ID}::uuid from unnest(${[photo]}::bigint[]) as given (photo) where exists (select from listing) is not null
    )
    select 1`);
const selectPhotos = onNode(
  sql`select photo, listing_id as "Id" from listing_photo where listing_id = ${ID}::uuid order by 1`,
);

/** The locks of the coordinator that a move of a shard waits for. */
const countShardLocks = async (db: Db): Promise<number> =>
  (
    await db.rows<{ locks: number }>(sql`
      select count(*)::int as locks from pg_locks
      where pid = pg_backend_pid() and locktype = 'advisory' and mode = 'ShareLock'`)
  )[0]?.locks ?? 0;

/** Tables of the region that the coordinator has locked, as its own writes do. */
const listLockedTables = (db: Db): Promise<{ table: string }[]> =>
  db.rows(sql`
    select relation::regclass::text as "table" from pg_locks
    where pid = pg_backend_pid() and mode = 'RowExclusiveLock' and relation = ${'listing_photo'}::regclass`);

const countFunctions = async (db: Db): Promise<number> =>
  (
    await db.rows<{ functions: number }>(sql`
      select count(*)::int as functions from pg_proc where pronamespace = ${'paris'}::regnamespace and prosrc like ${'%listing_photo_%'}`)
  )[0]?.functions ?? 0;

/** Statements of a transaction that a region has as functions of its node. */
export function testNodeFunctions(account: OpenDatabase, several: Database): void {
  const region = (): Database => {
    const found = servedRegions(several).find(({ name }) => name === 'paris')?.db;
    assert.ok(found);
    return found;
  };

  test('ingest has functions on every node, which a transaction calls after a lock that a move waits for', async () => {
    const db = region();
    const before = await countFunctions(account);
    assert.ok(before > 0, 'those of ingest');
    for (const photo of [1, 2]) await db.transaction((tx) => tx.rows(insertPhoto(photo)));
    await db.transaction((tx) => tx.rows(selectPhotos));
    await until(async () => (await countFunctions(account)) === before + 2);
    await db.transaction(async (tx) => {
      await tx.rows(sql`savepoint first`);
      await tx.rows(insertPhoto(3));
      assert.equal(await countShardLocks(tx), 1);
      assert.equal((await listLockedTables(tx)).length, 1);
      await tx.rows(sql`rollback to first`);
      assert.equal(await countShardLocks(tx), 0);
      assert.equal((await listLockedTables(tx)).length, 0);
      await tx.rows(insertPhoto(4));
      assert.equal((await listLockedTables(tx)).length, 1);
      assert.equal(await countShardLocks(tx), 1, 'again after a savepoint that released it');
      assert.deepEqual(
        await tx.rows(selectPhotos),
        [1, 2, 4].map((photo) => ({ photo, Id: ID })),
      );
    });
    const [node] = await db.rows<{ photos: number }>(sql`
      select count(*)::int as photos from listing_photo where listing_id = ${ID}::uuid`);
    assert.equal(node?.photos, 3);
  });

  test('a function that is gone fails one transaction, and the coordinator runs the next', async () => {
    const db = region();
    const [found] = await account.rows<{ signature: string }>(sql`
      select oid::regprocedure::text as signature from pg_proc
      where pronamespace = ${'paris'}::regnamespace and prosrc like ${'%as "Id"%'}`);
    assert.ok(found);
    await account.rows({ text: `drop function ${found.signature}`, values: [] });
    await assert.rejects(
      db.transaction((tx) => tx.rows(selectPhotos)),
      (error) => error instanceof pg.DatabaseError && error.code === '42883',
    );
    assert.equal((await db.transaction((tx) => tx.rows(selectPhotos))).length, 3);
    await db.rows(sql`delete from listing_photo where listing_id = ${ID}::uuid`);
  });
}
