import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { alertJobs } from '../../src/alerts/jobs.ts';
import { collectEvents } from '../../src/analytics/collect.ts';
import { matchAll, type Tree } from '../../src/criteria/tree.ts';
import { allRegions, DEFAULT_REGION, servedRegions } from '../../src/db/region-set.ts';
import { sql } from '../../src/db/sql.ts';
import { findAbsentListings } from '../../src/ingest/expire-absent.ts';
import { decideGrouping } from '../../src/ingest/group-decisions.ts';
import { openPipeline } from '../../src/ingest/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { listingIdFromUrl } from '../../src/lib/ids.ts';
import { findPropertyIdByUrl } from '../../src/properties/lookup.ts';
import { parseStoredDocument } from '../../src/properties/packed-document.ts';
import { findCriteriaRegions } from '../../src/properties/search/criteria-regions.ts';
import { deleteUnusedStrays } from '../../src/properties/search/delete-strays.ts';
import { NEWEST_FIRST } from '../../src/properties/search/order.ts';
import { createSearchContext, type SearchContext, searchProperties } from '../../src/properties/search.ts';
import { sourceIdOf } from '../../src/sources/sources.ts';
import { silentLog } from '../support/log.ts';
import { feedRegions, inPlaces, openRegionWorld } from '../support/region-world.ts';
import { openServiceRegions } from '../support/regions.ts';
import { assertSameOverRegions } from '../support/same-over-regions.ts';
import { startStreams, testDecisions, testStreams } from './regions-answers.ts';
import {
  addRandomAlerts,
  followAlertOfLyon,
  matchByTwoWorkers,
  matchDeferredOfParis,
  testMixedFeeds,
  testRandomAlerts,
} from './regions-oracle.ts';

const world = await openRegionWorld({ after });
const { observations, home, one, several, places, api, alerts } = world;
const streamStarts = await startStreams(world);
await addRandomAlerts(world);

const read = async (path: string): Promise<{ status: number; body: Record<string, unknown> }> => {
  const { status, body } = await api.call({ path, accept: 'application/json' });
  return { status, body: body as Record<string, unknown> };
};

test('listings are recorded in the region of their place, with the outcomes and groups of one region', async () => {
  const [wanted, found] = [
    await feedRegions(one, places, observations),
    await feedRegions(several, places, observations),
  ];
  assert.deepEqual(found, wanted);
  assert.ok((wanted['new'] ?? 0) > 30, JSON.stringify(wanted));
  await assertSameOverRegions(one, several);
  const inParis = await Promise.all(
    servedRegions(several).map(async ({ name, db }) => {
      const rows = await db.rows<{ packed: Buffer }>(
        sql`select packed from property where packed is not null`,
      );
      const cities = rows.map(
        ({ packed }) => parseStoredDocument(packed).property.location?.city?.uniqueCode,
      );
      return [name, ...new Set(cities.map((code) => code === '75056'))];
    }),
  );
  assert.deepEqual(inParis, [
    ['public', false],
    ['paris', true],
    ['rhone', false],
  ]);
});

test('observations that are sent again change nothing in any region', async () => {
  assert.deepEqual(
    await feedRegions(several, places, observations),
    await feedRegions(one, places, observations),
  );
});

testStreams(world, streamStarts);

const NEWCOMER = { accountId: '0198c0de-0000-7000-8000-000000000001', sentCriteria: null };

async function search(context: SearchContext, tree: Tree): Promise<unknown[]> {
  const answers: unknown[] = [];
  const common = { ...NEWCOMER, criteria: tree, order: NEWEST_FIRST, size: 5 };
  for (const page of [1, 2]) {
    const found = await searchProperties(context, { ...common, paging: { type: 'PAGE', page } });
    assert.ok(!('refused' in found));
    answers.push(
      found.page.results.map(({ id }) => id),
      found.totalItems,
      found.hasNextPage,
    );
  }
  for (let cursor: string | undefined, isLast = false; !isLast; ) {
    const found = await searchProperties(context, { ...common, paging: { type: 'CURSOR', cursor } });
    assert.ok(!('refused' in found));
    answers.push(found.page.results.map(({ id }) => id));
    [cursor, isLast] = [found.cursor, !found.hasNextPage];
  }
  return answers;
}

