import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { zstdCompressor } from './reused-codec.ts';
import { readContentBytes } from './zstd-frame.ts';

const dictionary = Buffer.from('{"title":"Appartement de 3 pièces","rooms":3,"price":');

test('the header of a frame says how long its content is', () => {
  for (const bytes of [0, 1, 255, 256, 257, 2_000, 65_791, 65_792, 300_000])
    for (const content of [randomBytes(bytes), Buffer.alloc(bytes, 'a')])
      for (const frame of [
        zstdCompressor({}).run(content),
        zstdCompressor({ dictionary }).run(content),
        zstdCompressSync(content),
      ]) {
        const said = readContentBytes(frame);
        assert.ok(said === bytes || said === undefined, `${bytes} bytes: ${said}`);
      }
  assert.equal(readContentBytes(zstdCompressor({ dictionary }).run(Buffer.alloc(2_000, 'a'))), 2_000);
});
