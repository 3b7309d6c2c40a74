import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, madeListing, recordTogether, revisited } from '../../../test/fixtures/listing-states.ts';
import { debianPostgresMissing } from '../../../test/support/debian-postgres.ts';
import {
  REPLAY_TIMEOUT_MS,
  type ReplicatedDatabase,
  startReplicated,
} from '../../../test/support/replicated.ts';
import { matchAll } from '../../criteria/tree.ts';
import { createPlaceService } from '../../geo/place-service.ts';
import { systemClock } from '../../lib/clock.ts';
import { findPropertyReplicaFirst } from '../lookup.ts';
import { record } from '../record.ts';
import { createSearchContext, type SearchContext, searchProperties } from '../search.ts';
import type { SortOrder } from './order.ts';
import { sqlEngine } from './sql-engine.ts';

const skip = debianPostgresMissing();
const world = (skip ? undefined : await startReplicated({ after })) as ReplicatedDatabase;

const CHEAPEST_FIRST: SortOrder = { field: 'PRICE', direction: 'ASC' };
const priced = (displayed: number) => ({ pricing: { displayed, currency: 'EUR' as const } });

async function homes(prices: readonly number[], at = day(10)) {
  const clocks = { createdAt: at, updatedAt: at, lastSeenAt: at };
  const made = [];
  for (const price of prices) {
    const listing = madeListing(priced(price), clocks);
    made.push({ id: await recordTogether(world.db, [listing], at), listing });
  }
  return made;
}

async function step(context: SearchContext, cursor: string | undefined) {
  const request = {
    accountId: 'a',
    criteria: matchAll,
    sentCriteria: undefined,
    order: CHEAPEST_FIRST,
    size: 2,
  };
  const found = await searchProperties(context, { ...request, paging: { type: 'CURSOR', cursor } });
  assert.ok('page' in found);
  return { ids: found.page.results.map(({ id }) => id), cursor: found.cursor ?? assert.fail() };
}

test('a cursor scan returns each property once even when some steps read a replica that lags', {
  skip,
}, async (t) => {
  const replica = world.replica(t, REPLAY_TIMEOUT_MS);
  const [first, ...rest] = await homes([100, 200, 300, 400]);
  assert.ok(first);
  const ids = [first, ...rest].map(({ id }) => id);
  await replica.caughtUp();
  await world.pause();
  t.after(() => world.resume());
  const at = day(11);
  await record(world.db, { listings: [{ state: revisited(first.listing, at, priced(900)) }] }, at);

  const places = createPlaceService(world.db, assert.ifError);
  const onPrimary = createSearchContext(world.db, systemClock, places);
  const onReplica = createSearchContext(world.db, systemClock, places, sqlEngine(world.db, places, replica));
  const begunBehind = await step(onReplica, undefined);
  assert.deepEqual(begunBehind.ids, ids.slice(0, 2), 'as it was before the move');
  assert.deepEqual(
    (await step(onPrimary, begunBehind.cursor)).ids,
    ids.slice(2),
    'and not again where it moved',
  );

  const begunAhead = await step(onPrimary, undefined);
  assert.deepEqual(begunAhead.ids, ids.slice(1, 3));
  const next = await step(onReplica, begunAhead.cursor);
  assert.deepEqual(
    next.ids,
    [ids[3], ids[0]],
    'the replica does not know that moment yet: the primary outcome',
  );
});

test('a property that a replica does not have yet is read from the primary', { skip }, async (t) => {
  const replica = world.replica(t, REPLAY_TIMEOUT_MS);
  await replica.caughtUp();
  await world.pause();
  const [home] = await homes([500]);
  assert.equal(
    (await findPropertyReplicaFirst({ db: world.db, reads: replica.reads }, home?.id ?? ''))?.id,
    home?.id,
  );
  await world.resume();
});
