import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { serialize } from 'node:v8';
import { startApi } from '../../test/support/api.ts';
import { passHorizon } from '../../test/support/horizon.ts';
import { createMemoryLog } from '../../test/support/memory-log.ts';
import { addMarket, fitMarket } from '../../test/support/valued-market.ts';
import { createTestEngine } from '../../test/support/warehouse.ts';
import { closeMonths } from '../analytics/close.ts';
import { collectEvents } from '../analytics/collect.ts';
import type { StreamChange } from '../changes/property-change.ts';
import { sql } from '../db/sql.ts';
import { addFeed } from '../feeds/feeds.ts';
import type { Observation } from '../ingest/observation.ts';
import { ingest } from '../ingest/pipeline.ts';
import { loadRawObservations } from '../ingest/raw.ts';
import { systemClock } from '../lib/clock.ts';
import { HOUR_MS } from '../lib/durations.ts';
import { listingIdFromUrl, newId } from '../lib/ids.ts';
import { createServicePipeline } from '../processes/service-pipeline.ts';
import { findProperty, findPropertyIdByUrl } from '../properties/lookup.ts';
import { loadCurrentModel } from '../valuation/current-model.ts';
import { requestFitNow } from '../valuation/fit-market.ts';
import { readMarket } from '../valuation/read-market.ts';
import { MARKET_STAGE, storeStage } from '../valuation/stage-store.ts';
import { findLatestFit } from '../valuation/store.ts';
import { eraseRemoved } from './erase.ts';
import { removeListingByUrl } from './remove-url.ts';

const api = await startApi({ after });
const { db } = api;
const pipeline = createServicePipeline(db, systemClock);
const engine = createTestEngine({ after });

const TEXT =
  'Rue des Lilas, bel appartement traversant de 64 m² avec balcon filant, cave voûtée et parquet ancien. Chauffage collectif.';

const observation = (url: string, payload: object): { observation: Observation } => ({
  observation: {
    source: new URL(url).hostname,
    url,
    observedAt: new Date(Date.now() - HOUR_MS).toISOString(),
    kind: 'seen',
    payload: {
      propertyType: 'FLAT',
      transactionType: 'SELL',
      displayedPrice: 312_000,
      rooms: 3,
      floor: 2,
      area: { living: 64.3 },
      description: TEXT,
      location: { city: 'Lyon', postalCode: '69003', inseeCode: '69383' },
      publisher: { agencyName: 'Agence des Lilas', reference: 'L-77' },
      pictures: [{ url: 'https://img.example/1.jpg', phash: 'a1b2c3d4e5f60718' }],
      ...payload,
    } as never,
  },
});

const [ONE, OTHER, ALONE] = ['one', 'other', 'alone'].map((name) => `https://${name}.example/annonces/1`) as [
  string,
  string,
  string,
];

async function changesSince(cursor: string): Promise<StreamChange[]> {
  await passHorizon(db);
  const { body } = await api.call({ path: `/changes?cursor=${cursor}`, accept: 'application/json' });
  return (body as { data: StreamChange[] }).data;
}
async function start(): Promise<string> {
  await passHorizon(db);
  const { body } = await api.call({ path: '/changes', accept: 'application/json' });
  return (body as { meta: { cursor: string } }).meta.cursor;
}

test('a property is consolidated from its other adverts, and nothing it knew of the removed one is left', async () => {
  await ingest(pipeline, [observation(ONE, { title: 'Titre du premier' })]);
  await ingest(pipeline, [observation(OTHER, { title: 'Titre du second', displayedPrice: 309_000 })]);
  const propertyId = (await findPropertyIdByUrl(db, ONE)) ?? '';
  assert.equal(await findPropertyIdByUrl(db, OTHER), propertyId, 'both are one home');
  const cursor = await start();
  await removeListingByUrl(pipeline, { url: ONE });
  const left = await findProperty(db, propertyId);
  assert.deepEqual(
    left?.listings.map(({ url }) => url),
    [OTHER],
  );
  assert.equal(left?.property.pricing?.displayed, 309_000);
  const listingId = listingIdFromUrl(ONE) ?? '';
  const tables = await db.rows<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables) {
    if (name === 'removed_listing') continue;
    const rows = await db.rows({
      text: `select 1 from "${name}" as one where strpos(one::text, $1) > 0 or strpos(one::text, 'premier') > 0`,
      values: [listingId],
    });
    assert.equal(rows.length, 0, `${name} still names it`);
  }
  const changes = await changesSince(cursor);
  assert.deepEqual(
    changes.map(({ propertyId: id, changeType, cause }) => [id, changeType, cause.type]),
    [[propertyId, 'CHANGED', 'LISTING_REMOVED']],
  );
  const due =
    await db.rows(sql`select 1 from property_change where property_id = ${propertyId} and match_due_at is not null
    and revision_id = ${changes[0]?.revisionId}`);
  assert.equal(due.length, 0, 'a removal is no news');
});

