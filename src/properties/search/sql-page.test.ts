import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, expired, madeListing, recordTogether } from '../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../test/support/database.ts';
import { parseTree } from '../../../test/support/parse-tree.ts';
import { createCity, flat } from '../../../test/support/searches.ts';
import type { Db, Sql } from '../../db/sql.ts';
import { createPlaceService } from '../../geo/place-service.ts';
import { findSerializedProperties } from '../lookup.ts';
import { record } from '../record.ts';
import { recordVisits } from '../visits.ts';
import { NEWEST_FIRST } from './order.ts';
import { sqlEngine } from './sql-engine.ts';

const { db } = await freshDatabase({ after });
const city = createCity();
for (let number = 1; number <= 5; number += 1) {
  const listing = madeListing(flat(city, 250_000 + number), { createdAt: day(1), updatedAt: day(number) });
  const propertyId = await recordTogether(db, [listing], day(number));
  await recordVisits(db, [{ propertyId, listingId: listing.id, at: day(9) }]);
  if (number === 1) await record(db, { listings: [{ state: expired(listing, day(10)) }] }, day(10));
}

const statements: string[] = [];
const counted: Db = {
  ...db,
  rows(statement: Sql) {
    statements.push(statement.text);
    return db.rows(statement);
  },
} as Db;
const engine = sqlEngine(counted, createPlaceService(db, console.error));
const search = (criteria: object, offset: number, limit: number) =>
  engine.queryPage({
    criteria: parseTree(criteria),
    order: NEWEST_FIRST,
    offset,
    limit,
    withDocuments: true,
  });

const IN_CITY = { property: { locations: { in: { uniqueCodes: [city] } } } };

test('a page of a place is found, counted and read by one statement, with the latest visits', async () => {
  await search(IN_CITY, 0, 2);
  statements.length = 0;
  const page = await search(IN_CITY, 1, 2);
  assert.equal(statements.length, 1);
  const read = await findSerializedProperties(db, page.ids);
  const texts = page.ids.map((id) => read.get(id) ?? '');
  assert.deepEqual([page.total, texts.length], [4, 2]);
  assert.match(texts[0] ?? '', /"lastSeenAt":"2026-01-09/);
  assert.equal(page.serialized?.(2), `[${texts.join(',')}]`);
  assert.equal(page.serialized?.(1), `[${texts[0]}]`);
});

test('an empty page has its total and no documents', async () => {
  const { total, ids: found, serialized } = await search(IN_CITY, 4, 2);
  assert.deepEqual([total, found, serialized?.(0)], [4, [], '[]']);
});
