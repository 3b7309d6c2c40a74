import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, madeListing, recordTogether } from '../../test/fixtures/listing-states.ts';
import { createTestAlert } from '../../test/support/alerts.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { createMemoryLog } from '../../test/support/memory-log.ts';
import { createOwner } from '../../test/support/owners.ts';
import { firstRow, sql } from '../db/sql.ts';
import { systemClock as clock } from '../lib/clock.ts';
import { AlertIndexReplica } from './alert-index-replica.ts';
import { matchChanges } from './match-changes.ts';

const { db } = await freshDatabase({ after });
const owner = await createOwner(db, clock);
const book = new AlertIndexReplica();

let lineages = 0;
const match = () =>
  matchChanges({
    ...{ db, clock, log: createMemoryLog(), book },
    lineage: async () => {
      lineages += 1;
      return () => ({ ids: [], codes: [] });
    },
  });

const recordHomes = async (homes: number): Promise<void> => {
  for (let at = 0; at < homes; at += 1)
    await recordTogether(db, [madeListing({ propertyType: 'FLAT', transaction: { type: 'SELL' } })], day(1));
};

const due = async (): Promise<number | undefined> =>
  (
    await firstRow<{ due: number }>(
      db,
      sql`select count(*)::int as due from property_change where match_due_at is not null`,
    )
  )?.due;

test('without an alert changes are marked, many at once, and nothing of them is read', async () => {
  await recordHomes(60);
  assert.deepEqual(await match(), { changes: 60, events: 0 });
  assert.equal(await due(), 0);
  assert.equal(lineages, 0);
  assert.deepEqual(await match(), { changes: 0, events: 0 });
});

test('the first alert meets every change that is recorded after it was saved', async () => {
  assert.equal(book.index.size, 0);
  await createTestAlert(db, clock, owner, {
    rules: [{ eventType: 'NEW_MATCH', scope: 'PROPERTY' }],
  });
  await recordHomes(3);
  assert.deepEqual(await match(), { changes: 3, events: 3 });
  assert.equal(await due(), 0);
});
