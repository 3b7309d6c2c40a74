import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Registry } from 'prom-client';
import { day, madeListing, recordTogether } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { silentLog } from '../../test/support/log.ts';
import { flat, here, newCity } from '../../test/support/searches.ts';
import { parseCriteria } from '../criteria/parse.ts';
import { everything } from '../criteria/tree.ts';
import { createPlaces } from '../geo/places.ts';
import { monotonicMs } from '../lib/monotonic.ts';
import { FollowedMemory } from '../properties/search/memory/followed-memory.ts';
import { Making } from '../properties/search/memory/making.ts';
import { MemorySearch } from '../properties/search/memory/memory-search.ts';
import type { Telling } from '../properties/search/memory/telling.ts';
import { answeringMemory } from './search-memory.ts';

const { db, connection } = await freshDatabase({ after });
const folder = await mkdtemp(join(tmpdir(), 'gable-answering-'));
const making = new Making({ connection, file: join(folder, 'properties') });
after(async () => {
  await making.close();
  await rm(folder, { recursive: true, force: true });
});
const places = createPlaces(db, console.error);
const city = newCity();
await recordTogether(db, [madeListing(flat(city))], day(1));

test('who answers, why not memory, and how far it is behind stand in the measures and in the readiness', async () => {
  const followed = new FollowedMemory();
  const metrics = new Registry();
  const { engine, checks } = answeringMemory(followed, {
    db,
    places,
    replica: undefined,
    metrics,
    log: silentLog,
  });
  const counted = async (by: string): Promise<number> =>
    Number(new RegExp(`by="${by}"\\} (\\d+)`).exec(await metrics.metrics())?.[1] ?? 0);
  assert.deepEqual(checks(), { search: 'reading; SQL answers' });
  assert.equal(await engine.count(everything), 1);
  assert.equal(await counted('not-ready'), 1);

  const tell = async (telling: Telling): Promise<void> => followed.hear(structuredClone(telling));
  const keeper = new MemorySearch({ db, log: silentLog, making, mostBytes: Infinity, tell });
  await keeper.look();
  assert.equal(checks().search, 'ok');
  assert.equal(await engine.count(everything), 1);
  const expired = parseCriteria({ property: { expired: true } });
  assert.ok('tree' in expired);
  assert.equal(await engine.count(expired.tree), 0);
  assert.deepEqual([await counted('memory'), await counted('off-market')], [1, 1]);

  const horizon = keeper.held()?.horizon ?? '';
  const news = { changes: [], batches: [], horizon, settled: keeper.held()?.settled ?? 0 };
  await tell({ kind: 'news', news, lookedAt: monotonicMs() - 2_500 });
  const { search, searchLagMs } = checks();
  assert.equal(search, 'behind; SQL answers');
  assert.ok(Number(searchLagMs) >= 2_500, searchLagMs);
  assert.equal(await engine.count(everything), 1);
  assert.equal(await counted('lag'), 1);
  const lag = /gable_search_memory_lag_seconds ([\d.]+)/.exec(await metrics.metrics())?.[1];
  assert.ok(Number(lag) >= 2.5, lag);

  await tell({ kind: 'nothing', status: 'too large' });
  assert.deepEqual(checks(), { search: 'too large; SQL answers' });
  assert.equal(await engine.count(everything), 1);
  assert.equal(await counted('too-large'), 1);
});

test('a fault in memory costs no answer: SQL gives it, and the measures and the log tell', async () => {
  const memory = new MemorySearch({ db, log: silentLog, making, mostBytes: Infinity });
  await memory.look();
  const held = memory.held();
  assert.ok(held);
  const [view] = held.segments;
  assert.ok(view);
  Object.assign(view, { segment: { ...view.segment, divisions: undefined } });
  const metrics = new Registry();
  const said: string[] = [];
  const log = { ...silentLog, warn: (_: object, text: string) => void said.push(text) };
  const { engine } = answeringMemory(memory, { db, places, replica: undefined, metrics, log });
  const somewhere = parseCriteria(here(city));
  assert.ok('tree' in somewhere);
  assert.equal(await engine.count(somewhere.tree), 1);
  assert.match(await metrics.metrics(), /by="fault"\} 1/);
  assert.deepEqual(said, ['memory is broken: SQL answers']);
});
