import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { readIngestSnapshot } from '../../test/support/ingest-snapshot.ts';
import type { Database } from '../db/sql.ts';
import { sql } from '../db/sql.ts';
import { createPlaceService } from '../geo/place-service.ts';
import { initialId } from '../identity/property-ids.ts';
import { systemClock } from '../lib/clock.ts';
import { findProperty } from '../properties/lookup.ts';
import { World } from '../world/generate.ts';
import { type Observation, validateObservation } from './observation.ts';
import { openPipeline } from './open.ts';
import { type IngestResult, ingest, type Pipeline } from './pipeline.ts';

type Outcome = IngestResult['outcome'];

const WORLD = { seed: 'pipeline', properties: 60, days: 20 };

function worldObservations(): Observation[] {
  return [...new World(WORLD).days()].flatMap(({ observations }) =>
    observations.map((draft) => {
      const judged = validateObservation(draft);
      assert.ok('observation' in judged, JSON.stringify(judged));
      return judged.observation;
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

/** Which listings belong together, whatever their property is called. */
async function partition(db: Database): Promise<string[]> {
  const rows = await db.rows<{ urls: string[] }>(sql`
    select array_agg(url order by url) as urls from listing group by property_id order by 1`);
  return rows.map(({ urls }) => urls.join(' '));
}

const contents = async (db: Database) =>
  db.rows<{ kinds: string[]; count: number }>(sql`
    select kinds, count(*)::int as count from property_change group by kinds order by kinds`);

test('a stream of observations becomes properties, and the same stream again changes nothing', async (t) => {
  const { db } = await freshDatabase(t);
  const observations = worldObservations();
  const pipeline = open(db);
  const first = await feed(pipeline, observations);
  assert.ok(first.filter((outcome) => outcome === 'new').length > 60);
  const [groups, changes] = [await partition(db), await contents(db)];
  assert.ok(
    groups.some((urls) => urls.includes(' ')),
    'some homes are advertised more than once',
  );
  const again = await feed(pipeline, observations);
  assert.deepEqual(
    [...new Set(again)].filter((outcome) => outcome === 'new'),
    [],
  );
  assert.deepEqual(await partition(db), groups);
  assert.deepEqual(await contents(db), changes, 'no change lost or doubled');
});

test('every listing is found through its property, by address and by every id it ever had', async (t) => {
  const { db } = await freshDatabase(t);
  await feed(open(db), worldObservations());
  const listings = await db.rows<{ listingId: string; propertyId: string; former: string }>(sql`
    select listing.listing_id as "listingId", listing.property_id as "propertyId", history.property_id as former
    from listing join listing_property_history as history using (listing_id)`);
  assert.ok(listings.length > 60);
  for (const { listingId, propertyId, former } of listings) {
    const found = await findProperty(db, propertyId);
    assert.ok(found?.listings.some(({ id }) => id === listingId));
    assert.ok(await findProperty(db, former), 'an earlier id still answers');
  }
});

test('fed by four at once, the same homes are recognised', async (t) => {
  const [one, four] = [await freshDatabase(t), await freshDatabase(t)];
  const observations = worldObservations();
  await feed(open(one.db), observations);
  const pipelines = Array.from({ length: 4 }, () => open(four.db));
  for (const day of Map.groupBy(observations, ({ observedAt }) => observedAt.slice(0, 10)).values()) {
    const lanes = Map.groupBy(day, ({ url }) => url.length % 4);
    await Promise.all(
      [...lanes].map(([lane, part]) =>
        ingest(
          pipelines[lane] ?? open(four.db),
          part.map((observation) => ({ observation })),
        ),
      ),
    );
  }
  assert.deepEqual(await readIngestSnapshot(four.db), await readIngestSnapshot(one.db));
});

test('shuffled within each day and fed again in part, as after a crash, the outcome is the same', async (t) => {
  const [straight, shuffled] = [await freshDatabase(t), await freshDatabase(t)];
  const observations = worldObservations();
  await feed(open(straight.db), observations);
  const days = Map.groupBy(observations, ({ observedAt }) => observedAt.slice(0, 10)).values();
  const mixed = [...days].flatMap((day) =>
    day.toSorted((one, other) => (mixing(one) < mixing(other) ? -1 : 1)),
  );
  await feed(open(shuffled.db), mixed.slice(0, mixed.length * 0.7));
  await feed(open(shuffled.db), mixed);
  assert.deepEqual(await readIngestSnapshot(shuffled.db), await readIngestSnapshot(straight.db));
});

/** An order that has nothing to do with time. */
const mixing = ({ url, observedAt }: Observation): string => initialId(`${url} ${observedAt}`);

test('a visit that comes late decides with what is known today', async (t) => {
  const { db } = await freshDatabase(t);
  const pipeline = open(db);
  const visit = (day: number, price: number): Observation => ({
    source: 'portail',
    url: 'https://portail.example/1',
    observedAt: `2026-02-${String(day).padStart(2, '0')}T08:00:00Z`,
    kind: 'seen',
    payload: { propertyType: 'HOUSE', displayedPrice: price },
  });
  await feed(pipeline, [visit(10, 200_000), visit(20, 190_000)]);
  const decided = async () => db.rows(sql`select joined_at, property_id, retry_at from listing_feature`);
  const before = await decided();
  assert.deepEqual(await feed(pipeline, [visit(10, 200_000)]), ['outdated']);
  assert.deepEqual(await decided(), before);
  assert.deepEqual(await feed(pipeline, [{ ...visit(25, 0), kind: 'expired', payload: null }]), ['expired']);
  assert.deepEqual(await feed(pipeline, [{ ...visit(28, 0), kind: 'expired', payload: null }]), [
    'unchanged',
  ]);
  const [visited] = await db.rows<{ at: Date }>(sql`select last_seen_at as at from listing_visit`);
  assert.equal(visited?.at.toISOString(), '2026-02-20T08:00:00.000Z', 'found gone is not seen');
});

test('a listing found gone before the visit that saw it arrives comes in expired', async (t) => {
  const { db } = await freshDatabase(t);
  const pipeline = open(db);
  const [seen] = worldObservations().filter(({ kind }) => kind === 'seen');
  assert.ok(seen?.kind === 'seen');
  const visit = (observedAt: string): Observation => ({ ...seen, observedAt });
  const gone = { ...seen, observedAt: '2026-03-05T00:00:00.000Z', kind: 'expired', payload: null } as const;
  assert.deepEqual(await feed(pipeline, [gone]), ['unknown listing']);
  assert.deepEqual(await feed(pipeline, [visit('2026-03-03T00:00:00.000Z')]), ['new']);
  const state = async () =>
    (await db.rows<{ gone: Date | null }>(sql`select expired_at as gone from listing`)).map(
      ({ gone: at }) => at,
    );
  assert.deepEqual(await state(), [new Date('2026-03-05T00:00:00.000Z')]);
  await feed(pipeline, [visit('2026-03-07T00:00:00.000Z')]);
  assert.deepEqual(await state(), [null], 'seen again, it is live');
});
