import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { readFeed } from '../../src/ingest/feed.ts';
import { formatNames } from '../../src/ingest/format-names.ts';
import { recogniseFormat } from '../../src/ingest/formats.ts';

const folder = join(import.meta.dirname, '..', 'fixtures', 'feeds');
const feeds = readdirSync(folder).map((name) => {
  const bytes = readFileSync(join(folder, name));
  return { bytes, format: recogniseFormat(bytes.toString('utf8').replace(/^\ufeff/, '')) };
});

/** A feed with a few of its bytes removed, doubled or replaced. */
const damaged = fc.record({
  feed: fc.constantFrom(...feeds),
  wounds: fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(40),
      by: fc.oneof(
        fc.uint8Array({ maxLength: 12 }),
        fc
          .constantFrom('"', '<', '&', '{', ']', '~', '^', '\0', '!#', '1e999', '\n', ']]>', '<a>')
          .map((text) => Buffer.from(text)),
      ),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('a feed damaged anywhere is parsed to its end without an internal error', async () => {
  await fc.assert(
    fc.asyncProperty(
      damaged,
      fc.constantFrom(...formatNames),
      fc.integer({ min: 1, max: 5000 }),
      async ({ feed, wounds }, other, piece) => {
        const bytes = wounds.reduce<Buffer>((whole, { at, length, by }) => {
          const from = Math.floor(at * whole.length);
          return Buffer.concat([whole.subarray(0, from), by, whole.subarray(from + length)]);
        }, feed.bytes);
        const format = feed.format ?? other;
        for await (const reading of readFeed(inPieces(bytes, piece), {
          format,
          source: 'a',
          observedAt: new Date('2026-01-05'),
        })) {
          assert.ok(reading.line >= 1);
          if ('reason' in reading) assert.notEqual(reading.reason, '');
          else JSON.stringify(reading.raw);
        }
      },
    ),
    { numRuns: 400 },
  );
});
