import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { readIngestSnapshot } from '../../test/support/ingest-snapshot.ts';
import { openRegion } from '../../test/support/regions.ts';
import type { Database } from '../db/sql.ts';
import { sql } from '../db/sql.ts';
import { createPlaceService } from '../geo/place-service.ts';
import { initialId } from '../identity/property-ids.ts';
import { lockZones } from '../identity/store-rows.ts';
import { systemClock } from '../lib/clock.ts';
import { findProperty } from '../properties/lookup.ts';
import { revisionKinds } from '../properties/stored-events.ts';
import { World } from '../world/generate.ts';
import { type Observation, validateObservation } from './observation.ts';
import { openPipeline } from './open.ts';
import { type IngestResult, ingest, type Pipeline } from './pipeline.ts';

type Outcome = IngestResult['outcome'];

const WORLD = { seed: 'pipeline', properties: 60, days: 20 };

function worldObservations(): Observation[] {
  return [...new World(WORLD).days()].flatMap(({ observations }) =>
    observations.map((draft) => {
      const validated = validateObservation(draft);
      assert.ok('observation' in validated, JSON.stringify(validated));
      return validated.observation;
    }),
  );
}

const open = (db: Database): Pipeline =>
  openPipeline(db, systemClock, { places: createPlaceService(db, () => undefined) });

async function feed(pipeline: Pipeline, observations: readonly Observation[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < observations.length; at += 100) {
    outcomes.push(
      ...(await ingest(
        pipeline,
        observations.slice(at, at + 100).map((observation) => ({ observation })),
      )),
    );
  }
  return outcomes;
}

/** The URLs of each property, whatever its id. */
async function partition(db: Database): Promise<string[]> {
  const rows = await db.rows<{ urls: string[] }>(sql`
    select array_agg(url order by url) as urls from listing group by property_id order by 1`);
  return rows.map(({ urls }) => urls.join(' '));
}

const countChanges = async (db: Database) =>
  db.rows<{ kinds: string[]; count: number }>(sql`
    select ${revisionKinds} as kinds, count(*)::int as count from property_change group by 1 order by 1`);

/** The world fed once, in order: what every other way to feed it is compared with. */
const { db: fed } = await freshDatabase({ after });
const observations = worldObservations();
const feeding = open(fed);
const first = await feed(feeding, observations);
const snapshot = await readIngestSnapshot(fed);

test('every listing is found through its property and every former property id', async () => {
  const listings = await fed.rows<{ listingId: string; propertyId: string; former: string }>(sql`
    select listing.listing_id as "listingId", listing.property_id as "propertyId", history.property_id as former
    from listing join listing_property_history as history using (listing_id)`);
  assert.ok(listings.length > 60);
  for (const { listingId, propertyId, former } of listings) {
    const found = await findProperty(fed, propertyId);
    assert.ok(found?.listings.some(({ id }) => id === listingId));
    assert.ok(await findProperty(fed, former), 'a former id is still found');
  }
});

test('ingesting a stream of observations twice gives the same properties and changes', async () => {
  assert.ok(first.filter((outcome) => outcome === 'new').length > 60);
  const [groups, changes] = [await partition(fed), await countChanges(fed)];
  assert.ok(
    groups.some((urls) => urls.includes(' ')),
    'some homes are advertised more than once',
  );
  const again = await feed(feeding, observations);
  assert.deepEqual(
    [...new Set(again)].filter((outcome) => outcome === 'new'),
    [],
  );
  assert.deepEqual(await partition(fed), groups);
  assert.deepEqual(await countChanges(fed), changes, 'no change lost or doubled');
});

test('four concurrent pipelines give the same properties as one', async (t) => {
  const { db } = await freshDatabase(t);
  const pipelines = Array.from({ length: 4 }, () => open(db));
  for (const day of Map.groupBy(observations, ({ observedAt }) => observedAt.slice(0, 10)).values()) {
    const parts = Map.groupBy(day, ({ url }) => url.length % 4);
    await Promise.all(
      [...parts].map(([number, part]) =>
        ingest(
          pipelines[number] ?? open(db),
          part.map((observation) => ({ observation })),
        ),
      ),
    );
  }
  assert.deepEqual(await readIngestSnapshot(db), snapshot);
});

test('observations shuffled within each day and repeated in part give the same result', async (t) => {
  const { db } = await freshDatabase(t);
  const days = Map.groupBy(observations, ({ observedAt }) => observedAt.slice(0, 10)).values();
  const mixed = [...days].flatMap((day) =>
    day.toSorted((one, other) => (shuffleKey(one) < shuffleKey(other) ? -1 : 1)),
  );
  await feed(open(db), mixed.slice(0, mixed.length * 0.7));
  await feed(open(db), mixed);
  assert.deepEqual(await readIngestSnapshot(db), snapshot);
});

