import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { divisionId } from '../../src/geo/division.ts';
import { buildCountryRows } from '../../src/geo/load/rows.ts';
import { loadCountry } from '../../src/geo/load.ts';
import type { Geometry } from '../../src/lib/polygon.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { startConsole, WITH_MAP } from '../support/console.ts';
import { createdCountry } from '../support/made-country.ts';
import { flat, inCity } from '../support/searches.ts';
import { consoleCall, createPerson } from '../support/signed-in.ts';

const { api, openPage } = await startConsole({ after });
const HOME: [number, number] = [2.3522, 48.8566];
const location = { ...inCity('M1'), geometry: { type: 'Point' as const, coordinates: HOME } };
await recordTogether(api.db, [madeListing(flat('M1', 300_000, { location }))], day(1));

/** A commune around the home, another beside it, and one of another region. */
const COMMUNES = new Map([
  ['001', [2.3, 48.8]],
  ['002', [2.4, 48.8]],
  ['003', [-1.2, 44.6]],
] as const);
const SIDE = 0.1;
const around = ([west, south]: readonly [number, number]): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + SIDE, south],
      [west + SIDE, south + SIDE],
      [west, south + SIDE],
      [west, south],
    ],
  ],
});
before(async () => {
  const divisions = [
    createdCountry('COUNTRY', 'XA', null),
    ...[...COMMUNES.keys()].map((code) => createdCountry('MUNICIPALITY', code, 'XA')),
  ];
  const contours = new Map([...COMMUNES].map(([code, corner]) => [divisionId('XA', code), around(corner)]));
  const read = async (imports: Parameters<typeof buildCountryRows>[1]) =>
    buildCountryRows({ divisions, contours }, imports);
  await loadCountry(api.db, api.clock, { code: 'XA', version: '1', read });
});

test('the contours of communes are read square by square, and one beyond the earth is refused', async () => {
  const { cookie } = await createPerson(api);
  const read = (column: number, row: number) =>
    consoleCall(api, cookie, { path: `/console/api/map-contours?column=${column}&row=${row}` });
  const codesIn = async (column: number, row: number): Promise<string[]> => {
    const answer = await read(column, row);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const { contours } = answer.body as { contours: { id: string; rings: number[][] }[] };
    return [...COMMUNES.keys()].filter((code) => contours.some((one) => one.id === divisionId('XA', code)));
  };
  assert.deepEqual(await codesIn(4, 97), ['001', '002']);
  assert.deepEqual(await codesIn(-3, 89), ['003']);
  assert.deepEqual(await codesIn(20, 97), []);
  const { contours } = (await read(-3, 89)).body as { contours: { rings: number[][] }[] };
  assert.deepEqual(contours[0]?.rings, [[-12_000, 446_000, 1_000, 0, 0, 1_000, -1_000, 0, 0, -1_000]]);
  for (const [column, row] of [
    [360, 0],
    [0, 180],
    [0, -181],
  ] as const)
    assert.equal((await read(column, row)).status, 422, `${column} ${row}`);
});

test('contours of communes are drawn where they are known', async (t) => {
  await openPage(
    t,
    'explore?view=map',
    async (page) => {
      await page.locator('.canvas[data-points="1"][data-water]').waitFor();
      const step = (name: RegExp) => page.getByRole('button', { name }).press('Enter');
      for (let steps = 0; steps < 4; steps += 1) await step(/zoom out/i);
      await page.locator('.canvas[data-contours="2"]').waitFor();
    },
    WITH_MAP,
  );
});
