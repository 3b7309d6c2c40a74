import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killWorkers } from '../support/killed-worker.ts';
import { createTestWarehouse } from '../support/warehouse.ts';

/** `npm run bench -- warehouse-chaos` kills 100 workers. */
test('workers killed while they collect, close and merge lose no event and keep none twice', async (t) => {
  const house = await createTestWarehouse(t);
  const held = await killWorkers(house, { kills: 2, changes: 60, killAfterMs: () => 10 });
  const { recorded, events, distinctEvents } = held;
  assert.deepEqual([events, distinctEvents], [recorded, recorded], held.moments.join('; '));
});
