import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { listingIdFromUrl } from '../lib/ids.ts';
import { findProperty } from '../properties/lookup.ts';
import type { Observation } from './observation.ts';
import { openPipeline } from './open.ts';
import { ingest } from './pipeline.ts';
import { changeRawRows, loadRawRows } from './raw.ts';
import { repairDates } from './repair-dates.ts';

const { db } = await freshDatabase({ after });
const clock = new MovableClock('2026-03-02T12:00:00Z');
const nowhere = { locate: async () => ({ divisions: undefined, notes: [] }) as never };
const pipelineAt = (at: MovableClock) => openPipeline(db, at, { places: nowhere });
const pipeline = pipelineAt(clock);
/** A machine whose clock is a year ahead, as when such observations were not rejected yet. */
const ahead = pipelineAt(new MovableClock('2027-06-01T12:00:00Z'));

const observe = (key: string, observedAt: string, price: number): { observation: Observation } => ({
  observation: {
    ...{ source: 'times', url: `https://times.example/${key}`, observedAt },
    kind: 'seen',
    payload: { propertyType: 'FLAT', transactionType: 'SELL', displayedPrice: price, area: { living: 40 } },
  },
});

const propertyOf = async (key: string) => {
  const [row] = await db.rows<{ id: string }>(sql`
    select property_id as id from listing where listing_id = ${listingIdFromUrl(`https://times.example/${key}`)}`);
  return findProperty(db, row?.id ?? '');
};

const changes = async () =>
  (
    await db.rows<{ count: number }>(
      sql`select count(*)::int as count from property_change where json_array_length(changes) > 0 or json_typeof(listing_events -> 0) = 'array'`,
    )
  )[0]?.count;

/** As when the clock of this machine was right, and that of the source ahead. */
async function receiveAheadAt(receivedAt: Date): Promise<void> {
  const id = listingIdFromUrl('https://times.example/a') ?? '';
  const rows = (await loadRawRows(db, [id])).get(id) ?? [];
  await changeRawRows(db, rows, (line) =>
    line.observedAt < clock.now()
      ? line
      : {
          ...line,
          receivedAt,
          line: line.line.replace(/"receivedAt":\d+/, `"receivedAt":${receivedAt.getTime()}`),
        },
  );
}

test('a listing with an observation from the future accepts true ones again after the repair', async () => {
  await ingest(pipeline, [
    observe('a', '2026-03-01T08:00:00.000Z', 300_000),
    observe('b', '2026-03-01T08:00:00.000Z', 1),
  ]);
  await ingest(ahead, [observe('a', '2027-03-01T08:00:00.000Z', 290_000)]);
  await receiveAheadAt(new Date('2026-03-01T09:00:00Z'));
  await db.rows(
    sql`update property_change set recorded_at = '2026-03-01T09:00:00Z' where occurred_at > '2027-01-01'`,
  );
  const late = observe('a', '2026-03-02T08:00:00.000Z', 280_000);
  assert.deepEqual(await ingest(pipeline, [late]), ['outdated'], 'frozen until 2027');
  const recorded = await changes();

  const found: string[] = [];
  const options = { onListing: (id: string) => void found.push(id) };
  assert.deepEqual(await repairDates(pipeline, { ...options, dryRun: true }), { found: 1, repaired: 0 });
  assert.deepEqual(found, [listingIdFromUrl('https://times.example/a')]);
  assert.equal(
    (await propertyOf('a'))?.property.updatedAt,
    '2027-03-01T08:00:00+00:00',
    'a dry run touches nothing',
  );
  assert.deepEqual(await repairDates(pipeline, { ...options, dryRun: false }), { found: 1, repaired: 1 });
  assert.deepEqual(await repairDates(pipeline, { ...options, dryRun: false }), { found: 0, repaired: 0 });

  const repaired = await propertyOf('a');
  assert.equal(repaired?.listings[0]?.lastSeenAt, '2026-03-01T09:00:00+00:00');
  assert.equal(repaired?.listings[0]?.updatedAt, '2026-03-01T09:00:00+00:00');
  assert.ok(Date.parse(repaired?.property.updatedAt ?? '') <= clock.now().getTime());
  for (const { occurredAt } of repaired?.property.changes ?? [])
    assert.ok(Date.parse(occurredAt) <= clock.now().getTime(), occurredAt);
  assert.equal(await changes(), recorded, 'a repair is no news');
  const [aheadRows] = await db.rows(sql`
    select (select count(*)::int from property_change where occurred_at > ${clock.now()}) as changes,
           (select count(*)::int from property_search where updated_at > ${clock.now()}) as searchable,
           (select count(*)::int from raw_history where latest_observed_at > ${clock.now()}) as raw`);
  assert.deepEqual(aheadRows, { changes: 0, searchable: 0, raw: 0 });

  assert.deepEqual(await ingest(pipeline, [observe('a', '2026-03-02T10:00:00.000Z', 280_000)]), ['changed']);
  assert.equal((await propertyOf('a'))?.property.pricing?.displayed, 280_000);
});
