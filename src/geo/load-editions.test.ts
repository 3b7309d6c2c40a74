import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { createdCountry } from '../../test/support/made-country.ts';
import { type Database, sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import type { Geometry } from '../lib/polygon.ts';
import { type Division, divisionId } from './division.ts';
import { buildCountryRows } from './load/rows.ts';
import { type ImportedFacts, putDivisionRows, serializeDivisions } from './load/store.ts';
import { loadCountry } from './load.ts';
import { findDivisionByCode, findDivisionById, findDivisionGeometry, readDivisions } from './store.ts';

const id = (code: string): string => divisionId('XA', code);
const country = createdCountry('COUNTRY', 'XA', null);
const load = (db: Database, version: string, divisions: Division[], contours = new Map<string, Geometry>()) =>
  loadCountry(db, systemClock, {
    code: 'XA',
    version,
    read: async (imports) => buildCountryRows({ divisions, contours }, imports),
  });

test('a municipality merged away by a newer edition is retired: its id still resolves, its code gives the successor', async (t) => {
  const { db } = await freshDatabase(t);
  await load(db, '1', [
    country,
    createdCountry('MUNICIPALITY', '001', 'XA'),
    createdCountry('MUNICIPALITY', '002', 'XA'),
  ]);
  await putDivisionRows(db, serializeDivisions([createdCountry('NEIGHBORHOOD', '0021', '002')]), false);
  await load(db, '2', [
    country,
    createdCountry('MUNICIPALITY', '001', 'XA', { name: 'One and Two', formerCodes: ['002'] }),
  ]);

  const inForce = await Array.fromAsync(readDivisions(db, 'XA'));
  assert.deepEqual(inForce.map(({ uniqueCode }) => uniqueCode).sort(), ['001', '0021', 'XA']);
  assert.equal((await findDivisionById(db, id('002')))?.name, 'Place 002');
  assert.equal((await findDivisionByCode(db, 'XA', '002'))?.name, 'One and Two');
  assert.equal(
    (await findDivisionByCode(db, 'XA', '0021'))?.parentId,
    id('001'),
    'a neighbourhood moves to the heir',
  );
});

test('a retired division that returns is active again', async (t) => {
  const { db } = await freshDatabase(t);
  await load(db, '1', [country, createdCountry('MUNICIPALITY', '001', 'XA')]);
  await load(db, '2', [country]);
  await load(db, '3', [country, createdCountry('MUNICIPALITY', '001', 'XA')]);
  assert.equal((await Array.fromAsync(readDivisions(db, 'XA'))).length, 2);
});

test('imported centres, postal codes and contours survive a newer edition', async (t) => {
  const { db } = await freshDatabase(t);
  const [given, own]: Geometry[] = [3, 4].map((x) => ({
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [x, 0],
        [0, x],
        [0, 0],
      ],
    ],
  }));
  assert.ok(given && own);
  const town = createdCountry('MUNICIPALITY', '001', 'XA', {
    postalCodes: ['100'],
    centroid: [1, 1],
    centroidOrigin: 'gazetteer',
  });
  await load(db, '1', [country, town], new Map([[town.id, given]]));
  await db.rows(sql`
    update division set longitude = 7, latitude = 8, centroid_origin = 'surveyed', imported_postal_codes = '{200}',
                        postal_codes = '{100,200}' where division_id = ${town.id}`);
  await db.rows(
    sql`update division_contour set from_package = false, geometry = ${own} where division_id = ${town.id}`,
  );
  await load(
    db,
    '2',
    [country, { ...town, name: 'Renamed', postalCodes: ['100', '300'] }],
    new Map([[town.id, given]]),
  );

  const after = await findDivisionById(db, town.id);
  assert.deepEqual(
    [after?.name, after?.centroid, after?.centroidOrigin, after?.postalCodes],
    ['Renamed', [7, 8], 'surveyed', ['100', '300', '200']],
  );
  assert.deepEqual(await findDivisionGeometry(db, town.id), own);
});

test('a load that fails half-way changes nothing', async (t) => {
  const { db } = await freshDatabase(t);
  await load(db, '1', [country]);
  const orphan = createdCountry('MUNICIPALITY', '002', 'nowhere');
  await assert.rejects(load(db, '2', [{ ...country, name: 'Renamed' }, orphan]));
  assert.equal((await findDivisionById(db, country.id))?.name, 'Place XA');
  assert.equal((await load(db, '2', [country])).loaded, true);
});

const IDLE_TIMEOUT_MS = 100;
const MAX_ATTEMPTS = 20;

test('a slow read does not hit the idle-in-transaction timeout', async (t) => {
  const { db } = await freshDatabase(t);
  let longestGapMs = 0;
  const clock = { ...systemClock, sleep: (_: number, signal?: AbortSignal) => systemClock.sleep(20, signal) };
  const slow = async (imports: readonly ImportedFacts[]) => {
    await systemClock.sleep(200);
    return buildCountryRows({ divisions: [country], contours: new Map() }, imports);
  };
  const impatient: Database = {
    ...db,
    transaction: (work, options) =>
      db.transaction(async (transaction) => {
        await transaction.rows(
          sql`select set_config('idle_in_transaction_session_timeout', ${String(IDLE_TIMEOUT_MS)}, true)`,
        );
        let endedAt = performance.now();
        const rows: typeof transaction.rows = async (statement) => {
          longestGapMs = Math.max(longestGapMs, performance.now() - endedAt);
          const found = await transaction.rows<never>(statement);
          endedAt = performance.now();
          return found;
        };
        return work({ ...transaction, rows });
      }, options),
  };
  // On a busy machine this process itself may stand still for longer than the timeout: that shows nothing.
  for (let attempt = 1; ; attempt += 1) {
    longestGapMs = 0;
    const loading = loadCountry(impatient, clock, { code: 'XA', version: '1', read: slow });
    const outcome = await loading.catch((error: unknown) => error as Error);
    const stoodStill = longestGapMs >= IDLE_TIMEOUT_MS && attempt < MAX_ATTEMPTS;
    if (outcome instanceof Error && stoodStill) continue;
    assert.equal(outcome instanceof Error ? outcome.message : outcome.loaded, true);
    return;
  }
});
