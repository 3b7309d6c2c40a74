import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, madeListing, recordTogether } from '../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../test/support/database.ts';
import { openTestMemory } from '../../../test/support/memory-engine.ts';
import { parseTree } from '../../../test/support/parse-tree.ts';
import { flat, inCity } from '../../../test/support/searches.ts';
import { sql } from '../../db/sql.ts';
import { createPlaceService } from '../../geo/place-service.ts';
import { namedId } from '../../lib/ids.ts';
import type { Claims } from '../listing-state.ts';
import { askByCodes } from './division-ids.ts';
import { NEWEST_FIRST } from './order.ts';
import { sqlEngine } from './sql-engine.ts';

const { db, connection } = await freshDatabase({ after });
const idOf = (name: string): string => namedId('0199c2f4-0000-7000-8000-000000000001', name);

interface Stored {
  readonly country?: string;
  readonly code: string;
  readonly parent?: string;
  readonly retired?: boolean;
  readonly type?: string;
}

const divisions: Readonly<Record<string, Stored>> = {
  region: { code: 'R1', type: 'ADMINISTRATIVE_REGION' },
  town: { code: '1001', parent: 'region' },
  merged: { code: '1002', parent: 'region', retired: true },
  foreign: { code: '1001', country: 'ES' },
};
for (const [name, { country = 'FR', code, parent, retired = false, type = 'MUNICIPALITY' }] of Object.entries(
  divisions,
))
  await db.rows(sql`
    insert into division (division_id, country_code, type, unique_code, name, parent_id, from_package, retired)
    values (${idOf(name)}, ${country}, ${type}, ${code}, ${name}, ${parent === undefined ? null : idOf(parent)}, true, ${retired})`);

const put = async (name: string, code: string, countryCode = 'FR'): Promise<string> => {
  const location: NonNullable<Claims['location']> = inCity(code);
  Object.assign(location, { countryCode, city: { ...location.city, id: idOf(name) } });
  return recordTogether(db, [madeListing(flat(code, 300_000, { location }))], day(1));
};

const homes = {
  town: await put('town', '1001'),
  merged: await put('merged', '1002'),
  foreign: await put('foreign', '1001', 'ES'),
  unknown: await put('unknown', 'X1'),
};

const places = createPlaceService(db, console.error);
const { engine, answeredBy } = await openTestMemory({ after }, db, connection);
const engines = { SQL: sqlEngine(db, places), memory: engine };

const within = (...names: string[]) => ({ property: { locations: { in: { ids: names.map(idOf) } } } });
const outside = (...names: string[]) => ({ property: { locations: { nin: { ids: names.map(idOf) } } } });

test('rows have the ids of those divisions alone that no code names', async () => {
  const rows = await db.rows<{ id: string; ids: string[] }>(
    sql`select property_id as id, division_ids as ids from property_search`,
  );
  const stored = Object.fromEntries(rows.map(({ id, ids }) => [id, ids]));
  assert.deepEqual(stored, {
    [homes.town]: [],
    [homes.merged]: [],
    [homes.foreign]: [],
    [homes.unknown]: [idOf('unknown')],
  });
});

for (const [name, engine] of Object.entries(engines)) {
  const find = async (criteria: object): Promise<string[]> => {
    const asked = { criteria: parseTree(criteria), order: NEWEST_FIRST, offset: 0, limit: 10 };
    const { ids } = await engine.queryPage(asked);
    return Object.entries(homes)
      .filter(([, id]) => ids.includes(id))
      .map(([home]) => home);
  };

  test(`${name}: an id finds what is in its division, also where another country uses the code`, async () => {
    assert.deepEqual(await find(within('town')), ['town']);
    assert.deepEqual(await find(within('foreign')), ['foreign']);
    assert.deepEqual(await find(within('foreign', 'town')), ['town', 'foreign']);
    assert.deepEqual(await find(outside('town')), ['merged', 'foreign', 'unknown']);
    assert.deepEqual(await find(outside('foreign', 'merged')), ['town', 'unknown']);
  });

  test(`${name}: a division above, a retired one, and one that was never loaded`, async () => {
    assert.deepEqual(await find(within('region')), ['town', 'merged']);
    assert.deepEqual(await find(within('merged')), ['merged']);
    assert.deepEqual(await find(within('unknown')), ['unknown']);
    assert.deepEqual(await find(within('nowhere')), []);
    assert.deepEqual(await find(outside('region', 'unknown')), ['foreign']);
  });
}

test('memory answered all of them', () => {
  assert.deepEqual(new Set(answeredBy), new Set(['memory']));
});

test('a tree without ids is asked as it is', async () => {
  const tree = parseTree({ property: { locations: { in: { uniqueCodes: ['1001'] } } } });
  assert.equal(await askByCodes(tree, places), tree);
});
