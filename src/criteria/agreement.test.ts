import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { disagreements } from '../../test/support/agreement.ts';
import { freshDatabase } from '../../test/support/database.ts';

test('search in SQL and judging in memory give the same answer for random trees and properties', async () => {
  const { db } = await freshDatabase({ after });
  const seed = Date.now();
  const { found, pairs, passes } = await disagreements(db, { seed, properties: 200, trees: 300 });
  assert.deepEqual(found, [], `seed ${seed}`);
  assert.ok(
    passes > pairs / 50 && passes < pairs / 2,
    `${passes} of ${pairs} pass: too few or too many to tell anything`,
  );
});
