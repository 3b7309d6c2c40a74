import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Registry } from 'prom-client';
import { day, madeListing, recordTogether } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { silentLog } from '../../test/support/log.ts';
import { createCity, flat, locationHere } from '../../test/support/searches.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { parseCriteria } from '../criteria/parse.ts';
import { matchAll } from '../criteria/tree.ts';
import { createPlaceService } from '../geo/place-service.ts';
import { monotonicMs } from '../lib/clock.ts';
import { IndexBuilder } from '../properties/search/memory/index-builder.ts';
import { IndexReplica } from '../properties/search/memory/index-replica.ts';
import { MemorySearch } from '../properties/search/memory/memory-search.ts';
import type { ReplicationMessage } from '../properties/search/memory/replication-message.ts';
import { createMemorySearchService, expectStoredIndex } from './search-memory.ts';

const { db, connection } = await freshDatabase({ after });
const file = join(temporaryDirectory({ after }), 'properties');
const builder = new IndexBuilder({ connection, file });
after(() => builder.close());
const places = createPlaceService(db, console.error);
const city = createCity();
await recordTogether(db, [madeListing(flat(city))], day(1));

test('metrics and readiness show which engine answers, why SQL does, and the lag of the index', async () => {
  const replicaIndex = new IndexReplica();
  const metrics = new Registry();
  const { engine, checks } = createMemorySearchService(replicaIndex, {
    db,
    places,
    replica: undefined,
    metrics,
    log: silentLog,
    isOpening: () => false,
  });
  const counted = async (by: string): Promise<number> =>
    Number(new RegExp(`"${by}"\\} (\\d+)`).exec(await metrics.metrics())?.[1] ?? 0);
  assert.deepEqual(checks(), { search: 'reading; SQL answers' });
  assert.equal(await engine.count(matchAll), 1);
  assert.equal(await counted('not-ready'), 1);

  const send = async (message: ReplicationMessage): Promise<void> =>
    replicaIndex.apply(structuredClone(message));
  const primary = new MemorySearch({ db, log: silentLog, builder, maxBytes: Infinity, send });
  await primary.refresh();
  assert.equal(checks().search, 'ok');
  assert.equal(await engine.count(matchAll), 1);
  const expired = parseCriteria({ property: { expired: true } });
  assert.ok('tree' in expired);
  assert.equal(await engine.count(expired.tree), 0);
  assert.deepEqual([await counted('memory'), await counted('off-market')], [2, 0]);

  const horizon = primary.snapshot()?.horizon ?? '';
  const batch = { changes: [], lastSeenBatches: [], horizon, watermark: primary.snapshot()?.watermark ?? 0 };
  await send({ kind: 'batch', batch, refreshedAt: monotonicMs() - 2_500 });
  const { search, searchLagMs } = checks();
  assert.equal(search, 'behind; SQL answers');
  assert.ok(Number(searchLagMs) >= 2_500, searchLagMs);
  assert.equal(await engine.count(matchAll), 1);
  assert.equal(await counted('lag'), 1);
  const lag = /gable_search_index_lag_seconds ([\d.]+)/.exec(await metrics.metrics())?.[1];
  assert.ok(Number(lag) >= 2.5, lag);

  await send({ kind: 'dropped', status: 'too large' });
  assert.deepEqual(checks(), { search: 'too large; SQL answers' });
  assert.equal(await engine.count(matchAll), 1);
  assert.equal(await counted('too-large'), 1);
});

test('after an error in the memory index SQL answers, and metrics and log show it', async () => {
  const memory = new MemorySearch({ db, log: silentLog, builder, maxBytes: Infinity });
  await memory.refresh();
  const snapshot = memory.snapshot();
  assert.ok(snapshot);
  const [view] = snapshot.segments;
  assert.ok(view);
  Object.assign(view, { segment: { ...view.segment, divisions: undefined } });
  const metrics = new Registry();
  const messages: string[] = [];
  const log = { ...silentLog, warn: (_: object, text: string) => void messages.push(text) };
  const { engine } = createMemorySearchService(memory, {
    db,
    places,
    replica: undefined,
    metrics,
    log,
    isOpening: () => false,
  });
  const somewhere = parseCriteria(locationHere(city));
  assert.ok('tree' in somewhere);
  assert.equal(await engine.count(somewhere.tree), 1);
  assert.match(await metrics.metrics(), /engine="sql",reason="fault"\} 1/);
  assert.deepEqual(messages, ['memory search failed: SQL answers']);
});

test('facets and clusters wait for a stored index that is being opened, pages do not', async () => {
  const dataDir = temporaryDirectory({ after });
  const settings = { SEARCH_MEMORY_MB: 100, DATA_DIR: dataDir };
  assert.equal(expectStoredIndex(settings)(), false, 'nothing is stored');
  mkdirSync(join(dataDir, 'search'));
  writeFileSync(join(dataDir, 'search', 'properties'), '');
  const isOpening = expectStoredIndex(settings);
  assert.equal(isOpening(), true);

  const memory = new MemorySearch({ db, log: silentLog, builder, maxBytes: Infinity });
  const metrics = new Registry();
  const parts = { db, places, replica: undefined, metrics, log: silentLog, isOpening };
  const { engine, waiting } = createMemorySearchService(memory, parts);
  const facets = engine.countFacets({ criteria: matchAll, priceBounds: [], isCounted: () => true });
  const viewport = { west: -180, south: -90, east: 180, north: 90 };
  const clusters = engine.findClusters({
    criteria: matchAll,
    viewport,
    grid: { zoom: 0, width: 90, height: 45 },
  });
  assert.equal(await engine.count(matchAll), 1);
  assert.match(await metrics.metrics(), /engine="sql",reason="not-ready"\} 1/);
  assert.equal(waiting(), 2);
  await memory.refresh();
  assert.equal((await facets).total, 1);
  assert.ok(Array.isArray(await clusters));
  assert.equal(waiting(), 0);
  assert.match(await metrics.metrics(), /engine="memory"\} 2/);
});

test('an index that is too large is not waited for', async () => {
  const memory = new MemorySearch({ db, log: silentLog, builder, maxBytes: 1 });
  await memory.refresh();
  const metrics = new Registry();
  const parts = { db, places, replica: undefined, metrics, log: silentLog, isOpening: () => true };
  const { engine } = createMemorySearchService(memory, parts);
  const { total } = await engine.countFacets({ criteria: matchAll, priceBounds: [], isCounted: () => true });
  assert.equal(total, 1);
  assert.match(await metrics.metrics(), /engine="sql",reason="too-large"\} 1/);
});
