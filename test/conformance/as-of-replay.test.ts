import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { PropertyResult } from '../../src/catalogue/document.ts';
import { buildSearchRow } from '../../src/criteria/columns.ts';
import { compilePredicate } from '../../src/criteria/matches.ts';
import { parseCriteria } from '../../src/criteria/parse.ts';
import type { Tree } from '../../src/criteria/tree.ts';
import { type Db, sql } from '../../src/db/sql.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import { HOUR_MS } from '../../src/lib/durations.ts';
import { findPropertyAsOf, searchAsOf } from '../../src/properties/as-of.ts';
import type { ListingState } from '../../src/properties/listing-state.ts';
import { parseStoredDocument } from '../../src/properties/packed-document.ts';
import { record } from '../../src/properties/record.ts';
import { NEWEST_FIRST } from '../../src/properties/search/order.ts';
import { createRandom } from '../../src/world/random.ts';
import { day, expired, madeListing, recordTogether, revisited } from '../fixtures/listing-states.ts';
import { freshDatabase } from '../support/database.ts';
import { planMerge, planSplit } from '../support/plan-moves.ts';
import { randomCriteria } from '../support/random-criteria.ts';
import { flat } from '../support/searches.ts';

/** Pairs of a tree and a moment; `npm run test:fuzz` takes 10,000. */
const PAIRS = Number(process.env['AS_OF_PAIRS'] ?? 100);
const STEPS = 90;
const SLOW = { timeout: 60_000 + PAIRS * 100 };

const { db } = await freshDatabase({ after });
const places = createPlaceService(db, assert.ifError);
const chance = createRandom('as of, replayed');
let splits = 0;
const momentOf = (step: number): Date => new Date(day(1).getTime() + step * HOUR_MS);

async function propertyOf(listingId: string): Promise<{ id: string; listingIds: string[] } | undefined> {
  const [row] = await db.rows<{ id: string; listingIds: string[] }>(sql`
    select property_id as id, listing_ids as "listingIds" from property
    where property_id = (select property_id from listing where listing_id = ${listingId})`);
  return row;
}

/** One random change of the market: created, changed, expired, back, merged or split. */
async function change(own: ListingState[], now: Date): Promise<void> {
  const at = chance.whole(0, own.length);
  const one = own[at];
  const price = 200_000 + 5_000 * chance.whole(0, 40);
  const kind =
    own.length < 8 ? 'create' : chance.pick(['create', 'change', 'expire', 'back', 'merge', 'split']);
  if (kind === 'create' || one === undefined) {
    const rooms = { unit: { rooms: chance.whole(1, 6) } };
    const state = madeListing(flat('A1', price, rooms), { createdAt: now, updatedAt: now, lastSeenAt: now });
    own.push(state);
    await recordTogether(db, [state], now);
    return;
  }
  if (kind === 'merge') {
    const other = chance.pick(own);
    const ids = [await propertyOf(one.id), await propertyOf(other.id)].flatMap((found) => found?.id ?? []);
    await record(db, { moves: await planMerge(db, [...new Set(ids)]) }, now);
    return;
  }
  if (kind === 'split') {
    const [first, ...rest] = (await propertyOf(one.id))?.listingIds ?? [];
    if (first === undefined || rest.length === 0) return;
    await record(db, { moves: planSplit([[first], rest], now) }, now);
    splits += 1;
    return;
  }
  const next =
    kind === 'expire'
      ? expired(one, now)
      : {
          ...revisited(one, now, flat('A1', price, { unit: { rooms: chance.whole(1, 6) } })),
          expiredAt: undefined,
        };
  own[at] = next;
  await record(db, { listings: [{ state: next }] }, now);
}

interface LoggedChange {
  id: string;
  at: Date;
  after: PropertyResult | null;
  mergedInto: string | null;
}

