import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../../../test/support/database.ts';
import { findIndexMismatches } from '../../../../test/support/index-mismatches.ts';

const database = await freshDatabase({ after });

test('memory, a replica thread, a second process, SQL and the predicate agree on ids and order while properties change', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now());
  const { mismatches, queries, steps } = await findIndexMismatches(database, {
    seed,
    properties: 300,
    trees: 200,
    every: 10,
  });
  assert.deepEqual(mismatches.slice(0, 1), [], `seed ${seed}`);
  assert.ok(
    queries.passes > 500 && steps.total > 50,
    `${queries.passes} found, ${steps} cursor steps: too few for a verdict`,
  );
});
