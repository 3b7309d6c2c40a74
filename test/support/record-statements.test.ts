import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readHorizon } from '../../src/db/horizon.ts';
import { sql } from '../../src/db/sql.ts';
import { selectSurvivor } from '../../src/properties/store.ts';
import { freshDatabase } from './database.ts';
import { type RecordedStatement, recordStatements } from './record-statements.ts';
import { temporaryDirectory } from './temporary-directory.ts';

test('each statement is recorded once with its values and the line of the service that ran it', async (t) => {
  const folder = temporaryDirectory(t);
  const file = join(folder, 'statements.jsonl');
  const db = recordStatements((await freshDatabase(t)).db, file);
  const id = '0198c0de-0000-7000-8000-000000000000';
  for (let call = 0; call < 2; call += 1) await selectSurvivor(db, id);
  await db.transaction(async (tx) => {
    await readHorizon(tx);
    await tx.rows(sql`select ${Buffer.from('bytes')}::bytea`);
  });
  const recorded = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedStatement);
  assert.match(recorded[0]?.place ?? '', /^src\/properties\/store\.ts:\d+$/);
  assert.match(recorded[0]?.text ?? '', /from property where property_id = \$1/);
  assert.deepEqual(recorded[0]?.values, [id]);
  assert.match(recorded[1]?.text ?? '', /pg_snapshot_xmin/);
  assert.match(recorded[2]?.place ?? '', /record-statements\.test\.ts:\d+$/);
  assert.deepEqual(recorded[2]?.values, [{ base64: Buffer.from('bytes').toString('base64') }]);
  assert.equal(recorded.length, 3);
});