test('the property of the last advert is removed, and its URL is not imported again', async () => {
  const seen = observation(ALONE, { displayedPrice: 505_000, area: { living: 120 }, title: 'Titre unique' });
  // In one block with another listing, whose record stays.
  await ingest(pipeline, [seen, observation(OTHER, { title: 'Titre du second', displayedPrice: 301_000 })]);
  const propertyId = (await findPropertyIdByUrl(db, ALONE)) ?? '';
  const cursor = await start();
  const removed = await removeListingByUrl(pipeline, {
    url: `${ALONE}/#photo`,
    reason: 'asked by the owner',
  });
  assert.equal(removed?.reason, 'asked by the owner');
  assert.equal(await findProperty(db, propertyId), undefined);
  const [change] = await changesSince(cursor);
  assert.deepEqual([change?.propertyId, change?.changeType, change?.data], [propertyId, 'REMOVED', null]);
  assert.deepEqual(await ingest(pipeline, [seen]), ['rejected']);
  assert.equal(await findPropertyIdByUrl(db, ALONE), undefined);
  assert.deepEqual(await db.rows(sql`select 1 from rejected_record where url = ${ALONE}`), []);
  const [record] = await loadRawObservations(db, listingIdFromUrl(OTHER) ?? '');
  assert.equal((record?.payload as { displayedPrice?: number } | undefined)?.displayedPrice, 301_000);
  assert.equal(await removeListingByUrl(pipeline, { url: 'no url' }), undefined);
});