test('pages and cursor scans over regions are those of one region', async () => {
  const contexts = [one, several].map((db) => createSearchContext(db, systemClock, places));
  for (const tree of [matchAll, inPlaces('75'), inPlaces('69'), inPlaces('75', '69'), inPlaces('FR')]) {
    const [wanted, found] = await Promise.all(contexts.map((context) => search(context, tree)));
    assert.deepEqual(found, wanted, JSON.stringify(tree));
    assert.ok((wanted?.[1] as number) > 0 || tree !== matchAll);
  }
});

test('only the regions of the places are asked, once the default one has nothing there', async () => {
  const { regions } = several;
  assert.ok(regions);
  const register = await places.register();
  const regionsOf = async (tree: Tree) => {
    const strays = await several.rows<{ region: string; place: string }>(
      sql`select region, place from region_stray`,
    );
    return [...(findCriteriaRegions(tree, { regions: regions.all, strays, register }) ?? ['all'])].sort();
  };
  assert.deepEqual(await regionsOf(inPlaces('75')), ['paris', 'public']);
  await several.rows(
    sql`update region_stray set claimed_at = claimed_at - interval '2 hours' where place <> ''`,
  );
  assert.equal(await deleteUnusedStrays(home.db, DEFAULT_REGION, places), 2);
  assert.deepEqual(await regionsOf(inPlaces('75')), ['paris']);
  assert.deepEqual(await regionsOf(inPlaces('75', '69')), ['paris', 'rhone']);
  assert.deepEqual(await regionsOf(inPlaces('33063')), ['public']);
  // Its parts are of three regions.
  assert.deepEqual(await regionsOf(inPlaces('FR')), ['paris', 'public', 'rhone']);
  assert.deepEqual(await regionsOf(matchAll), ['all']);
});

test('a property is found by its id and by the URL of each of its listings, in any region', async () => {
  for (const { db } of servedRegions(several)) {
    const [row] = await db.rows<{ id: string; url: string }>(sql`
      select property_id as id, min(url) as url from listing group by property_id limit 1`);
    assert.ok(row);
    const { status, body } = await read(`/properties/${row.id}`);
    assert.deepEqual([status, body['id']], [200, row.id]);
    assert.equal((await read(`/properties/${row.id.toUpperCase()}`)).body['id'], row.id);
    assert.equal(await findPropertyIdByUrl(several, row.url), row.id);
    const added = await api.call({
      method: 'POST',
      path: '/favorite-properties',
      body: { propertyId: row.id },
    });
    assert.equal(added.status, 201, added.text);
  }
  const { body: favorites } = await read('/favorite-properties');
  assert.equal(favorites['totalItems'] ?? (favorites as unknown as unknown[]).length, 3);
  assert.equal((await read('/properties/0198c0de-0000-7000-8000-00000000ffff')).status, 404);
});

test('alerts of all regions raise the events that they raise in one, from workers with some regions', async (t) => {
  await matchByTwoWorkers(t, world);
  const raised = await Promise.all(
    [one, several].map(async (db, at) => {
      const engine = createSearchContext(db, systemClock, places).engine;
      const jobs = alertJobs({ db, clock: systemClock, log: silentLog, places, engine });
      for (const job of jobs) await job.run(new AbortController().signal);
      const rows = await db.rows<{ event: string }>(sql`
        select event_type || ' ' || property_id || ' ' || subject_id as event from alert_event
        where alert_id = ${alerts[at]?.id} order by 1`);
      return rows.map(({ event }) => event);
    }),
  );
  assert.deepEqual(raised[1], raised[0]);
  assert.ok((raised[0]?.length ?? 0) > 10, `${raised[0]?.length} events`);
});

testRandomAlerts(world);

test('a deferred match waits for a worker of its region', async (t) => {
  assert.deepEqual(await matchDeferredOfParis(t, world), [true, false]);
});

test('analytics count the events of all regions once', async () => {
  let events = 0;
  for (const { db } of servedRegions(several)) {
    while ((await collectEvents(db, systemClock)) > 0);
    const [row] = await db.rows<{ count: number }>(sql`select count(*)::int as count from listing_event`);
    assert.ok((row?.count ?? 0) > 0);
    events += row?.count ?? 0;
  }
  const { status, body } = await read('/analytics/listings?metrics=count');
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal((body['meta'] as { sample_size: number }).sample_size, events);
});

