import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { readArrayFile, writeArrayFile } from './array-file.ts';

const VERSION = 1;
const COUNT = 65;
/** Numbers that do not pack, as the generator of Park and Miller gives them. */
function scatteredNumbers(): number[] {
  let last = 1;
  return Array.from({ length: COUNT }, () => {
    last = (last * 48_271) % 0x7fffffff;
    return last;
  });
}

const scattered = scatteredNumbers();
const value = {
  name: 'index',
  words: ['a', 'é'],
  nothing: null,
  segment: {
    bytes: Uint8Array.from(scattered),
    shorts: Uint16Array.from(scattered),
    words: Uint32Array.from(scattered),
    signed: Int32Array.from(scattered, (one) => -one),
    narrow: Float32Array.from(scattered, (one) => one / 3),
    wide: Float64Array.from(scattered, (one) => one / 3),
    unstated: new Float32Array(COUNT).fill(Number.NaN),
    equal: new Uint8Array(COUNT).fill(7),
    none: new Uint32Array(0),
  },
};

test('arrays of all kinds are read as they were written, those that pack well included', (t) => {
  const path = join(temporaryDirectory(t), 'arrays');
  writeArrayFile(path, VERSION, value);
  assert.deepEqual(readArrayFile(path, VERSION, Infinity), value);
});

test('a column that no property states takes next to nothing', (t) => {
  const directory = temporaryDirectory(t);
  const sizeOf = (arrays: object): number => {
    writeArrayFile(join(directory, 'arrays'), VERSION, arrays);
    return statSync(join(directory, 'arrays')).size;
  };
  const size = 1_000_000;
  const stated = Float32Array.from({ length: size }, (_, at) => Math.fround(Math.sin(at)));
  const alone = sizeOf({ stated });
  assert.ok(alone > 4 * size);
  assert.ok(sizeOf({ stated, unstated: new Float32Array(size).fill(Number.NaN) }) < alone + 1_000);
});

test('a file is refused after damage at any place, when it is cut, and for another version', (t) => {
  const path = join(temporaryDirectory(t), 'arrays');
  writeArrayFile(path, VERSION, value);
  const written = readFileSync(path);
  for (let at = 0; at < written.length; at += 1) {
    // What is between the header and the arrays is not read.
    const damaged = Buffer.from(written);
    damaged.writeUInt8(written.readUInt8(at) ^ 1, at);
    writeFileSync(path, damaged);
    const read = readArrayFile(path, VERSION, 2 ** 30);
    if (read !== undefined) assert.deepEqual(read, value, `byte ${at}`);
  }
  writeFileSync(path, written.subarray(0, -1));
  assert.equal(readArrayFile(path, VERSION, Infinity), undefined);
  writeFileSync(path, written);
  assert.equal(readArrayFile(path, VERSION + 1, Infinity), undefined);
  assert.equal(readArrayFile(join(path, 'absent'), VERSION, Infinity), undefined);
});

test('what takes more memory than there is for it is not read, however small the file is', (t) => {
  const path = join(temporaryDirectory(t), 'arrays');
  writeArrayFile(path, VERSION, { unstated: new Float64Array(1_000) });
  assert.ok(statSync(path).size < 1_000);
  assert.equal(readArrayFile(path, VERSION, 7_000), undefined);
  assert.notEqual(readArrayFile(path, VERSION, 9_000), undefined);
});
