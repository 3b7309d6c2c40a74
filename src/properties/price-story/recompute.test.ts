import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, madeListing, recordTogether, revisited } from '../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../test/support/database.ts';
import type { ChangeEntry } from '../../catalogue/document.ts';
import { sql } from '../../db/sql.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Claims, ListingState } from '../listing-state.ts';
import { findProperty } from '../lookup.ts';
import { record } from '../record.ts';
import { selectDocuments, storeDocuments } from '../store.ts';
import { recomputeChanges } from './recompute.ts';
import { selectRevisions } from './recompute-store.ts';

const { db } = await freshDatabase({ after });

const asking = (displayed: number): Claims => ({ pricing: { displayed, currency: 'EUR' } });
const by = (agencyName: string): Partial<ListingState> => ({ publisher: { agencyName } });
const lines = (entries: readonly ChangeEntry[] = []): string[] =>
  entries.map(({ attribute, variationPercent }) => `${attribute} ${variationPercent ?? ''}`.trim());

/**
 * A property as older rules recorded it: the arrival of a second listing as two changes, the move of the first as
 * none.
 */
async function recordedByOlderRules(): Promise<{ id: string; arrival: string; move: string }> {
  const one = madeListing({ ...asking(300_000), unit: { rooms: 3 } }, by('One'));
  const id = await recordTogether(db, [one], day(1));
  const two = { ...asking(290_000), unit: { rooms: 4 } };
  const other = madeListing(two, { ...by('Two'), createdAt: day(2), updatedAt: day(2) });
  const [arrived] = await record(db, { listings: [{ state: other, propertyId: id }] }, day(2));
  const [moved] = await record(
    db,
    { listings: [{ state: revisited(one, day(5), asking(285_000)) }] },
    day(5),
  );
  const [arrival, move] = [arrived?.revisionId ?? '', moved?.revisionId ?? ''];
  const false_ = (attribute: string) => ({
    attribute,
    occurredAt: '2026-01-02T00:00:00+00:00',
    listingId: other.id,
    revisionId: arrival,
    ...(attribute === 'DISPLAYED_PRICE' ? { variationPercent: -3.33 } : {}),
  });
  const older = JSON.stringify([false_('DISPLAYED_PRICE'), false_('ROOMS')]);
  const [stored] = await selectDocuments(db, [id]);
  assert.ok(stored !== undefined);
  const { document } = stored;
  const outdated = { ...document, property: { ...document.property, changes: JSON.parse(older) } };
  await storeDocuments(db, [outdated]);
  await db.rows(sql`update property set changes_version = 1 where property_id = ${id}`);
  await db.rows(sql`
    update property_change set changes = case when revision_id = ${arrival} then ${older}::json else '[]' end,
           match_due_at = null where property_id = ${id}`);
  return { id, arrival, move };
}

const changesOf = async (propertyId: string, revisionId: string): Promise<readonly ChangeEntry[]> =>
  (await selectRevisions(db, [propertyId])).find((revision) => revision.revisionId === revisionId)?.changes ??
  [];

test('what older rules recorded is recomputed by the current rules, once, and raises no alert', async () => {
  const { id, arrival, move } = await recordedByOlderRules();
  assert.deepEqual(await recomputeChanges(db, systemClock), { properties: 1, removed: 2, added: 1 });
  const found = await findProperty(db, id);
  assert.deepEqual(lines(found?.property.changes), ['DISPLAYED_PRICE -5']);
  assert.equal(found?.property.changes[0]?.revisionId, move);
  assert.deepEqual(lines(await changesOf(id, arrival)), []);
  assert.deepEqual(lines(await changesOf(id, move)), ['DISPLAYED_PRICE -5']);
  const [row] = await db.rows<{ due: number; changes: string }>(sql`
    select (select count(*)::int from property_change where match_due_at is not null) as due, changes_values as changes
    from property_search where property_id = ${id}`);
  assert.deepEqual(row, { due: 0, changes: '"' });
  assert.deepEqual(await recomputeChanges(db, systemClock), { properties: 0, removed: 0, added: 0 });
});

test('an interrupted recompute continues where it stopped, and reports its progress', async () => {
  for (let count = 0; count < 60; count++) await recordedByOlderRules();
  const cut = new AbortController();
  const totals: number[] = [];
  const begin = (total: number) => void totals.push(total);
  const first = await recomputeChanges(db, systemClock, {
    signal: cut.signal,
    begin,
    advance: () => cut.abort(),
  });
  const second = await recomputeChanges(db, systemClock, { begin });
  assert.deepEqual([first.properties + second.properties, totals], [60, [60, 60 - first.properties]]);
  assert.ok(first.properties < 60);
});
