import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killWorkers } from '../support/killed-worker.ts';
import { createTestWarehouse } from '../support/warehouse.ts';

/** `npm run bench -- warehouse-chaos` kills 100 workers. */
test('workers killed while they collect, close and merge lose and duplicate no event', async (t) => {
  const warehouse = await createTestWarehouse(t);
  const outcome = await killWorkers(warehouse, { kills: 2, changes: 60, killAfterMs: () => 10 });
  const { recorded, events, distinctEvents } = outcome;
  assert.deepEqual([events, distinctEvents], [recorded, recorded], outcome.moments.join('; '));
});
