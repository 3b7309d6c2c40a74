import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { canAccess, findServerUser } from './user.ts';

const STRANGER = { uid: 64_321, gid: 64_321 };
const isRoot = process.geteuid?.() === 0;

test('a user reaches a directory only when every parent allows it', (t) => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'gable-user-')));
  t.after(() => rmSync(top, { recursive: true }));
  const inside = join(top, 'inside');
  mkdirSync(inside);
  chmodSync(inside, 0o755);
  assert.equal(canAccess(inside, STRANGER), false);
  chmodSync(top, 0o711);
  assert.equal(canAccess(inside, STRANGER), true);
  chmodSync(inside, 0o776);
  assert.equal(canAccess(inside, STRANGER), false);
});

test('an ordinary user runs the server as itself', { skip: isRoot && 'we are root' }, () => {
  assert.equal(findServerUser('/nonexistent', tmpdir()), undefined);
});

test('root runs the server as the owner of the data, else as nobody', {
  skip: !isRoot && 'we are not root',
}, (t) => {
  const top = temporaryDirectory(t);
  const cluster = join(top, 'postgres');
  const nobody = findServerUser(cluster, top);
  assert.ok(nobody !== undefined && nobody.uid > 0);
  chownSync(top, 1, 1);
  assert.deepEqual(findServerUser(cluster, top), { uid: 1, gid: 1 });
  chownSync(top, STRANGER.uid, STRANGER.gid);
  assert.deepEqual(findServerUser(cluster, top), nobody);
  mkdirSync(cluster);
  chownSync(cluster, STRANGER.uid, STRANGER.gid);
  assert.deepEqual(findServerUser(cluster, top), STRANGER);
});
