import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { madeListing, recordTogether, revisited } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { newId } from '../lib/ids.ts';
import { refreshMedians } from '../market/medians.ts';
import type { Claims, ListingState } from './listing-state.ts';
import { findProperty } from './lookup.ts';
import { reassessPrices } from './reassess-prices.ts';
import { record } from './record.ts';

const { db } = await freshDatabase({ after });

let now = Date.UTC(2026, 0, 1);
const clock = { now: () => new Date(now), monotonicMs: () => 0, sleep: async () => {} };
const wait = (minutes: number) => {
  now += minutes * 60_000;
};

/** A lineage of divisions of the fixture country, the widest first. */
const line = [
  ['COUNTRY', 'XA'],
  ['ADMINISTRATIVE_REGION', 'R1'],
  ['ADMINISTRATIVE_SUBREGION', '01'],
  ['MUNICIPALITY', '01001'],
  ['NEIGHBORHOOD', '01001-1'],
] as const;
const ids = line.map(() => newId(clock.now()));
for (const [at, [type, code]] of line.entries()) {
  await db.rows(sql`
    insert into division (division_id, country_code, type, unique_code, name, parent_id, from_package)
    values (${ids[at]}, 'XA', ${type}, ${code}, ${code}, ${ids[at - 1] ?? null}, true)`);
}
const place = (at: number) => ({
  iri: `/geo/administrative-divisions/${ids[at]}`,
  id: ids[at] ?? '',
  name: 'Here',
  type: line[at]?.[0] ?? 'COUNTRY',
});

const offered = (perSquareMetre: number, more: Claims = {}): Claims => ({
  propertyType: 'FLAT',
  transaction: { type: 'SELL' },
  area: { displayed: 50, unit: 'SQM' },
  pricing: { displayed: perSquareMetre * 50, currency: 'EUR' },
  location: { city: place(3), neighborhood: place(4) },
  ...more,
});
const put = async (claims: Claims): Promise<{ id: string; listing: ListingState }> => {
  const listing = madeListing(claims, {
    createdAt: clock.now(),
    updatedAt: clock.now(),
    lastSeenAt: clock.now(),
  });
  return { id: await recordTogether(db, [listing], clock.now()), listing };
};
const read = async (id: string) => {
  const found = await findProperty(db, id);
  assert.ok(found !== undefined);
  return { verdict: found.listings[0]?.priceCoherent, price: found.property.pricing?.displayed, found };
};
const revisions = async (id: string) =>
  (await db.rows(sql`select 1 from property_change where property_id = ${id}`)).length;

const medians = () =>
  db.rows<{ code: string; median: number; samples: number }>(sql`
    select unique_code as code, median, samples from market_median join division using (division_id)
    where property_type = 'FLAT' order by unique_code`);

const usual: Awaited<ReturnType<typeof put>>[] = [];
for (let at = 0; at < 28; at++) usual.push(await put(offered(1000 + at)));
const misprint = await put(offered(210));

test('with fewer listings than a market needs there is no verdict, and all are visible', async () => {
  await reassessPrices(db, clock);
  const { verdict, price } = await read(misprint.id);
  assert.deepEqual([verdict, price], [undefined, 10_500]);
});

test('the listing that completes a market gives all its listings a verdict', async () => {
  usual.push(await put(offered(1028)));
  await reassessPrices(db, clock);
  const { verdict, price } = await read(misprint.id);
  assert.deepEqual([verdict, price], [false, undefined]);
});

test('medians are computed at every level from the neighbourhood to the region', async () => {
  assert.deepEqual(
    await medians(),
    ['01', '01001', '01001-1', 'R1'].map((code) => ({ code, median: 1013.5, samples: 30 })),
  );
});

test('a verdict that confirms a price writes no revision, one that removes it does', async () => {
  const [one] = usual;
  assert.equal((await read(one?.id ?? '')).verdict, true);
  assert.equal(await revisions(one?.id ?? ''), 1);
  assert.equal(await revisions(misprint.id), 2);
  const { found } = await read(misprint.id);
  assert.deepEqual(found.property.changes, [], 'a judgement is no change of the world');
  assert.equal(found.listings[0]?.displayedPrice, 10_500, 'the listing still says what it asks');
});

test('a new listing is assessed when it is recorded', async () => {
  assert.equal((await read((await put(offered(9_000))).id)).verdict, false);
  assert.equal((await read((await put(offered(1_200))).id)).verdict, true);
  assert.equal((await read((await put(offered(10, { propertyType: 'LAND' }))).id)).verdict, undefined);
  assert.equal(
    (await read((await put(offered(10, { transaction: { type: 'RENT' } }))).id)).verdict,
    undefined,
  );
});

test('a listing that corrects its price is coherent again, and neither the misprint nor its correction is a change', async () => {
  wait(5);
  const fixed = revisited(misprint.listing, clock.now(), { pricing: { displayed: 50_000, currency: 'EUR' } });
  await record(db, { listings: [{ state: fixed }] }, clock.now());
  const { verdict, price, found } = await read(misprint.id);
  assert.deepEqual([verdict, price], [true, 50_000]);
  assert.deepEqual(found.property.changes, []);
});