test('files of the warehouse are written again without the events of the listing', async () => {
  const url = 'https://file.example/annonces/1';
  await ingest(pipeline, [observation(url, { displayedPrice: 700_000, area: { living: 180 } })]);
  const clock = { ...systemClock, sleep: async () => undefined };
  while ((await collectEvents(db, clock)) > 0);
  const later = { ...clock, now: () => new Date(Date.now() + HOUR_MS) };
  await closeMonths({ db, clock: later, engine });
  const listingId = listingIdFromUrl(url) ?? '';
  const table = join(engine.folder, 'listing_events');
  const files = () =>
    readdirSync(table, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'));
  const count = async () =>
    engine.use(async (session) => {
      const paths = files().map((name) => `'${join(table, name)}'`);
      const text = `select count(*)::int as n, count(*) filter (where listing_id = '${listingId}')::int as own
        from read_parquet([${paths.join()}], hive_partitioning = false)`;
      for await (const [row] of session.rows<{ n: number; own: number }>(text)) return row;
      return undefined;
    });
  const before = await count();
  assert.equal(before?.own, 1);
  await removeListingByUrl(pipeline, { url });
  const dataDir = engine.folder;
  assert.equal(await eraseRemoved({ db, clock, log: createMemoryLog(), engine, dataDir }), 3);
  const left = await count();
  assert.deepEqual(left, { n: (before?.n ?? 0) - 1, own: 0 });
  for (const name of files()) assert.ok(!readFileSync(join(table, name)).includes(listingId));
  const [row] = await db.rows<{ erased: boolean }>(
    sql`select bool_and(erased_at is not null) as erased from removed_listing`,
  );
  assert.equal(row?.erased, true);
});

test('the prices of its property are taken out of the valuation model and of fits under way', async () => {
  const url = 'https://valued.example/annonces/1';
  const price = 287_431;
  await addMarket(db, 310);
  const location = {
    coordinates: { longitude: 2.03, latitude: 41.02 },
    accuracy: 'PRECISE',
    countryCode: 'ES',
  };
  await ingest(pipeline, [observation(url, { displayedPrice: price, area: { living: 77 }, location })]);
  const propertyId = (await findPropertyIdByUrl(db, url)) ?? '';
  await fitMarket(db);
  const bytes = Buffer.from(Float64Array.of(price).buffer);
  const holds = async (table: string): Promise<boolean> => {
    const parts = await db.rows<{ bytes: Buffer }>({ text: `select bytes from ${table}`, values: [] });
    const whole = Buffer.concat(parts.map((part) => part.bytes));
    return whole.includes(bytes) || whole.includes(Buffer.from(propertyId.replaceAll('-', ''), 'hex'));
  };
  assert.ok(await holds('valuation_model_part'));
  const before = await loadCurrentModel(db, systemClock, 'ASKING');
  await requestFitNow({ db, clock: systemClock }, 'ASKING');
  const fit = await findLatestFit(db, 'ASKING');
  const data = await readMarket(db, 'ASKING', new Date());
  await storeStage(db, fit?.id ?? '', MARKET_STAGE, serialize(data));
  assert.ok(await holds('valuation_fit_stage'));
  await removeListingByUrl(pipeline, { url });
  const clock = { ...systemClock, sleep: async () => undefined };
  await eraseRemoved({ db, clock, log: createMemoryLog(), engine, dataDir: engine.folder });
  assert.ok(!(await holds('valuation_model_part')));
  assert.ok(!(await holds('valuation_fit_stage')));
  const after = await loadCurrentModel(db, systemClock, 'ASKING');
  assert.equal(after?.row.id, before?.row.id, 'the model stays in use');
  assert.equal(after?.stored.model.comparables.rows.count, (before?.row.rows ?? 0) - 1);
});

test('a digest that named the removed home among others keeps neither its text nor its price', async () => {
  const propertyId = (await findPropertyIdByUrl(db, OTHER)) ?? '';
  const accountId = api.owner.accountId;
  const [event, notification] = [newId(new Date()), newId(new Date())];
  const events = [
    {
      eventId: event,
      eventType: 'PRICE_CHANGE',
      propertyId,
      listingId: null,
      price: { old: 312_000, new: 309_000 },
    },
  ];
  await db.rows(sql`insert into notification_digest (account_id, event_notification_id, language, events)
    values (${accountId}, ${notification}, 'en', ${JSON.stringify(events)})`);
  await db.rows(sql`insert into delivery_attempt (account_id, event_notification_id, attempt_number, started_at, outcome, request_body)
    values (${accountId}, ${notification}, 1, now(), 'DELIVERED', 'Titre du second')`);
  await removeListingByUrl(pipeline, { url: OTHER });
  const [digest] = await db.rows<{ events: { price: unknown }[] }>(
    sql`select events from notification_digest where event_notification_id = ${notification}`,
  );
  assert.equal(digest?.events[0]?.price, null);
  const [attempt] = await db.rows<{ body: unknown }>(
    sql`select request_body as body from delivery_attempt where event_notification_id = ${notification}`,
  );
  assert.equal(attempt?.body, null);
});

test('what runs of feeds reported as rejected is emptied, and counted as before', async () => {
  await addFeed(db, systemClock, {
    source: 'reported',
    address: 'https://reported.example/feed',
    format: 'ndjson',
    mapping: null,
    intervalSeconds: 3_600,
    full: false,
    maxBytes: 1e6,
    enabled: false,
  });
  await db.rows(sql`
    insert into feed_run (feed_id, feed_run_id, started_at, status, rejected, rejections)
    select feed_id, gen_random_uuid(), now(), 'TAKEN', 1, '[{"line": 1, "reason": "price: Titre introuvable"}]' from feed`);
  await removeListingByUrl(pipeline, { url: 'https://never-seen.example/annonces/1' });
  const runs = await db.rows(sql`select rejected, rejections from feed_run`);
  assert.deepEqual(runs, [{ rejected: 1, rejections: [] }]);
});

test('the operator’s route removes a listing and shows when it is erased', async () => {
  const { createApiKey } = await import('../accounts/accounts.ts');
  const { key } = await createApiKey(db, systemClock, {
    accountId: api.owner.accountId,
    name: 'operator',
    operator: true,
  });
  const body = { url: OTHER, reason: 'takedown' };
  const refused = await api.call({ method: 'POST', path: '/operator/removals', body });
  assert.equal(refused.status, 403);
  const made = await api.call({
    method: 'POST',
    path: '/operator/removals',
    body,
    key,
    accept: 'application/json',
  });
  assert.equal(made.status, 201);
  const { id } = made.body as { id: string };
  assert.equal(id, listingIdFromUrl(OTHER));
  const found = await api.call({ path: `/operator/removals/${id}`, key, accept: 'application/json' });
  assert.deepEqual(found.body, made.body);
  const wrong = await api.call({ method: 'POST', path: '/operator/removals', body: { url: 'x' }, key });
  assert.equal(wrong.status, 422);
});
