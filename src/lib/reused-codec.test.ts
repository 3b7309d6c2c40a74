import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { constants, createDeflate, deflateSync, zstdCompressSync } from 'node:zlib';
import { deflater, inflater, ReusedCodec, zstdCompressor, zstdDecompressor } from './reused-codec.ts';

const dictionary = Buffer.from('{"title":"Appartement de 3 pièces","rooms":3,"price":');
const zstdOptions = { dictionary, params: { [constants.ZSTD_c_checksumFlag]: 1 } };
const codecs = [
  {
    name: 'zstd',
    compressor: zstdCompressor(zstdOptions),
    decompressor: zstdDecompressor({ dictionary }),
    compress: (input: Uint8Array) => zstdCompressSync(input, zstdOptions),
  },
  {
    name: 'zlib',
    compressor: deflater({ dictionary, level: 3 }),
    decompressor: inflater({ dictionary }),
    compress: (input: Uint8Array) => deflateSync(input, { dictionary, level: 3 }),
  },
];

/** Empty, short, and around the size of the buffer: what does not shrink, and what shrinks to nothing. */
const inputs = [0, 1, 300, 65_535, 65_536, 65_537, 131_072, 300_000].flatMap((size) => [
  randomBytes(size),
  Buffer.alloc(size, 'é'),
]);

for (const { name, compressor, decompressor, compress } of codecs) {
  test(`${name}: one context gives the bytes of the documented function, text after text`, () => {
    for (const input of inputs) {
      const packed = compressor.run(input);
      assert.ok(packed.equals(compress(input)), `${input.length} bytes`);
      assert.ok(decompressor.run(packed).equals(input), `${input.length} bytes`);
    }
  });

  test(`${name}: a text is its UTF-8, of any length`, () => {
    for (const text of ['', 'Été, 65 m² « \u{1f3e0} »', 'à'.repeat(40_000)])
      assert.equal(decompressor.run(compressor.runText(text)).toString(), text);
  });

  test(`${name}: what is cut off or damaged is refused, and the next text is read all the same`, () => {
    const [first, second] = ['{"rooms":3}', '{"rooms":4}'].map((text) => compressor.runText(text));
    assert.ok(first !== undefined && second !== undefined);
    for (let length = 1; length < first.length; length += 1) {
      assert.throws(() => decompressor.run(first.subarray(0, length)), `${length} bytes`);
      assert.equal(decompressor.run(second).toString(), '{"rooms":4}');
    }
    const damaged = Buffer.from(first);
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    assert.throws(() => decompressor.run(damaged), { name: 'Error' });
    assert.equal(decompressor.run(second).toString(), '{"rooms":4}');
  });
}

test('a result is written into a part of a buffer, whose end it need not leave free', () => {
  const { compressor, decompressor } = {
    compressor: zstdCompressor(zstdOptions),
    decompressor: zstdDecompressor({ dictionary }),
  };
  for (const input of inputs) {
    const packed = compressor.run(input);
    for (const free of [0, 1, 100]) {
      const target = Buffer.alloc(5 + input.length + free);
      assert.equal(
        decompressor.runInto(packed, target, 5),
        input.length,
        `${input.length} bytes, ${free} free`,
      );
      assert.ok(target.subarray(5, 5 + input.length).equals(input));
      assert.deepEqual(target.subarray(0, 5), Buffer.alloc(5));
    }
    const damaged = Buffer.from(packed);
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    const target = Buffer.alloc(input.length + 1);
    for (const broken of [damaged, packed.subarray(0, -1)])
      assert.throws(() => decompressor.runInto(broken, target, 0), `${input.length} bytes`);
  }
});

test('where a stream of Node lacks what is reused, or gives other bytes, the documented function is used', () => {
  const plain = (input: Uint8Array) => deflateSync(input, { dictionary });
  const others = [() => ({ on: () => undefined, close: () => undefined }), () => createDeflate({ level: 0 })];
  for (const create of others) {
    const codec = new ReusedCodec(create, { plain, flush: constants.Z_FINISH, isReset: true });
    for (const text of ['{"rooms":3}', '{"rooms":4}', '{"rooms":5}', '{"rooms":6}', '{"rooms":7}'])
      assert.ok(codec.runText(text).equals(plain(Buffer.from(text))), text);
  }
});
