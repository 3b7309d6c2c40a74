import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ImportFault, type JsonRecord, type RecordPath, streamJsonRecords } from './json-records.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const recordsOf = (text: string, place: RecordPath, { size = 7, start = 0 } = {}): Promise<JsonRecord[]> =>
  Array.fromAsync(
    streamJsonRecords(inPieces(Buffer.from(text).subarray(start).toString(), size), place, start),
  );

const values = (records: readonly JsonRecord[]): unknown[] => records.map(({ text }) => JSON.parse(text));

const features: RecordPath = { depth: 2, under: 'features' };

test('features are found among other members, whatever brackets and quotes they contain', async () => {
  const collection = {
    type: 'FeatureCollection',
    crs: { properties: { name: 'x', features: [{ no: 1 }] } },
    links: [{ href: '}{' }],
    features: [{ a: '[{"\\' }, { b: { c: [[1, 2], ['é€😀']] } }, {}],
    after: [{ d: 1 }],
  };
  assert.deepEqual(values(await recordsOf(JSON.stringify(collection), features)), collection.features);
  assert.deepEqual(
    values(await recordsOf(JSON.stringify(collection, null, 2), features)),
    collection.features,
  );
});

test('members of one object have their name, objects in a sequence have none', async () => {
  const centres = { '01001': { center: [1, 2] }, "L'Haÿ": { center: [3, 4] } };
  const found = await recordsOf(JSON.stringify(centres), { depth: 1 });
  assert.deepEqual(
    found.map(({ key }) => key),
    Object.keys(centres),
  );
  assert.deepEqual(values(found), Object.values(centres));
  assert.deepEqual(values(await recordsOf('{"a":1}\n\u001e{"b":{}}\n', { depth: 0 })), [{ a: 1 }, { b: {} }]);
});

test('the records do not depend on the chunks, and reading may resume after any of them', async () => {
  const wanted = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(wanted, fc.integer({ min: 1, max: 40 }), async (objects, size) => {
      const text = JSON.stringify({ type: 'FeatureCollection', features: objects });
      const whole = await recordsOf(text, features, { size });
      assert.deepEqual(values(whole), JSON.parse(JSON.stringify(objects)));
      for (const [index, { end }] of whole.entries()) {
        const rest = await recordsOf(text, features, { size, start: end });
        assert.deepEqual(rest, whole.slice(index + 1));
      }
    }),
    { numRuns: 60 },
  );
});

test('a truncated file gives its complete records, then an error', async () => {
  const records = streamJsonRecords(inPieces('{"features":[{"a":1},{"b":', 5), features, 0);
  assert.equal((await records.next()).value?.text, '{"a":1}');
  await assert.rejects(records.next(), ImportFault);
});