testMixedFeeds(world);
testDecisions(world);

test('listings of two regions are never decided to be one home', async () => {
  const [first, second] = await Promise.all(
    allRegions(several)
      .slice(1)
      .map(
        async (db) => (await db.rows<{ id: string }>(sql`select listing_id as id from listing limit 1`))[0],
      ),
  );
  const pipeline = openPipeline(several, systemClock, { places });
  const across = { action: 'merge', listings: [first?.id ?? ''], others: [second?.id ?? ''] } as const;
  assert.deepEqual(await decideGrouping(pipeline, across, null), { refused: 'two-regions' });
  const unknown = { ...across, others: ['0198c0de-0000-7000-8000-00000000ffff'] };
  assert.deepEqual(await decideGrouping(pipeline, unknown, null), { refused: 'unknown' });
});

test('a listing whose place changes stays in its region, with its ids, and is found in its new place', async (t) => {
  const seen = observations.filter(
    (each) => each.kind === 'seen' && (each.payload.location?.postalCode ?? '').startsWith('75'),
  );
  const last = seen.at(-1);
  const lyon = observations.find(
    (each) => each.kind === 'seen' && (each.payload.location?.postalCode ?? '').startsWith('69'),
  );
  assert.ok(last?.kind === 'seen' && lyon?.kind === 'seen' && lyon.payload.location !== undefined);
  const before = await findPropertyIdByUrl(several, last.url);
  const moved = {
    ...last,
    observedAt: new Date().toISOString(),
    payload: { ...last.payload, location: lyon.payload.location },
  };
  const readBook = await followAlertOfLyon(t, world);
  assert.deepEqual(await readBook(), { lyon: false, anywhere: true });
  assert.deepEqual(await feedRegions(several, places, [moved]), { changed: 1 });
  assert.deepEqual(await readBook(), { lyon: true, anywhere: true });
  const [entry] = await several.rows<{ region: string }>(
    sql`select region from listing_region where listing_id = ${listingIdFromUrl(last.url)}`,
  );
  assert.equal(entry?.region, 'paris');
  const id = await findPropertyIdByUrl(several, last.url);
  assert.ok(id !== undefined && before !== undefined);
  const strays = await several.rows<{ region: string }>(sql`select region from region_stray`);
  assert.deepEqual(strays, [{ region: 'paris' }]);
});

test('a full feed expires the absent listings of every region', async () => {
  const slug = observations[0]?.source ?? '';
  const live = await Promise.all(
    allRegions(several).map(
      async (db) =>
        (
          await db.rows(
            sql`select 1 from listing where source_id = ${sourceIdOf(slug)} and expired_at is null`,
          )
        ).length,
    ),
  );
  const absent = await findAbsentListings(
    several,
    { id: sourceIdOf(slug), slug },
    { seen: new Set(), unread: 0, observedAt: new Date().toISOString(), force: true },
  );
  assert.ok(absent.outcome === 'expire' && absent.observations.length > 0);
  assert.equal(
    absent.observations.length,
    live.reduce((sum, count) => sum + count, 0),
  );
});

test('every call that reads answers over regions', async () => {
  for (const path of ['/changes', '/valuations/accuracy', '/analytics/market-pace', '/exports'])
    assert.equal((await read(path)).status, 200, path);
  const made = await api.call({ method: 'POST', path: '/exports', body: {} });
  assert.equal(made.status, 201, made.text);
});

test('a statement that would answer for one region alone is refused', async () => {
  await assert.rejects(
    several.rows(sql`select 1 from property where property_id is null`),
    /several regions/,
  );
  await assert.rejects(
    several.transaction((tx) => tx.rows(sql`update listing set url = url where listing_id is null`)),
    /several regions/,
  );
});

test('a process that leaves regions out refuses what needs them', async () => {
  const part = await openServiceRegions({ after }, { ...home, places }, [], ['public', 'rhone']);
  const context = createSearchContext(part, systemClock, places);
  assert.ok((await context.engine.count(inPlaces('33'))) >= 0);
  await assert.rejects(context.engine.count(matchAll), /does not serve the region paris/);
  assert.deepEqual(
    servedRegions(part).map(({ name }) => name),
    ['public', 'rhone'],
  );
});
