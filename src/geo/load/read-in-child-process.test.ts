import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInChildProcess } from './read-in-child-process.ts';

test('a country is read without blocking this process', async () => {
  let [longest, last] = [0, performance.now()];
  const ticking = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  const rows = await readInChildProcess({ countryCode: 'ES', imports: [] });
  clearInterval(ticking);
  assert.equal(rows.ids.length, 8_203);
  // Reading in this process blocks for 0.7 s; here it only receives the rows.
  assert.ok(longest < 400, `${longest} ms`);
});

test('a failed read reports its cause', async () => {
  await assert.rejects(
    readInChildProcess({ countryCode: 'XX', imports: [] }),
    /no package holds the divisions of XX/,
  );
});

test('an abort ends the reader at once', async () => {
  const stopping = new AbortController();
  const reading = readInChildProcess({ countryCode: 'FR', imports: [] }, stopping.signal);
  setTimeout(() => stopping.abort(), 50);
  await assert.rejects(reading, /ended with SIGKILL/);
  await assert.rejects(readInChildProcess({ countryCode: 'FR', imports: [] }, stopping.signal), /aborted/);
});
