import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  day,
  expired,
  madeListing,
  recordTogether,
  revisited,
} from '../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../test/support/database.ts';
import { matchAll } from '../../criteria/tree.ts';
import { createPlaceService } from '../../geo/place-service.ts';
import { systemClock } from '../../lib/clock.ts';
import { createRandom } from '../../world/random.ts';
import type { ListingState } from '../listing-state.ts';
import { record } from '../record.ts';
import { createSearching, type SearchFound, searchProperties } from '../search.ts';
import { NEWEST_FIRST, type SortOrder } from './order.ts';

const { db } = await freshDatabase({ after });
const searching = createSearching(db, systemClock, createPlaceService(db, console.error));
const chance = createRandom('walk', Number(process.env['SEED'] ?? Date.now() % 1_000));

const COUNT = 60;
const STEP = 10;
const CHANGES_A_STEP = 10;

interface TrackedListing {
  id: string;
  listing: ListingState;
}

const priced = (displayed: number) => ({ pricing: { displayed, currency: 'EUR' as const } });
let moment = day(10).getTime();
const next = () => {
  moment += 1_000;
  return new Date(moment);
};

async function fresh(): Promise<TrackedListing> {
  const at = next();
  const clocks = { createdAt: at, updatedAt: at, lastSeenAt: at };
  const listing = madeListing(priced(chance.whole(50, 99) * 1_000), clocks);
  return { id: await recordTogether(db, [listing], at), listing };
}

/** To the front, to the end, or out of sight: whatever moves a row in some order. */
async function change(kept: TrackedListing): Promise<void> {
  kept.listing = revisited(kept.listing, next(), priced(chance.whole(10, 150) * 1_000));
  await record(db, { listings: [{ state: kept.listing }] }, kept.listing.updatedAt);
}

async function expire(kept: TrackedListing): Promise<void> {
  kept.listing = expired(kept.listing, next());
  await record(db, { listings: [{ state: kept.listing }] }, kept.listing.updatedAt);
}

async function step(order: SortOrder, cursor: string | undefined): Promise<SearchFound> {
  const asked = { accountId: 'a', criteria: matchAll, sent: undefined, order, size: STEP };
  const answered = await searchProperties(searching, { ...asked, paging: { type: 'CURSOR', cursor } });
  assert.ok('shown' in answered);
  return answered;
}

async function scanWhileChanging(order: SortOrder): Promise<void> {
  const all: TrackedListing[] = [];
  for (let at = 0; at < COUNT; at += 1) all.push(await fresh());
  // Some have moved before the walk begins, just so.
  for (const kept of chance.some(all, 20)) await change(kept);
  const gone = new Set<string>();
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let more = true; more; ) {
    const found = await step(order, cursor);
    seen.push(...found.shown.results.map(({ id }) => id));
    [cursor, more] = [found.cursor, found.hasNextPage];
    for (const kept of chance.some(all, CHANGES_A_STEP)) if (!gone.has(kept.id)) await change(kept);
    const [left] = chance.some(all, 1);
    if (left !== undefined && !gone.has(left.id)) {
      await expire(left);
      gone.add(left.id);
    }
    await fresh();
  }
  assert.equal(new Set(seen).size, seen.length, 'none twice');
  const missed = all.filter(({ id }) => !gone.has(id) && !seen.includes(id));
  assert.deepEqual(missed, [], 'none missed that was there throughout');
  for (const kept of all) if (!gone.has(kept.id)) await expire(kept);
}

const ORDERS: SortOrder[] = [NEWEST_FIRST, { field: 'PRICE', direction: 'ASC' }];

for (const order of ORDERS) {
  test(`a walk by ${order.field} ${order.direction} shows each property once while they change under it`, async () => {
    await scanWhileChanging(order);
  });
}

test('a recording that was under way when a walk began does not hide its property from the walk', async () => {
  const first = await fresh();
  const rest = [await fresh(), await fresh()];
  const at = next();
  const state = revisited(first.listing, at, priced(1));
  let begin: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let finish: () => void = () => {};
  const finishing = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const recording = db.transaction(async (tx) => {
    await record(tx, { listings: [{ state }] }, at);
    begin();
    await finishing;
  });
  await begun;
  const ids = new Set([first, ...rest].map(({ id }) => id));
  const scanned: string[] = [];
  const start = await searchProperties(searching, {
    accountId: 'a',
    criteria: matchAll,
    sent: undefined,
    order: NEWEST_FIRST,
    size: 1,
    paging: { type: 'CURSOR', cursor: undefined },
  });
  assert.ok('shown' in start);
  scanned.push(...start.shown.results.map(({ id }) => id));
  finish();
  await recording;
  let { cursor, hasNextPage: more }: SearchFound = start;
  while (more) {
    const found = await step(NEWEST_FIRST, cursor);
    scanned.push(...found.shown.results.map(({ id }) => id));
    [cursor, more] = [found.cursor, found.hasNextPage];
  }
  assert.deepEqual(scanned.filter((id) => ids.has(id)).toSorted(), [...ids].toSorted());
});
