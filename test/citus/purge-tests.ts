import assert from 'node:assert/strict';
import { test } from 'node:test';
import { servedRegions } from '../../src/db/region-set.ts';
import { type Database, type Db, sql } from '../../src/db/sql.ts';
import { KEY_RETENTION_MS, purgeKeys } from '../../src/identity/purge-keys.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import type { CitusWorld } from './crash-tests.ts';

const MAX_PURGED = 1_000;

/** About half of the listings went that long ago. */
const expireSome = (db: Db, now: Date): Promise<unknown> =>
  db.rows(sql`
    update listing_feature set expired_at = ${new Date(now.getTime() - KEY_RETENTION_MS - DAY_MS)}
    where listing_id < ${'80000000-0000-0000-0000-000000000000'}::uuid`);

class RolledBack extends Error {}

const readKeyed = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ url: string }>(sql`
      select distinct url from listing
      where listing_id in (select listing_id from listing_key union all select listing_id from listing_photo) order by 1`)
  ).map(({ url }) => url);

/** The listings that have keys before and after. It leaves nothing behind. */
async function purgeAndRead(db: Database): Promise<{ before: string[]; after: string[] }> {
  const now = new Date();
  const keyed: { before: string[]; after: string[] } = { before: [], after: [] };
  for (const region of servedRegions(db)) {
    const purged = region.db.transaction(async (tx) => {
      keyed.before.push(...(await readKeyed(tx)));
      await expireSome(tx, now);
      await purgeKeys(tx, now, MAX_PURGED);
      assert.equal(await purgeKeys(tx, now, MAX_PURGED), 0);
      keyed.after.push(...(await readKeyed(tx)));
      throw new RolledBack();
    });
    await assert.rejects(purged, RolledBack);
  }
  return { before: keyed.before.sort(), after: keyed.after.sort() };
}

export function testPurges({ one, several }: CitusWorld): void {
  test('long gone listings leave the keys on workers as on one PostgreSQL', async () => {
    const wanted = await purgeAndRead(one);
    assert.deepEqual(await purgeAndRead(several), wanted);
    assert.ok(wanted.after.length > 0);
    assert.ok(wanted.after.length < wanted.before.length, 'no listing was gone');
  });
}
