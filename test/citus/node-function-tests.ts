import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { onNode, onNodeLater } from '../../src/db/node-functions.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/pool.ts';
import { PUSHED } from '../../src/db/pushed-insert.ts';
import { servedRegions } from '../../src/db/region-set.ts';
import { type Database, type Db, type Sql, sql } from '../../src/db/sql.ts';
import { dropUnusedFunctions } from '../../src/db/unused-functions.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { until } from '../faults/until.ts';
import { silentLog } from '../support/log.ts';

const ID = '0198c0de-0000-7000-8000-00000000a81a';

const insertPhoto = (photo: number): Sql =>
  onNode(sql`
    with stored as (
      insert into listing_photo (photo, listing_id)
      select photo, ${ID}::uuid from unnest(${[photo]}::bigint[]) as given (photo) where exists (select from listing) is not null
    )
    select 1`);
const insertPhotoLater = (photo: number): Sql =>
  onNodeLater(sql`
    with stored as (
      insert into listing_photo (photo, listing_id)
      select given.photo + count(present), ${ID}::uuid from unnest(${[photo]}::bigint[]) as given (photo)
        left join listing_photo as present on present.listing_id = ${ID}::uuid
      where exists (select from listing) is not null group by given.photo
    )
    select 1 as "Done"`);
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

const findFunction = async (db: Db, words: string): Promise<string | undefined> =>
  (
    await db.rows<{ signature: string }>(sql`
      select oid::regprocedure::text as signature from pg_proc
      where pronamespace = ${'paris'}::regnamespace and prosrc like ${`%${words}%`}`)
  )[0]?.signature;

/** Of the node: `db` is a handle of the region. */
const isOnNode = async (db: Db, signature: string): Promise<boolean> =>
  (
    await db.rows<{ present: boolean }>({
      text: `select to_regprocedure($1::text) is not null as present where ${PUSHED}`,
      values: [signature],
    })
  )[0]?.present === true;

const runText = (db: Db, text: string): Promise<unknown> => db.rows({ text, values: [] });

/** Statements of a transaction that a region has as functions of its node. */
export function testNodeFunctions(account: OpenDatabase, several: Database, connectionString: string): void {
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

  test('a write without a result waits for a statement on its table, a savepoint or the end, in its order', async () => {
    const db = region();
    const photos = async (tx: Db): Promise<unknown[]> =>
      (await tx.rows<{ photo: number }>(selectPhotos)).map(({ photo }) => photo);
    await db.rows(sql`delete from listing_photo where listing_id = ${ID}::uuid`);
    await db.transaction((tx) => tx.rows(insertPhotoLater(10)));
    await until(async () => (await findFunction(account, 'as "Done"')) !== undefined);
    const undone = new Error('undone');
    await until(async () => {
      let isSent = true;
      const trial = db.transaction(async (tx) => {
        await tx.rows(insertPhotoLater(20));
        isSent = (await countShardLocks(tx)) > 0;
        throw undone;
      });
      await assert.rejects(trial, undone);
      return !isSent;
    });
    await db.transaction(async (tx) => {
      await tx.rows(insertPhotoLater(20));
      await tx.rows(insertPhotoLater(30));
      assert.equal(await countShardLocks(tx), 0, 'not sent');
      assert.deepEqual(await photos(tx), [10, 21, 32], 'sent, the second after the first');
      await tx.rows(insertPhotoLater(40));
      await tx.rows(sql`savepoint first`);
      await tx.rows(insertPhotoLater(50));
      await tx.rows(sql`rollback to first`);
      await tx.rows(insertPhotoLater(60));
    });
    assert.deepEqual(await db.transaction(photos), [10, 21, 32, 43, 64]);
    await db.rows(sql`delete from listing_photo where listing_id = ${ID}::uuid`);
    for (const photo of [1, 2, 4]) await db.transaction((tx) => tx.rows(insertPhoto(photo)));
  });

  test('a function that is gone fails one transaction, and the coordinator runs the next', async () => {
    const db = region();
    const found = await findFunction(account, 'as "Id"');
    assert.ok(found);
    await runText(account, `drop function ${found}`);
    await assert.rejects(
      db.transaction((tx) => tx.rows(selectPhotos)),
      (error) => error instanceof pg.DatabaseError && error.code === '42883',
    );
    assert.equal((await db.transaction((tx) => tx.rows(selectPhotos))).length, 3);
    await db.rows(sql`delete from listing_photo where listing_id = ${ID}::uuid`);
  });

  test('a function that no process has called for a week is dropped, and one in use is not', async (t) => {
    let now = 0;
    const db = openDatabase(
      { connectionString, region: 'paris', isOnWorker: true },
      { log: silentLog, applicationName: 'gable test', monotonicMs: () => now },
    );
    t.after(() => db.end());
    const statement = onNode(
      sql`select count(*)::int as "Homes" from listing where listing_id <> ${ID}::uuid`,
    );
    const ask = (): Promise<unknown[]> => db.transaction((tx) => tx.rows(statement));
    const created = async (): Promise<string> => {
      await until(async () => (await findFunction(account, 'as "Homes"')) !== undefined);
      const signature = await findFunction(account, 'as "Homes"');
      assert.ok(signature);
      await until(async () => {
        const [row] = await account.rows<{ mark: string | null }>(
          sql`select obj_description(${signature}::regprocedure, 'pg_proc') as mark`,
        );
        return row?.mark !== null;
      });
      return signature;
    };
    const wanted = await ask();
    const called = await created();
    const former = 'paris.gable_0123456789abcdef01234567(integer)';
    await runText(account, `create function ${former} returns void language plpgsql as 'begin end'`);
    const functions = async (): Promise<number> =>
      (
        await account.rows(
          sql`select from pg_proc where pronamespace = ${'paris'}::regnamespace and proname like ${'gable%'}`,
        )
      ).length;
    const before = await functions();

    assert.equal(await dropUnusedFunctions(db, 'paris'), 0, 'one without a mark may be in use');
    assert.equal(await functions(), before);
    for (const unused of [former, called])
      await runText(account, `comment on function ${unused} is '2026-01-02'`);
    assert.equal(await dropUnusedFunctions(db, 'paris'), 2);
    assert.equal(await functions(), before - 2);
    for (const unused of [former, called]) assert.equal(await isOnNode(db, unused), false, unused);

    now += DAY_MS;
    assert.deepEqual(await ask(), wanted, 'after a day the coordinator is asked first');
    assert.equal(await created(), called);
    assert.equal(await isOnNode(db, called), true);
    assert.deepEqual(await ask(), wanted);
    assert.equal(await dropUnusedFunctions(db, 'paris'), 0);
  });
}