/** The changes since a moment with the documents that are stored now: read right after they are recorded. */
const readLog = async (from: Db, since: Date): Promise<LoggedChange[]> =>
  (
    await from.rows<LoggedChange & { after: Buffer | null }>(sql`
      select property_id as id, recorded_at as at, merged_into as "mergedInto", (
        select packed from property
        where property.property_id = property_change.property_id and property.revision_id = property_change.revision_id) as after
      from property_change where recorded_at >= ${since} order by recorded_at, revision_id`)
  ).map((row) => ({ ...row, after: row.after && parseStoredDocument(row.after) }));

/** What the log says up to a moment, by applying it change by change. */
function replay(log: readonly LoggedChange[], moment: Date): Map<string, LoggedChange> {
  const state = new Map<string, LoggedChange>();
  for (const entry of log) if (entry.at <= moment) state.set(entry.id, entry);
  return state;
}

function drawTree(): Tree {
  for (;;) {
    const parsed = parseCriteria(randomCriteria(chance));
    if ('tree' in parsed) return parsed.tree;
  }
}

test('searches and properties as of random moments equal a replay of the log', SLOW, async () => {
  const own: ListingState[] = [];
  const log: LoggedChange[] = [];
  for (let step = 1; step <= STEPS; step += 1) {
    await change(own, momentOf(step));
    log.push(...(await readLog(db, momentOf(step))));
  }
  assert.ok(log.filter(({ mergedInto }) => mergedInto !== null).length >= 3, 'properties were merged');
  assert.ok(splits >= 2, 'properties were split');
  const { ancestorsOf } = await places.register();
  let found = 0;
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const moment = new Date(momentOf(0).getTime() + chance.unit() * (STEPS + 1) * HOUR_MS);
    const state = replay(log, moment);
    const criteria = drawTree();
    const matches = compilePredicate(criteria);
    const expected = [...state.values()]
      .flatMap(({ id, after: result }) => (result === null ? [] : [{ id, result }]))
      .filter(({ result }) => matches(buildSearchRow(result, (division) => ancestorsOf(division))))
      .map(({ id }) => id)
      .sort();
    const { page, totalItems } = await searchAsOf(
      { db, places },
      { criteria, order: NEWEST_FIRST, size: 1_000, page: 1, moment },
    );
    const context = `pair ${pair}, ${moment.toISOString()}`;
    assert.deepEqual(page.results.map(({ id }) => id).sort(), expected, context);
    assert.equal(totalItems, expected.length, context);
    found += expected.length;
    if (state.size === 0) continue;
    const id = chance.pick([...state.keys()]);
    let entry = state.get(id);
    while (entry?.mergedInto) entry = state.get(entry.mergedInto);
    assert.deepEqual(await findPropertyAsOf(db, id, moment), entry?.after ?? undefined, context);
  }
  assert.ok(found > PAIRS / 10, 'the trees find something');
});

test('the past is sorted by the deviation of then', async () => {
  const now = momentOf(STEPS + 2);
  const live = [...replay(await readLog(db, momentOf(0)), now).values()].filter(
    (entry) => entry.after?.property.expired === false,
  );
  const confidence = 'A' as const;
  const estimates = new Map(
    live.slice(0, 5).map(({ id }, at) => {
      const value = 180_000 + at * 30_000;
      return [id, { value, low: value, high: value, confidence, valuedAt: now.toISOString() }] as const;
    }),
  );
  await record(db, { estimates }, now);
  const parsed = parseCriteria({ property: { expired: false } });
  assert.ok('tree' in parsed);
  const order = { field: 'VALUATION_DEVIATION', direction: 'ASC' } as const;
  const search = { criteria: parsed.tree, order, size: 5, page: 1, moment: now };
  const { page } = await searchAsOf({ db, places }, search);
  const deviations = page.results.map(({ property }) => property.valuation?.deviationPercent ?? Number.NaN);
  assert.equal(deviations.length, 5);
  assert.deepEqual(
    deviations,
    deviations.toSorted((one, other) => one - other),
  );
  assert.ok(
    deviations.every((deviation) => !Number.isNaN(deviation)),
    'those with an estimate come first',
  );
});
