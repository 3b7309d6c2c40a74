import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { mayExecute, temporaryRoot } from './temporary-folder.ts';

test('a run has its files where TMPDIR says, else in memory or in the usual directory', () => {
  assert.equal(temporaryRoot({ TMPDIR: '/elsewhere' }), tmpdir());
  assert.match(temporaryRoot({}), /^\/dev\/shm$|^\/tmp$|^\/var\/folders\//);
});

test('a directory in memory is used if programs in it can be started', () => {
  const root = '/dev/vda / ext4 rw,relatime 0 0\n';
  assert.ok(mayExecute(`${root}tmpfs /dev/shm tmpfs rw,relatime,size=24643328k 0 0\n`));
  assert.ok(!mayExecute(`${root}tmpfs /dev/shm tmpfs rw,nosuid,nodev,noexec 0 0\n`));
  assert.ok(!mayExecute(`${root}/dev/sda1 /dev/shm ext4 rw 0 0\n`));
  assert.ok(!mayExecute(root));
});
