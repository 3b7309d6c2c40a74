import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../../../test/support/database.ts';
import { memoryDisagreements } from '../../../../test/support/memory-agreement.ts';

const { db } = await freshDatabase({ after });

test('memory, a thread that follows it, SQL and the predicate find the same properties in the same order while they change', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now());
  const { found, answered, passes } = await memoryDisagreements(db, {
    seed,
    properties: 300,
    trees: 150,
    every: 10,
  });
  assert.deepEqual(found.slice(0, 1), [], `seed ${seed}`);
  assert.ok(answered > 50 && passes > 500, `${answered} answered, ${passes} found: too few to tell anything`);
});
