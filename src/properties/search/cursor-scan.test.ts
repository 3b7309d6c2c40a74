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
import { createSearchContext, type SearchResults, searchProperties } from '../search.ts';
import { NEWEST_FIRST, type SortOrder } from './order.ts';

const { db } = await freshDatabase({ after });
const context = createSearchContext(db, systemClock, createPlaceService(db, console.error));
const random = createRandom('cursor scan', Number(process.env['SEED'] ?? Date.now() % 1_000));

const COUNT = 60;
const STEP = 10;
const CHANGES_PER_STEP = 10;

interface TrackedListing {
  id: string;
  listing: ListingState;
}

const priced = (displayed: number) => ({ pricing: { displayed, currency: 'EUR' as const } });
/** Some have no price: they are last in both directions. */
const randomPrice = (least: number, most: number) =>
  random.happens(0.2) ? { pricing: {} } : priced(random.whole(least, most) * 1_000);
let moment = day(10).getTime();
const next = () => {
  moment += 1_000;
  return new Date(moment);
};

async function createTracked(): Promise<TrackedListing> {
  const at = next();
  const clocks = { createdAt: at, updatedAt: at, lastSeenAt: at };
  const listing = madeListing(randomPrice(50, 99), clocks);
  return { id: await recordTogether(db, [listing], at), listing };
}

/** Moves the row to the front, to the end, or out of the results, depending on the order. */
async function change(tracked: TrackedListing): Promise<void> {
  tracked.listing = revisited(tracked.listing, next(), randomPrice(10, 150));
  await record(db, { listings: [{ state: tracked.listing }] }, tracked.listing.updatedAt);
}

async function expire(tracked: TrackedListing): Promise<void> {
  tracked.listing = expired(tracked.listing, next());
  await record(db, { listings: [{ state: tracked.listing }] }, tracked.listing.updatedAt);
}

async function step(order: SortOrder, cursor: string | undefined): Promise<SearchResults> {
  const request = { accountId: 'a', criteria: matchAll, sentCriteria: undefined, order, size: STEP };
  const outcome = await searchProperties(context, { ...request, paging: { type: 'CURSOR', cursor } });
  assert.ok('page' in outcome);
  return outcome;
}

async function scanWhileChanging(order: SortOrder): Promise<void> {
  const all: TrackedListing[] = [];
  for (let at = 0; at < COUNT; at += 1) all.push(await createTracked());
  // Some rows have moved before the scan starts.
  for (const tracked of random.some(all, 20)) await change(tracked);
  const gone = new Set<string>();
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let more = true; more; ) {
    const found = await step(order, cursor);
    seen.push(...found.page.results.map(({ id }) => id));
    [cursor, more] = [found.cursor, found.hasNextPage];
    for (const tracked of random.some(all, CHANGES_PER_STEP))
      if (!gone.has(tracked.id)) await change(tracked);
    const [left] = random.some(all, 1);
    if (left !== undefined && !gone.has(left.id)) {
      await expire(left);
      gone.add(left.id);
    }
    await createTracked();
  }
  assert.equal(new Set(seen).size, seen.length, 'none twice');
  const missed = all.filter(({ id }) => !gone.has(id) && !seen.includes(id));
  assert.deepEqual(missed, [], 'none missed that matched throughout');
  for (const tracked of all) if (!gone.has(tracked.id)) await expire(tracked);
}

const ORDERS: SortOrder[] = [
  NEWEST_FIRST,
  { field: 'PRICE', direction: 'ASC' },
  { field: 'PRICE', direction: 'DESC' },
];

for (const order of ORDERS) {
  test(`a cursor scan by ${order.field} ${order.direction} returns each property once while properties change`, async () => {
    await scanWhileChanging(order);
  });
}

test('a recording in progress at the start of a cursor scan does not hide its property from the scan', async () => {
  const first = await createTracked();
  const rest = [await createTracked(), await createTracked()];
  const at = next();
  const state = revisited(first.listing, at, priced(1));
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: finishing, resolve: finish } = Promise.withResolvers<void>();
  const recording = db.transaction(async (tx) => {
    await record(tx, { listings: [{ state }] }, at);
    begin();
    await finishing;
  });
  await begun;
  const ids = new Set([first, ...rest].map(({ id }) => id));
  const scanned: string[] = [];
  const start = await searchProperties(context, {
    accountId: 'a',
    criteria: matchAll,
    sentCriteria: undefined,
    order: NEWEST_FIRST,
    size: 1,
    paging: { type: 'CURSOR', cursor: undefined },
  });
  assert.ok('page' in start);
  scanned.push(...start.page.results.map(({ id }) => id));
  finish();
  await recording;
  let { cursor, hasNextPage: more }: SearchResults = start;
  while (more) {
    const found = await step(NEWEST_FIRST, cursor);
    scanned.push(...found.page.results.map(({ id }) => id));
    [cursor, more] = [found.cursor, found.hasNextPage];
  }
  assert.deepEqual(scanned.filter((id) => ids.has(id)).toSorted(), [...ids].toSorted());
});
