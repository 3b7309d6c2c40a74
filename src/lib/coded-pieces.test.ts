import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { brotliPieces } from './brotli-pieces.ts';
import { gzipPieces, identityPieces, joinPieces, MAX_PLAIN_BYTES, type PieceCoding } from './coded-pieces.ts';

/** Both check what they read: gzip by length and checksum, Brotli by its structure. */
const decoders = { gzip: gunzipSync, br: brotliDecompressSync, identity: (bytes: Buffer) => bytes };

const piece = fc.oneof(
  fc.json().map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes)), // stored as it is
  fc.constantFrom(Buffer.alloc(0), Buffer.from('x'), Buffer.from('x'.repeat(90_000))),
  fc
    .array(fc.constantFrom('terrasse', 'balcon', 'cave', ' ', ', ', '🏠'), { maxLength: 30_000 })
    .map((words) => Buffer.from(words.join(''))),
);
const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 1 }),
  fc.constantFrom(',', '],"meta":', '\u00ff', 'é', '\u0000', 'y'.repeat(MAX_PLAIN_BYTES)),
  fc.string({ minLength: 1, unit: 'binary' }),
);

for (const coding of [gzipPieces, brotliPieces, identityPieces] satisfies PieceCoding[])
  test(`pieces and texts are one ${coding.name} stream with the bytes of them all`, () => {
    fc.assert(
      fc.property(text, fc.array(fc.tuple(piece, text), { maxLength: 12 }), (first, rest) => {
        const parts = [first, ...rest.flatMap(([one, after]) => [coding.compress(one), after])];
        const plain = Buffer.concat([first, ...rest.flat()].map((part) => Buffer.from(part as string)));
        assert.ok(decoders[coding.name](joinPieces(coding, parts)).equals(plain));
      }),
      { numRuns: 150 },
    );
  });

test('two pieces in a row, or a piece at an end, are a fault of the caller', () => {
  const one = gzipPieces.compress(Buffer.from('x'));
  for (const parts of [
    [one, ','],
    ['[', one],
    ['[', one, one, ']'],
  ])
    assert.throws(() => joinPieces(gzipPieces, parts), /missing/);
});
