import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanJsonRecords } from './json.ts';
import { isTooDeep } from './json-object.ts';

/** Single characters of a megabyte would take 20 s: long texts are split into pieces of an odd length. */
const splitText = (text: string): string[] =>
  text.length < 10_000 ? [...text] : (text.match(/[\s\S]{1,1009}/g) ?? []);

/** Reads a text in one chunk and in small ones, and expects the same records. */
async function scan(text: string) {
  const read = (parts: readonly string[]) => {
    async function* chunks() {
      yield* parts;
    }
    return Array.fromAsync(scanJsonRecords(chunks(), ['value']));
  };
  const whole = await read([text]);
  const values = (objects: typeof whole) => objects.map(({ value, line }) => ({ value, line }));
  assert.deepEqual(values(await read(splitText(text))), values(whole));
  return whole;
}

const values = async (text: string) =>
  (await scan(text)).map(({ value, fault }) => value ?? fault?.slice(0, 8));

test('objects are found in a list, in a list inside an object, and one after another', async () => {
  assert.deepEqual(await values('[{"a":1},\n{"b":[{"c":"]}"}]}]'), [{ a: 1 }, { b: [{ c: ']}' }] }]);
  assert.deepEqual(await values('{"n":{"value":[1]},"value":[{"a":1},{"b":2}],"next":"x"}'), [
    { a: 1 },
    { b: 2 },
  ]);
  assert.deepEqual(await values('{"a":1}\n{"b":[1]}\n'), [{ a: 1 }, { b: [1] }]);
  assert.deepEqual(await values('{"value":[]}'), []);
});

test('a record has its line and the envelope before it', async () => {
  const [, second] = await scan('{"who":"x",\n"value":[{"a":1},\n{"b":"\\"}"}],"late":1}');
  assert.deepEqual([second?.line, second?.envelope], [3, { who: 'x', value: [] }]);
});

test('an invalid object loses only itself', async () => {
  assert.deepEqual(await values('[{"a":1},{"a":nul},{"b":2}]'), [{ a: 1 }, 'not JSON', { b: 2 }]);
  assert.deepEqual(
    (await values('[{"a":1},5,"x",{"b":2}]')).filter((value) => typeof value === 'object'),
    [{ a: 1 }, { b: 2 }],
  );
});

test('a record that is too deep or too long is reported and skipped', async () => {
  const deep = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`;
  assert.deepEqual(await values(`[${deep},{"b":2}]`), ['nested d', { b: 2 }]);
  assert.deepEqual(await values(`[{"a":"${'x'.repeat(1_100_000)}"},{"b":2}]`), ['longer t', { b: 2 }]);
});

test('invalid and truncated JSON is rejected', async () => {
  await assert.rejects(values('<xml/>'), /not JSON/);
  await assert.rejects(values('[{"a":1},{"b":'), /ends in the middle/);
});

test('brackets inside strings do not count as depth', () => {
  assert.equal(isTooDeep(`{"a":"${'['.repeat(1000)}\\"["}`), false);
  assert.equal(isTooDeep('['.repeat(100)), true);
});
