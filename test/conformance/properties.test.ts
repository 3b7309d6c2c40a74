import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ListingEntry, PropertyResult, PublisherEntry } from '../../src/catalogue/document.ts';
import { firstRow, sql } from '../../src/db/sql.ts';
import type { ListingState } from '../../src/properties/listing-state.ts';
import { unpackDocument } from '../../src/properties/packed-document.ts';
import { record } from '../../src/properties/record.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { parisFlat } from '../fixtures/property-result.ts';
import { startApi } from '../support/api.ts';
import { readBoth } from '../support/both-formats.ts';
import { createMergedProperty } from '../support/owners.ts';

const api = await startApi({ after });
const { db } = api;

const { createdAt: _, updatedAt: __, expired: ___, changes: ____, pictures, ...claims } = parisFlat.property;
const [agency, agent] = parisFlat.publishers as [PublisherEntry, PublisherEntry];
const { id: agencyId, ...asAgency } = agency;
const { id: _____, ...asAgent } = agent;

const first = madeListing(claims, {
  publisher: asAgency,
  pictures,
  publishedAt: day(1),
  marketing: { urgent: true },
});
const second = madeListing(
  { ...claims, transaction: { type: 'SELL', status: 'SOLD' }, unit: { rooms: 2, bathrooms: 0 } },
  { publisher: asAgent, createdAt: day(2), updatedAt: day(2), lastSeenAt: day(2), expiredAt: day(2) },
);
const hidden = madeListing(claims, { protected: true, publisher: asAgency, createdAt: day(3) });
const bare = madeListing({}, { publisher: {}, createdAt: day(4) });
const nobody = madeListing({}, { createdAt: day(5) });
const propertyId = await recordTogether(db, [first, second, hidden, bare, nobody], day(5));
const path = `/properties/${propertyId}`;

interface Reference {
  type: string;
  id: string;
}

interface Included extends Reference {
  attributes: Record<string, unknown>;
  relationships?: Record<string, { data: Reference | null }>;
  links?: { self: string };
}

interface Document {
  data: {
    type: string;
    id: string;
    attributes: PropertyResult['property'];
    relationships: Record<'listings' | 'publishers' | 'propertyPublishers', { data: Reference[] }>;
    links: { self: string };
  };
  included: Included[];
  links: { self: string };
}

const readFlat = async (at = path) => {
  const answered = await api.call({ path: at, accept: 'application/json' });
  assert.equal(answered.status, 200);
  return { flat: answered.body as PropertyResult, text: answered.text };
};
const readDocument = async (at = path) => (await api.call({ path: at })).body as Document;

/** The contract's own mapping from JSON:API back to flat JSON. */
function mapped({ data, included }: Document): PropertyResult {
  const find = (reference: Reference | null | undefined) =>
    included.find(({ type, id }) => type === reference?.type && id === reference.id);
  const pairs = data.relationships.propertyPublishers.data.map(find);
  const publishers = data.relationships.publishers.data.map((reference) => ({
    id: reference.id,
    ...find(reference)?.attributes,
    ...pairs.find((pair) => pair?.relationships?.['publisher']?.data?.id === reference.id)?.attributes,
  }));
  const listings = data.relationships.listings.data.map(find).map((listing) => {
    const { source, publisher } = listing?.relationships ?? {};
    const slug = find(source?.data)?.attributes['slug'];
    const id = source?.data?.id;
    return {
      id: listing?.id,
      ...listing?.attributes,
      ...(id === undefined ? {} : { source: { iri: find(source?.data)?.links?.self, uuid: id, id, slug } }),
      ...(publisher?.data ? { publisher: { id: publisher.data.id } } : {}),
    } as ListingEntry;
  });
  return { id: data.id, property: data.attributes, publishers: publishers as PublisherEntry[], listings };
}

test('a property is read in both formats with the same data', async () => {
  const { flat } = await readFlat();
  assert.deepEqual(mapped(await readDocument()), flat);
  assert.equal(flat.id, propertyId);
  assert.equal(flat.listings.length, 5);
});

test('flat JSON is the stored document to the byte, except for the newest sightings', async () => {
  const row = await firstRow<{ packed: Buffer }>(
    db,
    sql`select packed from property where property_id = ${propertyId}`,
  );
  const kept = row && { text: unpackDocument(row.packed) };
  assert.equal((await readFlat()).text, kept?.text);
  const seenAgain: ListingState = { ...first, lastSeenAt: day(9) };
  await record(db, { listings: [{ state: seenAgain }] }, day(9));
  const before = '"lastSeenAt":"2026-01-01T00:00:00+00:00"';
  const visited = kept?.text.replace(before, '"lastSeenAt":"2026-01-09T00:00:00+00:00"');
  assert.equal((await readFlat()).text, visited);
});

test('relationships hold references only, and propertyPublishers is as long as publishers', async () => {
  const { data, included, links } = await readDocument();
  assert.deepEqual(links, { self: path });
  assert.deepEqual(data.links, { self: path });
  assert.deepEqual(Object.keys(data.relationships), ['listings', 'publishers', 'propertyPublishers']);
  for (const { data: references } of Object.values(data.relationships)) {
    for (const reference of references) assert.deepEqual(Object.keys(reference), ['type', 'id']);
  }
  assert.equal(data.relationships.publishers.data.length, 3);
  assert.equal(data.relationships.propertyPublishers.data.length, 3);
  assert.deepEqual(
    new Set(included.map(({ type }) => type)),
    new Set(['Listing', 'Publisher', 'PropertyPublisher', 'Source']),
  );
});

