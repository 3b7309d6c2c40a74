import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../../../test/support/database.ts';
import { ANY_TIME, killMemoryWorkers } from '../../../../test/support/killed-memory.ts';

const database = await freshDatabase({ after });

test('a process killed during a flush, a document write or a snapshot write leaves nothing that answers differently from SQL', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now());
  const moments = [
    'reading has half of its documents',
    'a fold has half of its documents',
    'half of an array of the snapshot is written',
    'the snapshot is in its place',
    ANY_TIME,
  ];
  const { mismatches, killedIn, compared } = await killMemoryWorkers(database, {
    seed,
    kills: moments.length,
    moments,
    maxLifeMs: 400,
  });
  assert.deepEqual(mismatches, [], `seed ${seed}`);
  assert.equal(killedIn.size, moments.length, `${killedIn}`);
  assert.ok(compared > 100, `${compared} properties compared: too few for a verdict`);
});
