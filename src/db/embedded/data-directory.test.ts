import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openDataDirectory, recreateSocketDirectory, socketDirectory } from './data-directory.ts';

function setUp(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'gable-place-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return { folder, place: openDataDirectory(join(folder, 'data'), true), sockets: join(folder, 'sockets') };
}

test('one data folder has one socket folder, by whatever path it is named', (t) => {
  const { folder, place } = setUp(t);
  symlinkSync(join(folder, 'data'), join(folder, 'link'));
  assert.equal(socketDirectory(openDataDirectory(join(folder, 'link'), true)), socketDirectory(place));
  assert.notEqual(socketDirectory(openDataDirectory(join(folder, 'other'), true)), socketDirectory(place));
  assert.ok(Buffer.byteLength(`${socketDirectory(place)}/.s.PGSQL.5432`) <= 103);
});

test('a new socket folder is closed to others, and emptied of what a killed server left', (t) => {
  const { place, sockets } = setUp(t);
  recreateSocketDirectory(sockets, place);
  assert.equal(lstatSync(sockets).mode & 0o777, 0o700);
  writeFileSync(join(sockets, '.s.PGSQL.5432.lock'), '1');
  recreateSocketDirectory(sockets, place);
  assert.throws(() => lstatSync(join(sockets, '.s.PGSQL.5432.lock')), { code: 'ENOENT' });
});

test('a socket folder that is open to others, or a link laid in its place, is refused', (t) => {
  const { folder, place, sockets } = setUp(t);
  recreateSocketDirectory(sockets, place);
  chmodSync(sockets, 0o750);
  assert.throws(() => recreateSocketDirectory(sockets, place), /open to others/);
  mkdirSync(join(folder, 'trap'), { mode: 0o700 });
  symlinkSync(join(folder, 'trap'), join(folder, 'laid'));
  assert.throws(() => recreateSocketDirectory(join(folder, 'laid'), place), /belongs to somebody else/);
});
