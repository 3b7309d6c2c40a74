import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { parisFlat } from '../../test/fixtures/property-result.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { firstRow, sql } from '../db/sql.ts';
import { DOCUMENT_DICTIONARIES } from './document-dictionary.ts';
import { findProperty } from './lookup.ts';
import { packDocuments } from './pack-documents.ts';
import { packDocument, unpackDocument } from './packed-document.ts';

const { db } = await freshDatabase({ after });

test('a packed document is read to the byte; JSON of an older release is read as it is', () => {
  const text = JSON.stringify({ ...parisFlat, body: 'Été à l’île, 65 m², « \u{1f3e0} »' });
  assert.equal(unpackDocument(packDocument(text)), text);
  assert.equal(unpackDocument(Buffer.from(text)), text);
});

test('a document that is damaged or of an unknown dictionary is never read as another one', () => {
  const text = JSON.stringify(parisFlat);
  const packed = packDocument(text);
  let refused = 0;
  for (let at = 0; at < packed.length; at += 7) {
    const damaged = Buffer.from(packed);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    try {
      // A bit of padding may be lost without harm.
      assert.equal(unpackDocument(damaged), text, `byte ${at}`);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      refused += 1;
    }
  }
  assert.ok(refused > packed.length / 8, `${refused} of ${packed.length / 7}`);
  assert.throws(() => unpackDocument(Buffer.of(99, 1, 2)), /a newer release packed this document/);
});

test('dictionaries are frozen: stored documents are read with them', () => {
  const digests = DOCUMENT_DICTIONARIES.map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  assert.deepEqual(digests, [
    '46efe9eff750538513ff1d6c7d0c07718a6ef1cafef31fa248fa3709cc362679',
    'ae7486ba47b15516705b6c68a2993970dafa041cacb94c33bb92f24a28f733a4',
  ]);
});

test('a document is read with each dictionary that packed documents', () => {
  const text = JSON.stringify(parisFlat);
  for (const [at, dictionary] of DOCUMENT_DICTIONARIES.entries()) {
    const packed = Buffer.concat([Buffer.of(at + 1), zstdCompressSync(text, { dictionary })]);
    assert.equal(unpackDocument(packed), text);
  }
  assert.equal(packDocument(text)[0], DOCUMENT_DICTIONARIES.length);
});

test('documents of an older release are read, then packed in the background, once', async () => {
  const ids = Array.from(
    { length: 250 },
    (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  );
  const documents = ids.map((id) => ({ ...parisFlat, id }));
  await db.rows(sql`
    insert into property (property_id, created_at, document)
    select (document ->> 'id')::uuid, now(), document from json_array_elements(${JSON.stringify(documents)}::json) as document`);
  const [first = ''] = ids;
  assert.deepEqual(await findProperty(db, first), documents[0]);
  assert.equal(await packDocuments(db), 250);
  assert.deepEqual(await findProperty(db, first), documents[0]);
  const left = await firstRow<{ json: number; packed: number }>(
    db,
    sql`select count(document)::int as json, count(packed)::int as packed from property`,
  );
  assert.deepEqual(left, { json: 0, packed: 250 });
  assert.equal(await packDocuments(db), 0);
});
