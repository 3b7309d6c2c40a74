import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, expired, madeListing, recordTogether, revisited } from '../../test/fixtures/listing-states.ts';
import { createTestAlert } from '../../test/support/alerts.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { createMemoryLog } from '../../test/support/memory-log.ts';
import { createOwner } from '../../test/support/owners.ts';
import { planSplit } from '../../test/support/plan-moves.ts';
import { sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import type { Claims, ListingState } from '../properties/listing-state.ts';
import { record } from '../properties/record.ts';
import { AlertIndexReplica } from './alert-index-replica.ts';
import type { AlertRule } from './derive-events.ts';
import { matchChanges } from './match-changes.ts';

const { db } = await freshDatabase({ after });
const clock = systemClock;
const owner = await createOwner(db, clock);
const [log, book] = [createMemoryLog(), new AlertIndexReplica()];
const lineage = async () => () => ({ ids: [], codes: [] });

async function matchAll(): Promise<void> {
  while ((await matchChanges({ db, clock, log, book, lineage })).changes > 0);
}

const types = ['NEW_MATCH', 'PRICE_CHANGE', 'OTHER_CHANGE', 'EXPIRED', 'REACTIVATED'] as const;
const rulesOf = (scope: AlertRule['scope']): AlertRule[] => types.map((eventType) => ({ eventType, scope }));
const asking = (displayed: number, more: Claims = {}): Claims => ({
  pricing: { displayed, currency: 'EUR' },
  ...more,
});
/** The first is the oldest, and so the reference. */
const AGENCIES = ['One', 'Two', 'Three'];
const by = (agencyName: string): Partial<ListingState> => ({
  publisher: { agencyName },
  createdAt: day(1 + AGENCIES.indexOf(agencyName)),
});
const see = (state: ListingState, on: number, propertyId?: string) =>
  record(db, { listings: [{ state, ...(propertyId === undefined ? {} : { propertyId }) }] }, day(on));

/** An alert for homes up to a price; returns a function that reads its events. */
async function watchPrices(lte: number | undefined, scope: AlertRule['scope'] = 'PROPERTY') {
  await matchAll();
  const criteria = lte === undefined ? null : { property: { pricing: { displayed: { lte } } } };
  const alert = await createTestAlert(db, clock, owner, { criteria, rules: rulesOf(scope) });
  return async (): Promise<string[]> => {
    await matchAll();
    const rows = await db.rows<{ type: string; percent: number | null }>(sql`
      select alert_event.event_type as type, (price ->> 'percent')::float8 as percent
      from alert_event join event_notification using (account_id, alert_event_id)
      where alert_event.alert_id = ${alert.id} order by alert_event.created_at, alert_event.event_type`);
    return rows.map(({ type, percent }) => (percent === null ? type : `${type} ${percent}`));
  };
}

test('a move is one PRICE_CHANGE of the property with its percentage, and one of each listing that shows it', async () => {
  const [one, two] = [madeListing(asking(300_000), by('One')), madeListing(asking(312_000), by('Two'))];
  await recordTogether(db, [one, two], day(1));
  const [readEvents, listings] = [await watchPrices(undefined), await watchPrices(undefined, 'LISTING')];
  await see(revisited(two, day(4), asking(297_000)), 4);
  await see(revisited(one, day(9), asking(285_000)), 9);
  assert.deepEqual(await readEvents(), ['PRICE_CHANGE -4.81']);
  assert.deepEqual((await listings()).toSorted(), ['PRICE_CHANGE -4.81', 'PRICE_CHANGE -5']);
});

test('an advert that arrives with another price, more rooms and another text raises no event of the property', async () => {
  const id = await recordTogether(
    db,
    [madeListing(asking(300_000, { unit: { rooms: 3 } }), by('One'))],
    day(1),
  );
  const readEvents = await watchPrices(undefined);
  const other = asking(280_000, { unit: { rooms: 5 }, body: { title: 'Cinq pièces' } });
  await see(madeListing(other, by('Two')), 2, id);
  assert.deepEqual(await readEvents(), []);
});

test('a home that enters the range because its reference left is a new match and no price change', async () => {
  const [one, two] = [madeListing(asking(300_000), by('One')), madeListing(asking(280_000), by('Two'))];
  await recordTogether(db, [one, two], day(1));
  const readEvents = await watchPrices(290_000);
  await see(expired(one, day(3)), 3);
  assert.deepEqual(await readEvents(), ['NEW_MATCH']);
});

test('a home that enters the range because its reference is outvoted is a new match', async () => {
  const id = await recordTogether(db, [madeListing(asking(300_000), by('One'))], day(1));
  await see(madeListing(asking(280_000), by('Two')), 2, id);
  const readEvents = await watchPrices(290_000);
  await see(madeListing(asking(280_500), by('Three')), 3, id);
  assert.deepEqual(await readEvents(), ['NEW_MATCH']);
});

test('a home that enters the range because a reading of its reference is corrected is a new match', async () => {
  const [one, two] = [madeListing(asking(300_000), by('One')), madeListing(asking(280_000), by('Two'))];
  await recordTogether(db, [one, two], day(1));
  const readEvents = await watchPrices(290_000);
  await record(db, { listings: [{ state: { ...one, claims: {} }, correction: true }] }, day(3));
  assert.deepEqual(await readEvents(), ['NEW_MATCH']);
});

test('a part that is split off into range is a new match, and a merge is none for an alert that matched one of the two', async () => {
  const [one, two] = [madeListing(asking(300_000), by('One')), madeListing(asking(280_000), by('Two'))];
  const id = await recordTogether(db, [one, two], day(1));
  const readEvents = await watchPrices(290_000);
  await record(db, { moves: planSplit([[one.id], [two.id]], day(2)) }, day(2));
  assert.deepEqual(await readEvents(), ['NEW_MATCH']);
  await record(db, { moves: [{ listingId: two.id, propertyId: id }] }, day(3));
  await see(expired(one, day(4)), 4);
  assert.deepEqual(
    await readEvents(),
    ['NEW_MATCH', 'NEW_MATCH'],
    'the id that stays enters the range later',
  );
});

test('a merge that takes over the price of the other is no new match for an alert that matched that one', async () => {
  const one = madeListing(asking(300_000), by('One'));
  const id = await recordTogether(db, [one], day(1));
  const cheap = [madeListing(asking(280_000), by('Two')), madeListing(asking(280_000), by('Three'))];
  await recordTogether(db, cheap, day(1));
  const readEvents = await watchPrices(290_000);
  await record(db, { moves: cheap.map((listing) => ({ listingId: listing.id, propertyId: id })) }, day(2));
  assert.deepEqual(await readEvents(), []);
});