test('a publisher with no field set has empty attributes, and each publisher is at its self link', async () => {
  const { included } = await readDocument();
  const publishers = included.filter(({ type }) => type === 'Publisher');
  assert.equal(publishers.filter(({ attributes }) => Object.keys(attributes).length === 0).length, 1);
  for (const { id, links, attributes } of publishers) {
    assert.deepEqual(await readBoth(api, links?.self ?? ''), { id, ...attributes });
  }
});

test('PropertyPublisher belongs to the pair: a stable id, no self link, mandate, reference and contact', async () => {
  const pairs = (await readDocument()).included.filter(({ type }) => type === 'PropertyPublisher');
  assert.deepEqual(
    pairs,
    (await readDocument()).included.filter(({ type }) => type === 'PropertyPublisher'),
  );
  const [pair] = pairs;
  assert.equal(pair?.links, undefined);
  assert.match(pair?.id ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-5/);
  assert.deepEqual(pair?.attributes, {
    mandate: agency.mandate,
    reference: agency.reference,
    contact: agency.contact,
  });
  assert.deepEqual(pair?.relationships?.['property']?.data, { type: 'Property', id: propertyId });
});

test('a protected listing hides its URL and its source: the reference is null', async () => {
  const { flat, text } = await readFlat();
  const entry = flat.listings.find(({ id }) => id === hidden.id);
  assert.deepEqual([entry?.url, entry?.source], [undefined, undefined]);
  const document = await readDocument();
  assert.ok(!text.includes(hidden.url) && !JSON.stringify(document).includes(hidden.url));
  const listing = document.included.find(({ id }) => id === hidden.id);
  assert.equal(listing?.relationships?.['source']?.data, null);
});

test('the id of a property that was merged away answers with the survivor', async () => {
  const { gone, survivor } = await createMergedProperty(db, api.clock);
  assert.deepEqual(
    (await readFlat(`/properties/${gone}`)).flat,
    (await readFlat(`/properties/${survivor}`)).flat,
  );
  assert.equal((await readDocument(`/properties/${gone}`)).links.self, `/properties/${survivor}`);
});

test('the query parameter uuid is accepted and has no effect; another one is refused', async () => {
  assert.deepEqual((await readFlat(`${path}?uuid=anything`)).flat, (await readFlat()).flat);
  assert.equal((await api.call({ path: `${path}?id=1` })).status, 400);
});

test('an unknown property or publisher is 404', async () => {
  const unknown = '0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f';
  for (const at of ['/properties', '/publishers']) {
    assert.equal((await api.call({ path: `${at}/${unknown}` })).status, 404);
    assert.equal((await api.call({ path: `${at}/x` })).status, 404);
  }
});

const lookup = (url: unknown, more: object = {}) =>
  api.call({
    method: 'POST',
    path: '/properties/lookup-by-url',
    accept: 'application/json',
    body: { url },
    ...more,
  });

test('a property is found by the URL of a listing, however it is spelt', async () => {
  const { pathname } = new URL(second.url);
  for (const url of [
    second.url,
    `${second.url}/`,
    `${second.url}#x`,
    `HTTPS://WWW.FIGURES-IMMO.EXAMPLE:443${pathname}?utm_source=a`,
  ]) {
    const { status, body } = await lookup(url);
    assert.deepEqual([status, body], [200, { id: propertyId, property: path }], url);
  }
});

test('the lookup takes and gives JSON:API too', async () => {
  const document = { data: { type: 'Property', attributes: { url: first.url } } };
  const type = 'application/vnd.api+json';
  const { status, body } = await lookup('', { body: document, type, accept: type });
  assert.equal(status, 200);
  const { data } = body as { data: unknown };
  assert.deepEqual(data, {
    type: 'Property',
    id: propertyId,
    attributes: { property: path },
    links: { self: path },
  });
});

test('an unknown URL is 404; an invalid body is refused with its path', async () => {
  for (const url of ['https://nowhere.example/1', 'nowhere', 'ftp://a.example/'])
    assert.equal((await lookup(url)).status, 404);
  assert.equal((await lookup(7)).status, 400);
  assert.equal((await lookup('')).status, 422);
  assert.equal((await lookup('x'.repeat(9_000))).status, 422);
  assert.equal((await lookup(first.url, { body: {} })).status, 422);
  assert.equal((await lookup(first.url, { body: { url: first.url, page: 1 } })).status, 400);
});

test('reading a property and a lookup that matches count one result; an unknown one counts none', async () => {
  const results = async () => {
    await api.usage.flush();
    const row = await firstRow<{ results: number }>(
      db,
      sql`select coalesce(sum(results), 0)::int as results from usage_day where account_id = ${api.owner.accountId}`,
    );
    return row?.results ?? 0;
  };
  const steps = [
    [() => api.call({ path }), 1],
    [() => api.call({ path: '/properties/0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f' }), 0],
    [() => lookup(first.url), 1],
    [() => lookup('https://nowhere.example/1'), 0],
    [() => api.call({ path: `/publishers/${agencyId}` }), 0],
  ] as const;
  for (const [step, counted] of steps) {
    const before = await results();
    await step();
    assert.equal((await results()) - before, counted);
  }
});
