import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { day, madeListing, recordTogether, revisited } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { readRevisions } from '../../test/support/revisions.ts';
import type { PropertyResult } from '../catalogue/document.ts';
import { PROPERTY_CHANGE } from '../db/partitioned-tables.ts';
import { createPartitions } from '../db/partitions.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';
import { DAY_MS } from '../lib/durations.ts';
import { findPropertyAsOf } from './as-of.ts';
import type { ListingState } from './listing-state.ts';
import { record } from './record.ts';
import { applyUndo, isWholeDocument, MAX_UNDO_STEPS, packUndo } from './revision-undo.ts';
import { selectDocuments, updateDocuments } from './store.ts';

const { db } = await freshDatabase({ after });
// The revisions of a property lie in several partitions.
for (let at = 0; at < 50; at += 5)
  await createPartitions(db, { ...PROPERTY_CHANGE, periodMs: 5 * DAY_MS }, day(1 + at));

const readDocument = async (id: string): Promise<PropertyResult> => {
  const [row] = await selectDocuments(db, [id]);
  assert.ok(row !== undefined);
  return row.document;
};

const pricedAt = (displayed: number) => ({ pricing: { displayed, currency: 'EUR' as const } });

/** A listing whose price falls on each of the next days, with the documents after each. */
async function recordPrices(days: number): Promise<{ id: string; states: PropertyResult[] }> {
  let listing: ListingState = madeListing({ propertyType: 'FLAT', ...pricedAt(300_000) });
  const id = await recordTogether(db, [listing], day(1));
  const states = [await readDocument(id)];
  for (let at = 2; at <= days; at += 1) {
    listing = revisited(listing, day(at), pricedAt(300_000 - at * 1_000));
    await record(db, { listings: [{ state: listing }] }, day(at));
    states.push(await readDocument(id));
  }
  return { id, states };
}

test('every revision has the documents that were stored then, through whole documents in between', async () => {
  const { id, states } = await recordPrices(2 * MAX_UNDO_STEPS + 3);
  const revisions = await readRevisions(db, [id]);
  assert.deepEqual(
    revisions.map((revision) => revision.revisionNumber),
    states.map((_, at) => at + 1),
  );
  assert.deepEqual(
    revisions.map((revision) => revision.after),
    states,
  );
  assert.deepEqual(
    revisions.map((revision) => revision.before),
    [null, ...states.slice(0, -1)],
  );
  const partitions = await db.rows(sql`select distinct tableoid from property_change`);
  assert.ok(partitions.length > 3, 'several partitions have them');
});

test('a document is stored once: the rows of revisions have what a price changed', async () => {
  const { id, states } = await recordPrices(4);
  const size = await firstRow<{ bytes: number; plain: number }>(
    db,
    sql`
    select sum(octet_length(undo))::int as bytes, count(before)::int + count(after)::int as plain
    from property_change where property_id = ${id}`,
  );
  assert.equal(size?.plain, 0);
  assert.ok((size?.bytes ?? Infinity) < Buffer.byteLength(JSON.stringify(states.at(-1))));
});

test('a document that changes without a revision stays what it was in the past', async () => {
  const { id, states } = await recordPrices(3);
  const last = states.at(-1) as PropertyResult;
  const listings = last.listings.map((listing) => ({ ...listing, priceCoherent: false }));
  await updateDocuments(db, [{ ...last, listings }]);
  assert.deepEqual(await findPropertyAsOf(db, id, day(3)), last);
  assert.deepEqual(await findPropertyAsOf(db, id, day(2)), states[1]);
  assert.deepEqual(
    (await readRevisions(db, [id])).map((revision) => revision.after),
    states,
  );
});

test('revisions of an older release, with both documents, are read beside new ones', async () => {
  const { id, states } = await recordPrices(3);
  await storeLikeOlderRelease(db, id);
  const listing = madeListing(
    { propertyType: 'FLAT', ...pricedAt(295_000) },
    { id: states[0]?.listings[0]?.id ?? '' },
  );
  await record(db, { listings: [{ state: revisited(listing, day(9), pricedAt(250_000)) }] }, day(9));
  for (const [at, state] of states.entries())
    assert.deepEqual(await findPropertyAsOf(db, id, day(at + 1)), state);
  const [newest] = (await readRevisions(db, [id])).filter(({ revisionNumber }) => revisionNumber > 0);
  assert.deepEqual(newest?.before, states.at(-1));
  assert.deepEqual(newest?.after, await readDocument(id));
});

async function storeLikeOlderRelease(to: Db, id: string): Promise<void> {
  for (const { revisionId, before, after: result } of await readRevisions(to, [id]))
    await to.rows(sql`
      update property_change set revision_number = 0, undo = null, before = ${JSON.stringify(before)}::json, after = ${JSON.stringify(result)}::json
      where property_id = ${id} and revision_id = ${revisionId}`);
  await to.rows(sql`update property set revision_number = 0 where property_id = ${id}`);
}

const pack = (before: string, after: string | undefined): Buffer =>
  packUndo(Buffer.from(before), after === undefined ? undefined : Buffer.from(after));

const [PRICED, RAISED] = [1, 2].map((price) => JSON.stringify({ title: 'Deux pièces au calme', price }));

test('an undo refuses another document than the one that it was packed with', () => {
  const undo = pack(PRICED ?? '', RAISED);
  assert.equal(applyUndo(undo, RAISED), PRICED);
  assert.throws(() => applyUndo(undo, JSON.stringify({ title: 'Trois pièces en ville', price: 2 })));
});

test('a difference that an older release deflated is read', () => {
  const undo = deflateSync(PRICED ?? '', { dictionary: Buffer.from(RAISED ?? '') });
  assert.equal(isWholeDocument(undo), false);
  assert.equal(applyUndo(undo, RAISED), PRICED);
});

test('a difference to a long document is read', () => {
  const text = Array.from({ length: 30_000 }, (_, at) => `${at}`).join();
  assert.equal(applyUndo(pack(`${text} before`, text), text), `${text} before`);
});

test('a whole document is packed like one, and those that older releases deflated are read alike', () => {
  for (const whole of [pack('é', undefined), deflateSync('é')]) {
    assert.ok(isWholeDocument(whole));
    assert.equal(applyUndo(whole, undefined), 'é');
    assert.equal(applyUndo(whole, '{"price":2}'), 'é');
  }
  assert.equal(isWholeDocument(pack('{"price":1}', '{"price":2}')), false);
});
