import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logPosition, ReplicaLag } from './replica-lag.ts';

test('positions of the log compare as numbers', () => {
  assert.equal(logPosition('16/B374D848'), 0x16b374d848n);
  assert.ok(logPosition('1/0') > logPosition('0/FFFFFFFF'));
});

test('a replica is as of the newest sample that it has replayed', () => {
  const lag = new ReplicaLag();
  for (const at of [1, 2, 3]) lag.add({ atMs: at, position: BigInt(at * 10), moment: at * 100 });
  assert.equal(lag.covered, undefined);
  lag.replayed(25n);
  assert.deepEqual(lag.covered, { atMs: 2, position: 20n, moment: 200 });
  lag.replayed(25n);
  assert.deepEqual(lag.covered, { atMs: 2, position: 20n, moment: 200 }, 'a second read makes it no younger');
  lag.forget();
  assert.equal(lag.covered, undefined);
});
