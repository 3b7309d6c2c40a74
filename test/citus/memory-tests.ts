import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchAll } from '../../src/criteria/tree.ts';
import { servedRegions } from '../../src/db/region-set.ts';
import { NEWEST_FIRST } from '../../src/properties/search/order.ts';
import { sqlEngine } from '../../src/properties/search/sql-engine.ts';
import { openTestMemory } from '../support/memory-engine.ts';
import { feedRegions, inPlaces } from '../support/region-world.ts';
import { type CitusWorld, dropPrices, persist } from './crash-tests.ts';

/** Batches of price drops that the index follows. */
const ROUNDS = 30;

export function testMemory({ url, one, several, places, observations }: CitusWorld): void {
  test('a memory index follows a region on a worker, and answers as SQL does', async (t) => {
    const region = servedRegions(several).find(({ name }) => name === 'paris');
    assert.ok(region?.isDistributed);
    const connection = { connectionString: url, region: 'paris', isOnWorker: true };
    const { memory, engine, answeredBy } = await openTestMemory(t, region.db, connection);
    let isOver = false;
    let refreshes = 0;
    const following = (async () => {
      for (; !isOver; refreshes += 1) await persist(() => memory.refresh());
    })();
    // The other service gets them as well: tests that follow compare both.
    for (let round = 0; round < ROUNDS; round += 1) {
      const changed = dropPrices(observations, round, 0.9 - round / 100);
      for (const db of [several, one]) await persist(() => feedRegions(db, places, changed));
    }
    isOver = true;
    await following;
    await memory.refresh();
    const sql = sqlEngine(region.db, places);
    for (const criteria of [matchAll, inPlaces('75')])
      for (const order of [NEWEST_FIRST, { field: 'PRICE', direction: 'ASC' } as const]) {
        const query = { criteria, order, offset: 0, limit: 100 };
        const [wanted, found] = await Promise.all([sql.queryPage(query), engine.queryPage(query)]);
        assert.deepEqual([found.ids, found.total], [wanted.ids, wanted.total]);
        assert.ok(found.ids.length > 0);
      }
    assert.equal(await engine.count(matchAll), await sql.count(matchAll));
    t.diagnostic(`${ROUNDS} batches beside ${refreshes} refreshes`);
    assert.deepEqual([...new Set(answeredBy)], ['memory']);
  });
}
