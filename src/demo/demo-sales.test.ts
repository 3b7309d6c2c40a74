import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { day, madeListing, recordTogether } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { createDataDirectory } from '../../test/support/gable.ts';
import { flat } from '../../test/support/searches.ts';
import { sql } from '../db/sql.ts';
import { recordDemoSales } from './demo-sales.ts';
import { DEMO_WORLD_FILE } from './living-world.ts';

const { db } = await freshDatabase({ after });

test('the demo has closed sales around its homes, once', async (t) => {
  const clock = new MovableClock('2026-03-01T12:00:00Z');
  const folder = createDataDirectory(t);
  assert.equal(await recordDemoSales(db, clock, folder), 0, 'no home, no sale');
  const geometry = { type: 'Point' as const, coordinates: [2.352, 48.866] as [number, number] };
  const location = { ...flat('75102').location, geometry, accuracy: 'PRECISE' as const };
  await recordTogether(db, [madeListing(flat('75102', 300_000, { location }))], day(1));
  assert.equal(await recordDemoSales(db, clock, folder), 0, 'these homes may be real');
  writeFileSync(`${folder}/${DEMO_WORLD_FILE}`, '{}');
  assert.equal(await recordDemoSales(db, clock, folder), 1);
  assert.equal(await recordDemoSales(db, clock, folder), 0, 'sales are known');
  const sales = await db.rows<{ price: number; aged: boolean }>(
    sql`select (price_cents / 100)::integer as price, date_mutation < '2026-01-01' as aged from sale`,
  );
  assert.equal(sales.length, 1);
  const [sale] = sales;
  assert.ok(sale?.aged && sale.price >= 260_000 && sale.price <= 300_000, JSON.stringify(sale));
});