test('when the market moves, properties whose verdict changes are reassessed', async () => {
  wait(5);
  const dear = await put(offered(2_900));
  assert.equal((await read(dear.id)).verdict, true);
  wait(5);
  for (const { listing } of usual) {
    const cheaper = revisited(listing, clock.now(), { pricing: { displayed: 40_000, currency: 'EUR' } });
    await record(db, { listings: [{ state: cheaper }] }, clock.now());
  }
  assert.ok((await reassessPrices(db, clock)) > 0);
  assert.equal((await read(dear.id)).verdict, false);
});

/** All usual listings ask another price, and the medians are computed: the process ends before it reassesses. */
async function moveMarket(price: number): Promise<void> {
  wait(5);
  for (const { listing } of usual) {
    const moved = revisited(listing, clock.now(), { pricing: { displayed: price, currency: 'EUR' } });
    await record(db, { listings: [{ state: moved }] }, clock.now());
  }
  await refreshMedians(db, clock.now());
}

test('verdicts that a stop left open are given by the next run, and a property that fails holds up no other', async () => {
  const [broken, sound] = [await put(offered(2_900)), await put(offered(2_900))];
  const verdicts = async () => [(await read(broken.id)).verdict, (await read(sound.id)).verdict];
  await moveMarket(50_000);
  assert.deepEqual(await verdicts(), [false, false]);
  const [row] = await db.rows<{ states: Buffer }>(
    sql`select states from property where property_id = ${broken.id}`,
  );
  const putStates = (states: Buffer | undefined) =>
    db.rows(sql`update property set states = ${states} where property_id = ${broken.id}`);
  // The mark of their document stays.
  await putStates(Buffer.concat([row?.states.subarray(0, 5) ?? Buffer.of(), Buffer.from('broken')]));
  await assert.rejects(reassessPrices(db, clock));
  await putStates(row?.states);
  assert.deepEqual(await verdicts(), [false, true]);
  await reassessPrices(db, clock);
  assert.deepEqual(await verdicts(), [true, true]);
});

test('a property that is gone by then is passed over', async () => {
  await db.rows(sql`insert into price_assessment_due values (${newId(clock.now())})`);
  assert.equal(await reassessPrices(db, clock), 1);
  assert.equal(await reassessPrices(db, clock), 0);
});

test('a price refused in its department is shown again when the first other listings of its town ask as much', async () => {
  const resort = newId(clock.now());
  await db.rows(sql`
    insert into division (division_id, country_code, type, unique_code, name, parent_id, from_package)
    values (${resort}, 'XA', 'MUNICIPALITY', '01002', 'Resort', ${ids[2]}, true)`);
  const there = { location: { city: { ...place(3), id: resort } } };
  const dear = await put(offered(7_000, there));
  await reassessPrices(db, clock);
  assert.equal((await read(dear.id)).verdict, false);
  wait(5);
  for (const price of [6_500, 6_900]) await put(offered(price, there));
  await reassessPrices(db, clock);
  assert.equal((await read(dear.id)).verdict, true);
});

test('listings that leave the market leave its medians, and the last verdict of the others is withdrawn', async () => {
  wait(5);
  for (const { listing } of usual) {
    const at = clock.now();
    await record(
      db,
      { listings: [{ state: { ...listing, expiredAt: at, lastSeenAt: at, updatedAt: at } }] },
      at,
    );
  }
  wait(5);
  await reassessPrices(db, clock);
  assert.ok((await medians()).every(({ samples }) => samples < 10));
  assert.equal((await read(misprint.id)).verdict, undefined);
});

test('a second run without changes of the market changes nothing', async () => {
  const before = await db.rows(sql`select * from market_median order by 1, 2, 3`);
  assert.equal(await reassessPrices(db, clock), 0);
  assert.deepEqual(await db.rows(sql`select * from market_median order by 1, 2, 3`), before);
});

test('medians that a stop left out are computed by the next run', async () => {
  for (const type of ['RENT', 'SELL'] as const)
    for (let at = 0; at < 12; at++) await put(offered(1_000 + at, { transaction: { type } }));
  const stopping = new AbortController();
  const stopped: typeof db = Object.create(db, {
    transaction: {
      value: (...parameters: Parameters<typeof db.transaction>) => {
        stopping.abort();
        return db.transaction(...parameters);
      },
    },
  });
  const computed = async () => {
    const text = sql`select distinct transaction_type as kind from market_median where samples >= 12 order by 1`;
    return (await db.rows<{ kind: string }>(text)).map(({ kind }) => kind);
  };
  await refreshMedians(stopped, clock.now(), stopping.signal);
  assert.equal((await computed()).length, 1, 'it was stopped while it computed the first');
  wait(10);
  await refreshMedians(db, clock.now());
  assert.deepEqual(await computed(), ['RENT', 'SELL']);
});
