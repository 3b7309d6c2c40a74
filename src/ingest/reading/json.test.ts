import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanJsonRecords } from './json.ts';
import { isTooDeep } from './json-object.ts';

/** A text of a megabyte letter by letter takes 20 s: it is cut into pieces of an odd length. */
const piecesOf = (text: string): string[] =>
  text.length < 10_000 ? [...text] : (text.match(/[\s\S]{1,1009}/g) ?? []);

/** The same found in one piece and letter by letter. */
async function found(text: string) {
  const read = (parts: readonly string[]) => {
    async function* chunks() {
      yield* parts;
    }
    return Array.fromAsync(scanJsonRecords(chunks(), ['value']));
  };
  const whole = await read([text]);
  const values = (objects: typeof whole) => objects.map(({ value, line }) => ({ value, line }));
  assert.deepEqual(values(await read(piecesOf(text))), values(whole));
  return whole;
}

const values = async (text: string) =>
  (await found(text)).map(({ value, fault }) => value ?? fault?.slice(0, 8));

test('objects are found in a list, in a list inside an object, and one after another', async () => {
  assert.deepEqual(await values('[{"a":1},\n{"b":[{"c":"]}"}]}]'), [{ a: 1 }, { b: [{ c: ']}' }] }]);
  assert.deepEqual(await values('{"n":{"value":[1]},"value":[{"a":1},{"b":2}],"next":"x"}'), [
    { a: 1 },
    { b: 2 },
  ]);
  assert.deepEqual(await values('{"a":1}\n{"b":[1]}\n'), [{ a: 1 }, { b: [1] }]);
  assert.deepEqual(await values('{"value":[]}'), []);
});

test('an object knows its line and what was said around it before', async () => {
  const [, second] = await found('{"who":"x",\n"value":[{"a":1},\n{"b":"\\"}"}],"late":1}');
  assert.deepEqual([second?.line, second?.envelope], [3, { who: 'x', value: [] }]);
});

test('an object broken inside its brackets costs only itself', async () => {
  assert.deepEqual(await values('[{"a":1},{"a":nul},{"b":2}]'), [{ a: 1 }, 'not JSON', { b: 2 }]);
  assert.deepEqual(
    (await values('[{"a":1},5,"x",{"b":2}]')).filter((value) => typeof value === 'object'),
    [{ a: 1 }, { b: 2 }],
  );
});

test('what is too deep or too long is told and let go', async () => {
  const deep = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`;
  assert.deepEqual(await values(`[${deep},{"b":2}]`), ['nested d', { b: 2 }]);
  assert.deepEqual(await values(`[{"a":"${'x'.repeat(1_100_000)}"},{"b":2}]`), ['longer t', { b: 2 }]);
});

test('what is no JSON, or only its beginning, is refused', async () => {
  await assert.rejects(values('<xml/>'), /not JSON/);
  await assert.rejects(values('[{"a":1},{"b":'), /ends in the middle/);
});

test('depth is counted outside of texts only', () => {
  assert.equal(isTooDeep(`{"a":"${'['.repeat(1000)}\\"["}`), false);
  assert.equal(isTooDeep('['.repeat(100)), true);
});
