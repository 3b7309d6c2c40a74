import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killWorkers } from '../support/killed-worker.ts';
import { warehouse } from '../support/warehouse.ts';

/** `npm run bench -- warehouse-chaos` kills 100 workers. */
test('workers killed while they collect, close and merge lose no event and keep none twice', async (t) => {
  const house = await warehouse(t);
  const held = await killWorkers(house, { kills: 2, changes: 60, killAfterMs: () => 10 });
  const { recorded, events, different } = held;
  assert.deepEqual([events, different], [recorded, recorded], held.moments.join('; '));
});