/** An order unrelated to time. */
const shuffleKey = ({ url, observedAt }: Observation): string => initialId(`${url} ${observedAt}`);

test('a late observation is assigned as of the newest one', async (t) => {
  const { db } = await freshDatabase(t);
  const pipeline = open(db);
  const observe = (day: number, price: number): Observation => ({
    source: 'portail',
    url: 'https://portail.example/1',
    observedAt: `2026-02-${String(day).padStart(2, '0')}T08:00:00Z`,
    kind: 'seen',
    payload: { propertyType: 'HOUSE', displayedPrice: price },
  });
  await feed(pipeline, [observe(10, 200_000), observe(20, 190_000)]);
  const assignments = async () => db.rows(sql`select joined_at, property_id, retry_at from listing_feature`);
  const before = await assignments();
  assert.deepEqual(await feed(pipeline, [observe(10, 200_000)]), ['outdated']);
  assert.deepEqual(await assignments(), before);
  assert.deepEqual(await feed(pipeline, [{ ...observe(25, 0), kind: 'expired', payload: null }]), [
    'expired',
  ]);
  assert.deepEqual(await feed(pipeline, [{ ...observe(28, 0), kind: 'expired', payload: null }]), [
    'unchanged',
  ]);
  const [visited] = await db.rows<{ at: Date }>(sql`select last_seen_at as at from listing_visit`);
  assert.equal(visited?.at.toISOString(), '2026-02-20T08:00:00.000Z', 'an expiry is no sighting');
});

test('an expiry that arrives before the first sighting expires the listing', async (t) => {
  const { db } = await freshDatabase(t);
  const pipeline = open(db);
  const [seen] = observations.filter(({ kind }) => kind === 'seen');
  assert.ok(seen?.kind === 'seen');
  const observe = (observedAt: string): Observation => ({ ...seen, observedAt });
  const expiry = { ...seen, observedAt: '2026-03-05T00:00:00.000Z', kind: 'expired', payload: null } as const;
  assert.deepEqual(await feed(pipeline, [expiry]), ['unknown listing']);
  assert.deepEqual(await feed(pipeline, [observe('2026-03-03T00:00:00.000Z')]), ['new']);
  const expiries = async () =>
    (await db.rows<{ at: Date | null }>(sql`select expired_at as at from listing`)).map(({ at }) => at);
  assert.deepEqual(await expiries(), [new Date('2026-03-05T00:00:00.000Z')]);
  await feed(pipeline, [observe('2026-03-07T00:00:00.000Z')]);
  assert.deepEqual(await expiries(), [null], 'a later sighting makes it live again');
});

test('a region is fed as the default region is, beside another one', async (t) => {
  const { db, connection } = await freshDatabase(t);
  const [north, south] = [await openRegion(t, connection, 'north'), await openRegion(t, connection, 'south')];
  const some = observations.slice(0, 80);
  const [other] = await Promise.all([south, north].map((region) => feed(open(region), some)));
  assert.deepEqual(await partition(db), []);
  assert.deepEqual(await feed(open(db), some), other);
  const wanted = await partition(db);
  assert.ok(wanted.length > 10, `${wanted.length}`);
  for (const region of [north, south]) {
    assert.deepEqual(await partition(region), wanted);
    assert.deepEqual(await countChanges(region), await countChanges(db));
  }
  await north.transaction(async (tx) => {
    await lockZones(tx, ['75']);
    await south.transaction((another) => lockZones(another, ['75']));
    await assert.rejects(
      north.transaction(async (another) => {
        await another.rows(sql`set local lock_timeout = '50ms'`);
        await lockZones(another, ['75']);
      }),
      { code: '55P03' },
    );
  });
});

test('a price far above the one before is a move once a later visit still shows it', async (t) => {
  const { db } = await freshDatabase(t);
  const pipeline = open(db);
  const seen = async (observedAt: string, displayedPrice: number): Promise<void> => {
    await feed(pipeline, [
      {
        source: 'portal',
        url: 'https://portal.example/homes/leap',
        observedAt,
        kind: 'seen',
        payload: { transactionType: 'SELL', propertyType: 'FLAT', displayedPrice, area: { living: 50 } },
      },
    ]);
  };
  const moves = () =>
    db.rows<{ percent: number }>(sql`
      select (entry ->> 'variationPercent')::float as percent
      from property_change, jsonb_array_elements(changes::jsonb) as entry
      where entry ->> 'attribute' = 'DISPLAYED_PRICE'`);
  await seen('2026-03-01T08:00:00Z', 250_000);
  await seen('2026-03-05T08:00:00Z', 300_000);
  await seen('2026-03-06T08:00:00Z', 300_000);
  assert.deepEqual(await moves(), []);
  await seen('2026-03-09T08:00:00Z', 300_000);
  await seen('2026-03-10T08:00:00Z', 300_000);
  assert.deepEqual(await moves(), [{ percent: 20 }]);
});
