import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readMigrations } from './migration-files.ts';

const folder = join(import.meta.dirname, '../../migrations');
const migrations = readMigrations(folder);
const checksums = JSON.parse(readFileSync(join(folder, 'checksums.json'), 'utf8')) as Record<string, string>;

for (const { name, sha256 } of migrations)
  test(`migration ${name} is the file that was recorded when it landed`, () => {
    const recorded = checksums[name];
    assert.ok(recorded !== undefined, `add to migrations/checksums.json: "${name}": "${sha256}"`);
    assert.equal(sha256, recorded, `${name}.sql is frozen: restore it and put the change in a new migration`);
  });

test('no recorded migration was removed or renamed', () => {
  const names = migrations.map(({ name }) => name);
  assert.deepEqual(
    Object.keys(checksums).filter((name) => !names.includes(name)),
    [],
  );
});
