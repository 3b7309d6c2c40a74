import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { crc32Shift, multiplyModulo } from './coded-pieces.ts';

test('the checksum of two texts together follows from those of each', () => {
  const bytes = fc.uint8Array({ maxLength: 3_000 });
  fc.assert(
    fc.property(bytes, bytes, (before, after) => {
      const combined = multiplyModulo(crc32Shift(after.length), crc32(before)) ^ crc32(after);
      assert.equal(combined >>> 0, crc32(Buffer.concat([before, after])));
    }),
  );
});
