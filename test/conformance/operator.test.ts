import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createApiKey } from '../../src/accounts/accounts.ts';
import { sql } from '../../src/db/sql.ts';
import { sourceIdOf } from '../../src/sources/sources.ts';
import { startApi } from '../support/api.ts';

const api = await startApi({ after });
const { key: operatorKey } = await createApiKey(api.db, api.clock, {
  accountId: api.owner.accountId,
  name: 'feeds',
  operator: true,
});

const PATH = '/operator/observations';
const line = (id: number, price = 250_000) =>
  JSON.stringify({
    source: 'le-portail',
    url: `https://le-portail.example/annonces/${id}`,
    observedAt: '2026-10-05T08:00:00.000Z',
    kind: 'seen',
    payload: {
      propertyType: 'FLAT',
      transactionType: 'SELL',
      displayedPrice: price,
      rooms: 3,
      area: { living: 60 },
    },
  });

const feed = (body: string | Buffer, more: { key?: string; headers?: Record<string, string> } = {}) =>
  api.call({
    method: 'POST',
    path: PATH,
    key: more.key ?? operatorKey,
    accept: 'application/json',
    body,
    headers: { 'content-type': 'application/x-ndjson', ...more.headers },
  });

const ingestBatch = async (body: string | Buffer, headers: Record<string, string> = {}) => {
  const { accepted, unchanged, rejected, rejections } = (await feed(body, { headers })).body as Record<
    string,
    unknown
  >;
  return { accepted, unchanged, rejected, rejections };
};

test("a customer's key may not ingest observations", async () => {
  const answer = await feed(line(1), { key: api.owner.key });
  assert.equal(answer.status, 403);
});

test('a batch is ingested, and the same batch again changes nothing', async () => {
  const batch = [line(2), line(3)].join('\n');
  assert.deepEqual(await ingestBatch(batch), { accepted: 2, unchanged: 0, rejected: 0, rejections: [] });
  assert.deepEqual(await ingestBatch(batch), { accepted: 0, unchanged: 2, rejected: 0, rejections: [] });
  const found = await api.call({
    method: 'POST',
    path: '/properties/lookup-by-url',
    accept: 'application/json',
    body: { url: 'https://LE-PORTAIL.example/annonces/2/' },
  });
  assert.equal(found.status, 200);
});

test('a rejected line is reported with its number, and the others are ingested', async () => {
  const batch = [line(4), '{broken', line(5), '{"source":"x"}'].join('\n');
  const { accepted, rejected, rejections } = await ingestBatch(batch);
  assert.deepEqual([accepted, rejected], [2, 2]);
  assert.deepEqual(
    (rejections as { line: number }[]).map((one) => one.line),
    [2, 4],
  );
});

test('a batch may be compressed with gzip, up to a decompressed size', async () => {
  assert.equal((await ingestBatch(gzipSync(line(6)), { 'content-encoding': 'gzip' })).accepted, 1);
  // Twice the 64 MiB that are allowed.
  const bomb = gzipSync(Buffer.alloc(128 * 1024 * 1024, 0x20), { level: 1 });
  const answer = await feed(bomb, { headers: { 'content-encoding': 'gzip' } });
  assert.ok(answer.status < 500);
});

test('a batch that is too large is refused with the limit', async () => {
  const answer = await feed(Buffer.alloc(8 * 1024 * 1024 + 1, 0x20));
  assert.equal(answer.status, 413);
  assert.equal((answer.body as { detail: string }).detail, 'The body holds more than 8 MiB.');
});

test('other types and codings are refused before they are read', async () => {
  assert.equal((await feed(line(7), { headers: { 'content-type': 'text/plain' } })).status, 415);
  assert.equal((await feed(line(7), { headers: { 'content-encoding': 'br' } })).status, 415);
});

test('a record that the database refuses is rejected and listed, and its neighbours are ingested', async () => {
  const batch = [line(50), line(51).replace('annonces/51', 'annonces/bad'), line(52)].join('\n');
  await api.db.rows(sql`alter table listing add constraint refused check (url not like '%/bad') not valid`);
  try {
    const { accepted, rejected, rejections } = await ingestBatch(batch);
    assert.deepEqual([accepted, rejected], [2, 1]);
    assert.match(
      JSON.stringify(rejections),
      /^\[\{"line":2,"reason":"the database refuses it: .*23514\)"\}\]$/,
    );
  } finally {
    await api.db.rows(sql`alter table listing drop constraint refused`);
  }
  const path = `/operator/sources/${sourceIdOf('le-portail')}/rejected-records`;
  const list = async () =>
    (await api.call({ path, key: operatorKey, accept: 'application/json' })).body as {
      url: string;
      kind: string;
      resolvedAt: string | null;
    }[];
  const [before] = await list();
  assert.deepEqual(
    [before?.url, before?.kind, before?.resolvedAt],
    ['https://le-portail.example/annonces/bad', 'REFUSED', null],
  );
  await ingestBatch(batch);
  assert.notEqual((await list())[0]?.resolvedAt, null);
});

test('an observation from the future is refused with its reason', async () => {
  const ahead = new Date(api.clock.now().getTime() + 301_000).toISOString();
  const { accepted, rejections } = await ingestBatch(line(60).replace('2026-10-05T08:00:00.000Z', ahead));
  assert.equal(accepted, 0);
  assert.match(JSON.stringify(rejections), /is more than 5 minutes ahead of our clock/);
});

test('unknown members are listed with the known name that was probably meant', async () => {
  const said = JSON.parse(line(70));
  const { displayedPrice, ...payload } = said.payload;
  const odd = { ...said, prix: 1, payload: { ...payload, price: displayedPrice, bedrooom: 2, zzz: 1 } };
  const { ignored } = (await feed(`${JSON.stringify(odd)}\n${JSON.stringify({ ...odd, prix: 2 })}`)).body as {
    ignored: object[];
  };
  assert.deepEqual(ignored, [
    { member: 'bedrooom', count: 2, suggestion: 'bedrooms' },
    { member: 'observation.prix', count: 2, suggestion: null },
    { member: 'price', count: 2, suggestion: 'displayedPrice' },
    { member: 'zzz', count: 2, suggestion: null },
  ]);
});
