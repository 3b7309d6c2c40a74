import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { listCommunes } from '../../scripts/console/base-map.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { startConsole, WITH_MAP } from '../support/console.ts';
import { flat, inCity } from '../support/searches.ts';

const { api, openPage } = await startConsole({ after });
const HOME: [number, number] = [2.3522, 48.8566];
const location = { ...inCity('M1'), geometry: { type: 'Point' as const, coordinates: HOME } };
await recordTogether(api.db, [madeListing(flat('M1', 300_000, { location }))], day(1));

test('the base map names the arrondissements of Paris, Lyon and Marseille, and communes beside them', () => {
  const names = new Set(listCommunes().map(([, , , name]) => name));
  for (const [city, districts] of [
    ['Paris', 20],
    ['Lyon', 9],
    ['Marseille', 16],
  ] as const)
    assert.equal(
      [...names].filter((name) => new RegExp(`^${city} \\d+e`).test(name)).length,
      districts,
      city,
    );
  for (const commune of ['Montrouge', 'Villeurbanne', 'Allauch']) assert.ok(names.has(commune), commune);
});

/** Of the bytes of a picture; it runs in a page. */
const COUNT_SHARE = `async (bytes) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + bytes)).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  return 1 - Math.max(...counts.values()) / pixels.length;
}`;

/** The share of pixels of the map that differ from its most frequent colour. The picture is read in a page of its own. */
async function shareDrawn(page: Page): Promise<number> {
  const picture = (await page.locator('.canvas canvas').screenshot()).toString('base64');
  const reader = await page.context().newPage();
  try {
    return Number(await reader.evaluate(`(${COUNT_SHARE})('${picture}')`));
  } finally {
    await reader.close();
  }
}

/** Lines and names cover this much of a view; an empty one has a single colour. */
const MIN_SHARE_DRAWN = 0.003;

test('rivers are drawn, and no view is blank from the country down to a street, away from any home', async (t) => {
  await openPage(
    t,
    'explore?view=map',
    async (page) => {
      await page.locator('.canvas[data-points="1"][data-water]').waitFor();
      const canvas = page.locator('.canvas canvas');
      // By keyboard, so that the only home is out of the view.
      await canvas.focus();
      for (let steps = 0; steps < 6; steps += 1) await page.keyboard.press('ArrowRight');
      for (let steps = 0; steps < 5; steps += 1) {
        await page.waitForTimeout(800);
        const share = await shareDrawn(page);
        assert.ok(share > MIN_SHARE_DRAWN, `after ${steps} steps closer: ${share}`);
        await page.getByRole('button', { name: /zoom in/i }).press('Enter');
      }
      for (let steps = 0; steps < 11; steps += 1)
        await page.getByRole('button', { name: /zoom out/i }).press('Enter');
      await page.waitForTimeout(800);
      assert.ok((await shareDrawn(page)) > MIN_SHARE_DRAWN, 'the whole country');
    },
    WITH_MAP,
  );
});
