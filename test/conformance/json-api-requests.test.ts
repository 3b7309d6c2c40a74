import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApi } from '../support/api.ts';
import { createTestProperty } from '../support/owners.ts';
import { findProblemErrors } from '../support/problem-referee.ts';
import { readHeader } from '../support/test-response.ts';

const api = await startApi({ after });
const path = '/favorite-properties';
const type = 'application/vnd.api+json';
const propertyId = await createTestProperty(api.db, api.clock);
const send = (body: unknown, as = type) => api.call({ method: 'POST', path, body, type: as });
const document = (data: object) => ({ data: { type: 'FavoriteProperty', ...data } });

interface SingleDocument {
  data: { id: string; attributes: { propertyId: string } };
}

test('a JSON:API document creates as flat JSON does', async () => {
  const created = await send(document({ attributes: { propertyId } }));
  assert.equal(created.status, 201);
  const { data } = created.body as SingleDocument;
  assert.equal(data.attributes.propertyId, propertyId);
  assert.equal(readHeader(created, 'location'), `${path}/${data.id}`);
  const again = await api.call({ method: 'POST', path, body: { propertyId }, accept: type });
  assert.deepEqual(again.body, created.body);
});

test('the document that was read may be sent back', async () => {
  const read = await send(document({ attributes: { propertyId } }));
  const back = await send(read.body);
  assert.equal(back.status, 200);
  assert.deepEqual(back.body, read.body);
});

test('a profile may be named', async () => {
  const as = `${type}; profile="https://example.com/x"`;
  assert.equal((await send(document({ attributes: { propertyId } }), as)).status, 200);
});

const refused: [what: string, body: unknown, faults: string[]][] = [
  ['flat JSON under the JSON:API type', { propertyId }, ['400 required data.type']],
  ['a list', [], ['400 required data.type']],
  ['null', 'null', ['400 required data.type']],
  ['null data', { data: null }, ['400 required data.type']],
  ['a list of data', { data: [document({}).data] }, ['400 required data.type']],
  ['another type', { data: { type: 'Source', attributes: { propertyId } } }, ['400 unknown_value data.type']],
  ['no attributes', document({}), ['422 required data.attributes.propertyId']],
  ['null attributes', document({ attributes: null }), ['400 wrong_type data.attributes']],
  ['listed attributes', document({ attributes: [] }), ['400 wrong_type data.attributes']],
  [
    'an id that is none',
    document({ attributes: { propertyId: 'x' } }),
    ['422 wrong_format data.attributes.propertyId'],
  ],
  [
    'an unknown attribute',
    document({ attributes: { propertyId, note: 1 } }),
    ['400 unknown_member data.attributes.note'],
  ],
  [
    'unknown members around the attributes',
    { ...document({ attributes: { propertyId }, relationships: {}, __proto__: 1, note: 2 }), more: 3 },
    ['400 unknown_member more', '400 unknown_member data.relationships', '400 unknown_member data.note'],
  ],
];

for (const [what, body, faults] of refused) {
  test(`${what} is answered ${faults.join(' and ')}`, async () => {
    assert.deepEqual(findProblemErrors(await send(body)), faults);
  });
}

test('faults around the attributes and in them are reported at once', async () => {
  const body = { ...document({ attributes: { note: 1 } }), more: 3 };
  assert.deepEqual(findProblemErrors(await send(body)), [
    '400 unknown_member more',
    '400 required data.attributes.propertyId',
    '400 unknown_member data.attributes.note',
  ]);
});

test('an unknown property is reported with its path inside the document', async () => {
  const unknown = document({ attributes: { propertyId: '0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f' } });
  assert.deepEqual(findProblemErrors(await send(unknown)), [
    '422 unknown_property data.attributes.propertyId',
  ]);
});
