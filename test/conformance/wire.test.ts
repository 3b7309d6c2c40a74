import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { addCredits } from '../../src/accounts/credits.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { parisFlat } from '../fixtures/property-result.ts';
import { startApi } from '../support/api.ts';
import { createOwner } from '../support/owners.ts';
import { readHeader } from '../support/test-response.ts';

const api = await startApi({ after });
const { createdAt: _, updatedAt: __, expired: ___, changes: ____, pictures, ...claims } = parisFlat.property;
const ids: string[] = [];
for (let at = 1; at <= 3; at += 1)
  ids.push(await recordTogether(api.db, [madeListing(claims, { pictures })], day(at)));

const raw = (url: string, headers: Record<string, string> = {}, body?: object) =>
  api.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url,
    headers: {
      'x-api-key': api.owner.key,
      host: 'localhost',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });

for (const accept of ['application/json', 'application/vnd.api+json'])
  test(`a page as ${accept} is the same in every coding`, async () => {
    const plain = await raw('/properties', { accept }, {});
    const gzip = await raw('/properties', { accept, 'accept-encoding': 'gzip' }, {});
    const brotli = await raw('/properties', { accept, 'accept-encoding': 'br, gzip;q=0.5' }, {});
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.equal(brotli.headers['content-encoding'], 'br');
    assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.payload);
    assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.payload);
    for (const answer of [plain, gzip, brotli]) {
      assert.equal(answer.headers['content-type'], accept);
      assert.equal(answer.headers['vary'], 'Accept, Accept-Encoding, Origin');
      assert.equal(Number(answer.headers['content-length']), answer.rawPayload.length);
    }
  });

test('a short answer is sent as it is, unless that is refused', async () => {
  const short = await raw('/favorite-properties', { 'accept-encoding': 'gzip' });
  assert.equal(short.headers['content-encoding'], undefined);
  const refused = await raw('/favorite-properties', { 'accept-encoding': 'gzip, identity;q=0' });
  assert.equal(refused.headers['content-encoding'], 'gzip');
  assert.equal(
    JSON.parse(gunzipSync(refused.rawPayload).toString()).meta.totalItems,
    JSON.parse(short.payload).meta.totalItems,
  );
});

test('when no coding is acceptable the call is refused before it changes anything', async () => {
  const [propertyId] = ids;
  const refused = await raw('/favorite-properties', { 'accept-encoding': 'identity;q=0' }, { propertyId });
  assert.equal(refused.statusCode, 406);
  assert.equal(refused.headers['content-type'], 'application/problem+json');
  assert.match(refused.json().detail, /br, gzip/);
  assert.equal((await raw('/favorite-properties')).json().meta.totalItems, 0);
});

test('a single resource has an ETag, and is not sent again to who has it', async () => {
  const path = `/properties/${ids[0]}`;
  const first = await api.call({ path });
  const tag = readHeader(first, 'etag') ?? '';
  assert.match(tag, /^W\/"[\w-]{22}"$/);
  assert.equal(readHeader(first, 'cache-control'), 'private, no-cache');
  for (const held of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
    const again = await api.call({ path, headers: { 'if-none-match': held } });
    assert.equal(again.status, 304, held);
    assert.equal(again.text, '');
    assert.equal(readHeader(again, 'etag'), tag);
  }
  assert.equal((await api.call({ path, headers: { 'if-none-match': '"other"' } })).status, 200);
  const flat = await api.call({ path, headers: { accept: 'application/json', 'if-none-match': tag } });
  assert.equal(flat.status, 200, 'the other format is another representation');
  const packed = await raw(path, { 'accept-encoding': 'gzip' });
  assert.equal(packed.headers['etag'], tag, 'the same in every coding');
});

test('what changed has another ETag', async () => {
  const created = await api.call({
    method: 'POST',
    path: '/favorite-properties',
    body: { propertyId: ids[1] },
  });
  const path = readHeader(created, 'location') ?? '';
  const tag = readHeader(await api.call({ path }), 'etag') ?? '';
  await api.call({ method: 'DELETE', path });
  assert.equal((await api.call({ path, headers: { 'if-none-match': tag } })).status, 404);
});

test('collections and searches have no ETag', async () => {
  assert.equal(readHeader(await api.call({ path: '/favorite-properties' }), 'etag'), undefined);
  const searched = await api.call({ method: 'POST', path: '/properties', body: {} });
  assert.equal(readHeader(searched, 'etag'), undefined);
});

test('up to 100 properties are read in one call, in the order of their ids', async () => {
  const asked = [ids[2], randomUUID(), ids[0], ids[2]].join(',');
  const path = `/properties?ids=${asked}`;
  const flat = await api.call({ path, headers: { accept: 'application/json' } });
  assert.deepEqual(
    (flat.body as { id: string }[]).map(({ id }) => id),
    [ids[2], ids[0]],
  );
  const document = (await api.call({ path })).body as { data: { id: string }[]; meta: object; links: object };
  assert.deepEqual(
    document.data.map(({ id }) => id),
    [ids[2], ids[0]],
  );
  assert.deepEqual(document.meta, { totalItems: 2 });
  assert.deepEqual(document.links, { self: path });
  const repeated = await api.call({ path: `/properties?ids[]=${ids[0]}&ids[]=${ids[1]}` });
  assert.equal((repeated.body as { data: unknown[] }).data.length, 2);
});

test('ids that are too many, malformed or missing are refused', async () => {
  const codes = async (query: string) => {
    const { status, body } = await api.call({ path: `/properties${query}` });
    return [status, ...(body as { violations: { code: string }[] }).violations.map(({ code }) => code)];
  };
  const many = Array.from({ length: 101 }, () => randomUUID()).join(',');
  assert.deepEqual(await codes(`?ids=${many}`), [422, 'too_many']);
  assert.deepEqual(await codes('?ids=nothing'), [422, 'wrong_format']);
  assert.deepEqual(await codes(''), [422, 'required']);
});

test('an account billed in credits sees what it paid and what is left', async () => {
  const owner = await createOwner(api.db, api.clock);
  await addCredits(api.db, owner.accountId, 4);
  const call = (path: string, headers = {}) => api.call({ path, key: owner.key, headers });
  const credits = async (path: string, headers = {}) => {
    const answer = await call(path, headers);
    return [
      answer.status,
      readHeader(answer, 'x-credits-charged'),
      readHeader(answer, 'x-credits-remaining'),
    ];
  };
  const path = `/properties/${ids[0]}`;
  assert.deepEqual(await credits('/favorite-properties'), [200, '0', '4']);
  assert.deepEqual(await credits(path), [200, '1', '3']);
  const { headers } = (await raw('/openapi.json')).json().paths['/properties/{id}'].get.responses[200];
  assert.ok('X-Credits-Charged' in headers && 'X-Credits-Remaining' in headers, 'the document names them');
  assert.deepEqual(await credits(path, { 'if-none-match': '*' }), [304, '0', '3']);
  assert.deepEqual(await credits(`/properties?ids=${ids.join(',')}`), [200, '3', '0']);
  const [status, , left] = await credits(path);
  assert.deepEqual([status, left], [402, '0']);
  assert.equal(
    readHeader(await api.call({ path }), 'x-credits-remaining'),
    undefined,
    'not billed in credits',
  );
});
