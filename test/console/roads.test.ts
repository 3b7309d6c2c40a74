import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { importRoads } from '../../src/geo/roads/import.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { startConsole, WITH_MAP } from '../support/console.ts';
import { writeGeoFile } from '../support/made-country.ts';
import { flat, inCity } from '../support/searches.ts';
import { consoleCall, createPerson } from '../support/signed-in.ts';

const { api, openPage } = await startConsole({ after });
const HOME: [number, number] = [2.3522, 48.8566];
const location = { ...inCity('R1'), geometry: { type: 'Point' as const, coordinates: HOME } };
await recordTogether(api.db, [madeListing(flat('R1', 300_000, { location }))], day(1));

const road = (highway: string, coordinates: number[][], ref: string) =>
  JSON.stringify({
    type: 'Feature',
    properties: { highway, ref },
    geometry: { type: 'LineString', coordinates },
  });
const ROADS = [
  road(
    'motorway',
    Array.from({ length: 5 }, (_, step) => [0.5 + step, 48.85]),
    'A 1',
  ),
  road(
    'secondary',
    [
      [2.35, 48.7],
      [2.35, 49],
    ],
    'D 5',
  ),
];
before(async () => {
  const credit = { text: 'Roads <b>& Co</b>', url: 'https://roads.example/', licence: 'ODbL' };
  await importRoads(api.db, api.clock, { path: writeGeoFile(ROADS.join('\n')), name: 'made', credit });
});

test('the roads of a square are read by level, with whom the map names, and one beyond the earth is refused', async () => {
  const { cookie } = await createPerson(api);
  const read = async (level: number, column: number, row: number) =>
    consoleCall(api, cookie, { path: `/console/api/map-roads?level=${level}&column=${column}&row=${row}` });
  const { status, body } = await read(2, 4, 97);
  assert.equal(status, 200);
  const { lines, credits, hasRoads } = body as {
    hasRoads: boolean;
    lines: { class: string; ref: string; steps: number[] }[];
    credits: object[];
  };
  assert.equal(hasRoads, true);
  assert.deepEqual(
    lines.map(({ class: one, ref }) => [one, ref]),
    [
      ['MOTORWAY', 'A 1'],
      ['SECONDARY', 'D 5'],
    ],
  );
  assert.deepEqual(lines[1]?.steps.slice(0, 1), [23_500]);
  assert.deepEqual(credits, [{ text: 'Roads <b>& Co</b>', url: 'https://roads.example/', licence: 'ODbL' }]);
  assert.deepEqual((await read(2, 40, 97)).body, {
    ...(body as object),
    id: '2_40_97',
    lines: [],
    credits: [],
  });
  for (const [level, column, row] of [
    [4, 0, 0],
    [-1, 0, 0],
    [3, 1_441, 0],
    [3, 0, -721],
  ] as const)
    assert.equal((await read(level, column, row)).status, 422, `${level} ${column} ${row}`);
});

/** Of the bytes of a picture; it runs in a page. */
const COUNT_COLOUR = `async (bytes, colour) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + bytes)).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, image.width, image.height).data;
  const wanted = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  let count = 0;
  for (let at = 0; at < pixels.length; at += 4)
    if (wanted.every((value, part) => Math.abs(pixels[at + part] - value) < 6)) count += 1;
  return count;
}`;

/** How many pixels of the map have the colour of motorways in the theme of the page. */
async function countMotorway(page: Page): Promise<number> {
  const colour = await page.evaluate(
    "getComputedStyle(document.documentElement).getPropertyValue('--map-motorway')",
  );
  const picture = (await page.locator('.canvas canvas').screenshot()).toString('base64');
  const reader = await page.context().newPage();
  try {
    return Number(await reader.evaluate(`(${COUNT_COLOUR})('${picture}', '${String(colour).trim()}')`));
  } finally {
    await reader.close();
  }
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`imported roads are drawn on the map and their publisher is named, in the ${colorScheme} theme`, async (t) => {
    await openPage(
      t,
      'explore?view=map',
      async (page) => {
        await page.locator('.canvas[data-points="1"][data-roads]').waitFor();
        const step = (name: RegExp) => page.getByRole('button', { name }).press('Enter');
        for (let steps = 0; steps < 2; steps += 1) await step(/zoom out/i);
        await page.locator('.canvas[data-roads="2"]').waitFor();
        await page.waitForTimeout(200);
        // A line from side to side, some pixels wide.
        assert.ok((await countMotorway(page)) > 700, String(await countMotorway(page)));
        const credit = page.locator('.maplibregl-ctrl-attrib');
        assert.match(await credit.innerText(), /OpenStreetMap contributors.*Roads <b>& Co<\/b> \(ODbL\)/s);
        assert.equal(
          await credit.getByRole('link', { name: 'Roads' }).getAttribute('href'),
          'https://roads.example/',
        );
      },
      // A pixel for a pixel: they are counted.
      { ...WITH_MAP, deviceScaleFactor: 1, colorScheme },
    );
  });
