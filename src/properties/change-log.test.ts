import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, madeListing, recordTogether, revisited } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { readRevisions } from '../../test/support/revisions.ts';
import { sql } from '../db/sql.ts';
import { readChanges, toStoredChanges } from './change-log.ts';
import type { Claims } from './listing-state.ts';
import { findProperty } from './lookup.ts';
import { record } from './record.ts';

const { db } = await freshDatabase({ after });

const asking = (displayed: number): Claims => ({ pricing: { displayed, currency: 'EUR' } });

const isStored = async (propertyId: string): Promise<boolean[]> =>
  (
    await db.rows<{ stored: boolean }>(sql`
      select changes is not null as stored from property_change where property_id = ${propertyId} order by revision_number`)
  ).map(({ stored }) => stored);

test('changes that repeat the event of their listing are not stored, and read as the document has them', async () => {
  const listing = madeListing(asking(300_000));
  const id = await recordTogether(db, [listing], day(1));
  await record(db, { listings: [{ state: revisited(listing, day(5), asking(285_000)) }] }, day(5));
  const [created, moved] = await readRevisions(db, [id]);
  assert.deepEqual(await isStored(id), [false, false]);
  assert.deepEqual(created?.changes, []);
  const found = await findProperty(db, id);
  assert.deepEqual(moved?.changes, found?.property.changes);
  assert.equal(moved?.changes[0]?.variationPercent, -5);
});

test('changes that the property does not show as its listing made them are stored', async () => {
  const [one, other] = [madeListing(asking(300_000)), madeListing(asking(330_000))];
  const id = await recordTogether(db, [one, other], day(1));
  await record(db, { listings: [{ state: revisited(other, day(5), asking(320_000)) }] }, day(5));
  const { 1: moved } = await readRevisions(db, [id]);
  const { 1: stored } = await isStored(id);
  assert.equal(stored, moved?.changes.length !== moved?.events[0]?.changes.length);
});

const event = (kind: 'CREATED' | 'UPDATED', changes: { attribute: 'ROOMS'; numericNew: number }[]) => ({
  listingId: 'a',
  kind,
  changes,
});
const facts = {
  revisionId: 'r',
  occurredAt: day(1),
  listingEvents: [event('UPDATED', [{ attribute: 'ROOMS', numericNew: 3 }])],
};

test('what is stored reads as what was recorded', () => {
  const derived = readChanges({ ...facts, changes: null });
  for (const changes of [
    derived,
    [],
    derived.map((entry) => ({ ...entry, numericNew: 4 })),
    [...derived, ...derived],
  ]) {
    const stored = toStoredChanges({ ...facts, changes });
    assert.deepEqual(readChanges({ ...facts, changes: stored }), changes);
    assert.equal(stored === null, changes === derived);
  }
});
