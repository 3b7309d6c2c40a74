import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { DeflatedDocuments } from './deflated-documents.ts';
import { gzipPage } from './gzip-page.ts';

const deflate = (texts: readonly string[]) => {
  const documents = new DeflatedDocuments();
  return texts.flatMap(
    (text, at) => documents.get(String(at), [text], () => Buffer.from(text)) ?? assert.fail('not read'),
  );
};

test('a page of deflated documents is one gzip stream with the bytes of the plain page', () => {
  const document = fc.oneof(
    fc.json(),
    fc.string({ minLength: 1, unit: 'binary' }),
    fc.constant('x'.repeat(90_000)),
  );
  fc.assert(
    fc.property(fc.array(document, { minLength: 1, maxLength: 12 }), (texts) => {
      const plain = Buffer.from(`[${texts.join(',')}]`);
      // Decoding also verifies length and checksum.
      assert.deepEqual(gunzipSync(gzipPage(deflate(texts))), plain);
    }),
    { numRuns: 15 },
  );
});

test('a document is read and deflated once until its version changes', () => {
  const documents = new DeflatedDocuments();
  let reads = 0;
  const get = (...version: unknown[]) =>
    documents.get('id', version, () => {
      reads += 1;
      return Buffer.from(JSON.stringify(version));
    });
  const file = {};
  const first = get(file, 7, 1);
  assert.equal(get(file, 7, 1), first);
  assert.equal(reads, 1);
  assert.notEqual(get(file, 7, 2), first);
  assert.notEqual(get({}, 7, 2), first);
  assert.equal(reads, 3);
});

test('the cache stays within its bytes and drops what was used least recently', () => {
  const documents = new DeflatedDocuments(1_000);
  const read: string[] = [];
  const get = (id: string) =>
    documents.get(id, [], () => {
      read.push(id);
      return Buffer.from(
        Array.from({ length: 300 }, (_, at) => String.fromCharCode(33 + ((at * 7) % 90))).join(''),
      );
    });
  for (let id = 0; id < 20; id += 1) {
    get('favourite');
    get(`other ${id}`);
    assert.ok(documents.bytes <= 1_000);
  }
  assert.equal(read.filter((id) => id === 'favourite').length, 1);
  assert.equal(get('other 0') !== undefined && read.at(-1), 'other 0', 'dropped, so read again');
});

test('a document that cannot be read is not cached', () => {
  const documents = new DeflatedDocuments();
  assert.equal(
    documents.get('id', [], () => undefined),
    undefined,
  );
  assert.equal(documents.bytes, 0);
});
