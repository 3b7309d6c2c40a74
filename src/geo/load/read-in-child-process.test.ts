import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureLongestBlock } from '../../../test/support/longest-block.ts';
import { readInChildProcess } from './read-in-child-process.ts';

test('a country is read without blocking this process', async () => {
  let count = 0;
  const longestMs = await measureLongestBlock(async () => {
    count = (await readInChildProcess({ countryCode: 'ES', imports: [] })).ids.length;
  });
  assert.equal(count, 8_203);
  // Reading in this process takes 0.7 s of its CPU at once; here it only receives the rows.
  assert.ok(longestMs < 400, `${longestMs} ms`);
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
