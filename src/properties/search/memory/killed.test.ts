import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../../../test/support/database.ts';
import { killMemory } from '../../../../test/support/killed-memory.ts';

const house = await freshDatabase({ after });

test('a process killed while it folds, writes documents or its snapshot leaves nothing that answers otherwise than SQL', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now());
  const { wrong, compared } = await killMemory(house, { seed, kills: 3, longestMs: 400 });
  assert.deepEqual(wrong, [], `seed ${seed}`);
  assert.ok(compared > 100, `${compared} properties compared: too few to tell anything`);
});
