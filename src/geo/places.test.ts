import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { made } from '../../test/support/made-country.ts';
import { systemClock } from '../lib/clock.ts';

import type { Division } from './division.ts';
import { rowsOf } from './load/rows.ts';
import { loadCountry } from './load.ts';
import { createPlaces, type Places } from './places.ts';

const { db } = await freshDatabase({ after });

const country = made('COUNTRY', 'XA', null);
const montluel = made('MUNICIPALITY', '01262', 'XA', { name: 'Montluel' });
const oyonnax = made('MUNICIPALITY', '01283', 'XA', { name: 'Oyonnax' });

const load = (version: string, divisions: Division[]) =>
  loadCountry(db, systemClock, {
    code: 'XA',
    version,
    read: async (imports) => rowsOf({ divisions, contours: new Map() }, imports),
  });

const found = async (places: Places, query: string): Promise<string[]> =>
  (await places.autocomplete({ query, limit: 30, page: 1 })).rows.map(({ name }) => name);

test('what is loaded later is found without a restart, and found by all that ask', async () => {
  let now = 0;
  const failures: unknown[] = [];
  const places = createPlaces(
    db,
    (error) => failures.push(error),
    () => now,
  );
  assert.deepEqual(await found(places, 'montluel'), [], 'nothing is loaded yet');
  await load('1', [country, montluel]);
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => found(places, 'montluel'))), [
    ['Montluel'],
    ['Montluel'],
    ['Montluel'],
  ]);
  await load('2', [country, montluel, oyonnax]);
  assert.deepEqual(await found(places, 'oyonnax'), [], 'nobody looks again at once');
  now += 3_600_000;
  for (let tries = 0; tries < 100 && (await found(places, 'oyonnax')).length === 0; tries += 1) {
    await systemClock.sleep(10);
  }
  assert.deepEqual(await found(places, 'oyonnax'), ['Oyonnax']);
  assert.deepEqual(failures, []);
});

test('while the database is away the last known places still answer', async () => {
  let now = 0;
  let away = false;
  const failures: unknown[] = [];
  const sometimes = {
    rows: <Row>(statement: Parameters<typeof db.rows>[0]) =>
      away ? Promise.reject(new Error('away')) : db.rows<Row>(statement),
  };
  const places = createPlaces(
    sometimes,
    (error) => failures.push(error),
    () => now,
  );
  assert.deepEqual(await found(places, 'oyonnax'), ['Oyonnax']);
  away = true;
  now += 3_600_000;
  assert.deepEqual(await found(places, 'oyonnax'), ['Oyonnax']);
  await systemClock.sleep(1);
  assert.equal(failures.length, 1);
  away = false;
  assert.deepEqual(await found(places, 'oyonnax'), ['Oyonnax']);
});

test('a first call that fails is told so, and the next one tries again', async () => {
  let away = true;
  const places = createPlaces(
    { rows: (statement) => (away ? Promise.reject(new Error('away')) : db.rows(statement)) },
    () => assert.fail('the caller heard of it'),
  );
  await assert.rejects(found(places, 'oyonnax'), /away/);
  away = false;
  assert.deepEqual(await found(places, 'oyonnax'), ['Oyonnax']);
});
