import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { openDataDirectory, recreateSocketDirectory, socketDirectory } from './data-directory.ts';

function setUp(t: TestContext) {
  const folder = temporaryDirectory(t);
  return {
    folder,
    directory: openDataDirectory(join(folder, 'data'), true),
    sockets: join(folder, 'sockets'),
  };
}

test('one data directory has one socket directory, by any path', (t) => {
  const { folder, directory } = setUp(t);
  symlinkSync(join(folder, 'data'), join(folder, 'link'));
  assert.equal(socketDirectory(openDataDirectory(join(folder, 'link'), true)), socketDirectory(directory));
  assert.notEqual(
    socketDirectory(openDataDirectory(join(folder, 'other'), true)),
    socketDirectory(directory),
  );
  assert.ok(Buffer.byteLength(`${socketDirectory(directory)}/.s.PGSQL.5432`) <= 103);
});

test('a new socket directory is closed to others, and leftovers of a killed server are deleted', (t) => {
  const { directory, sockets } = setUp(t);
  recreateSocketDirectory(sockets, directory);
  assert.equal(lstatSync(sockets).mode & 0o777, 0o700);
  writeFileSync(join(sockets, '.s.PGSQL.5432.lock'), '1');
  recreateSocketDirectory(sockets, directory);
  assert.throws(() => lstatSync(join(sockets, '.s.PGSQL.5432.lock')), { code: 'ENOENT' });
});

test('a socket directory that is open to others, or a link, is refused', (t) => {
  const { folder, directory, sockets } = setUp(t);
  recreateSocketDirectory(sockets, directory);
  chmodSync(sockets, 0o750);
  assert.throws(() => recreateSocketDirectory(sockets, directory), /open to others/);
  mkdirSync(join(folder, 'trap'), { mode: 0o700 });
  symlinkSync(join(folder, 'trap'), join(folder, 'link'));
  assert.throws(() => recreateSocketDirectory(join(folder, 'link'), directory), /belongs to somebody else/);
});
