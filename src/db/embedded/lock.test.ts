import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { withFileLock } from './lock.ts';
import { readProcessIdentity } from './process.ts';

function lockIn(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'gable-lock-'));
  t.after(() => {
    assert.deepEqual(readdirSync(folder), []);
    rmSync(folder, { recursive: true });
  });
  return join(folder, 'lock');
}

const dead = spawnSync(process.execPath, ['--version']).pid;

test('work under one lock never overlaps', async (t) => {
  const lock = lockIn(t);
  let inside = 0;
  const work = async () => {
    inside += 1;
    assert.equal(inside, 1);
    await pause(2);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, work)));
});

test('a lock is released when the work fails', async (t) => {
  const lock = lockIn(t);
  await assert.rejects(
    withFileLock(lock, () => Promise.reject(new Error('no disk'))),
    /no disk/,
  );
  assert.equal(existsSync(lock), false);
});

for (const [what, content] of Object.entries({
  'of a dead process': `${dead} 123 x\n`,
  'whose process number has gone to another program': `${process.ppid} 123 x\n`,
  'that holds nothing, after a full disk': '',
})) {
  test(`a lock ${what} is taken over, by one of many`, async (t) => {
    const lock = lockIn(t);
    writeFileSync(lock, content);
    let inside = 0;
    const results = Array.from({ length: 4 }, () =>
      withFileLock(lock, async () => {
        inside += 1;
        await pause(2);
        const seen = inside;
        inside -= 1;
        return seen;
      }),
    );
    assert.deepEqual(await Promise.all(results), [1, 1, 1, 1]);
  });
}

test('a process has one identity while it runs and none after', () => {
  assert.equal(typeof readProcessIdentity(process.pid), 'string');
  assert.equal(readProcessIdentity(process.pid), readProcessIdentity(process.pid));
  assert.equal(readProcessIdentity(dead), undefined);
});
