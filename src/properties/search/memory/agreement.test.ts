import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../../../test/support/database.ts';
import { findIndexMismatches } from '../../../../test/support/index-mismatches.ts';

const house = await freshDatabase({ after });

test('memory, a thread and a process beside it, SQL and the predicate find the same properties in the same order while they change', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now());
  const { mismatches, queries, steps } = await findIndexMismatches(house, {
    seed,
    properties: 300,
    trees: 200,
    every: 10,
  });
  assert.deepEqual(mismatches.slice(0, 1), [], `seed ${seed}`);
  assert.ok(queries.passes > 500 && steps.total > 50, `${queries.passes} found, walks ${steps}: too few`);
});
