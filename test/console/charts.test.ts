import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { findSeriousViolations, startConsole } from '../support/console.ts';
import { flat } from '../support/searches.ts';

const { api, openPage } = await startConsole({ after });

/** Two advertisers; days without a change between the moves: equal steps would not be a time axis. */
async function createHome(): Promise<string> {
  const prices = (...given: [number, number][]) => given.map(([price, on]) => ({ price, at: day(on) }));
  const listings = [
    madeListing(flat('S20', 1_480_000), {
      prices: prices([1_520_000, 1], [1_480_000, 17]),
      lastSeenAt: day(21),
      publisher: { agencyName: 'Agence du Nord' },
    }),
    madeListing(flat('S20', 1_500_000), {
      prices: prices([1_500_000, 3]),
      lastSeenAt: day(21),
      publisher: { agencyName: 'Agence du Sud' },
    }),
  ];
  return recordTogether(api.db, listings, day(21));
}
const id = await createHome();

/** Texts of the drawing that reach beyond its frame. */
const findCutLabels = (chart: Locator): Promise<string[]> =>
  chart.evaluate((figure) => {
    const frame = figure.getBoundingClientRect();
    return [...figure.querySelectorAll('svg text')]
      .filter((text) => {
        const box = text.getBoundingClientRect();
        return box.left < frame.left - 0.5 || box.right > frame.right + 0.5 || box.top < frame.top - 0.5;
      })
      .map((text) => text.textContent ?? '');
  });

const xOfPoints = (chart: Locator, shade: string): Promise<number[]> =>
  chart.locator(`g.${shade} circle`).evaluateAll((all) => all.map((one) => Number(one.getAttribute('cx'))));

test('the price chart has a true time axis, a line for each advertiser, and the story of the property over them', async (t) => {
  await openPage(t, `properties/${id}`, async (page) => {
    const chart = page.getByRole('figure', { name: 'Price history' });
    await chart.waitFor();
    const [own, ...advertisers] = await chart.locator('.legend li').allInnerTexts();
    assert.equal(own, 'The property');
    assert.deepEqual(advertisers.toSorted(), ['Agence du Nord', 'Agence du Sud']);
    assert.deepEqual(
      await chart.locator('svg > g:has(path.mark)').evaluateAll((all) => all.map((one) => one.classList[0])),
      ['c3', 'c2', 'c1'],
      'the first series is drawn last, over the others',
    );
    const north = await xOfPoints(chart, `c${advertisers.indexOf('Agence du Nord') + 2}`);
    const dates = await chart.locator('tbody th').allInnerTexts();
    const times = dates.map((text) => Date.parse(`${text} UTC`));
    assert.equal(north.length, times.length);
    const shareOf = (values: readonly number[], at: number) => {
      const [first = 0, last = 0] = [values[0], values.at(-1)];
      return ((values[at] ?? 0) - first) / (last - first);
    };
    for (const at of times.keys())
      assert.ok(Math.abs(shareOf(north, at) - shareOf(times, at)) < 0.01, `${dates[at]} at ${north[at]} px`);
    assert.ok(times.length >= 4, `${dates}`);
  });
});

test('values of the chart are read by pointer and by keyboard', async (t) => {
  await openPage(t, `properties/${id}`, async (page) => {
    const chart = page.getByRole('figure', { name: 'Price history' });
    const reader = chart.getByRole('region', { name: /values, by arrow keys/ });
    await reader.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await reader.boundingBox()) ?? assert.fail();
    const reading = chart.locator('.chart-reading');
    await page.mouse.move(x + width - 2, y + height / 2);
    await reading.getByText('Agence du Nord: €1,480,000').waitFor();
    await reading.getByText('Agence du Sud: €1,500,000').waitFor();
    const [first = 0] = await xOfPoints(chart, 'c1');
    await page.mouse.move(x + first + 1, y + height / 2);
    await reading.getByText('Agence du Nord: €1,520,000').waitFor();
    assert.equal(await reading.getByText('Agence du Sud').count(), 0, 'not advertised there yet');
    await page.mouse.move(x + width / 2, y - 40);
    await reading.getByText('€1,520,000').first().waitFor({ state: 'detached' });

    await reader.focus();
    await page.keyboard.press('Home');
    await reading.getByText('The property: €1,520,000').waitFor();
    await page.keyboard.press('End');
    await reading.getByText('Agence du Sud: €1,500,000').waitFor();
    const adverts = page.getByRole('region', { name: 'Advertisements, one by one' });
    await adverts.getByText('€1,520,000').waitFor();
    assert.equal(await adverts.getByRole('link').count(), 2);
    assert.deepEqual(await findSeriousViolations(page), []);
  });
});

test('with many advertisers the page of a property is as wide as the screen', async (t) => {
  const listings = Array.from({ length: 12 }, (_, at) =>
    madeListing(flat('S21', 900_000 + at * 1_000), {
      prices: [{ price: 900_000 + at * 1_000, at: day(at + 1) }],
      lastSeenAt: day(21),
      publisher: { agencyName: `Immobilière de la Grande Avenue ${at}` },
    }),
  );
  const many = await recordTogether(api.db, listings, day(21));
  for (const width of [1_280, 390])
    await openPage(
      t,
      `properties/${many}`,
      async (page) => {
        const table = page.getByRole('figure', { name: 'Price history' }).locator('table');
        await table.waitFor({ state: 'attached' });
        assert.ok((await table.locator('thead th').count()) > 12, 'a column for each advertiser');
        assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, `${width}`);
      },
      { viewport: { width, height: 844 } },
    );
});

for (const [device, width] of [
  ['a desk', 1_280],
  ['a phone', 390],
] as const)
  test(`no label of the chart is cut on ${device}, in either language`, async (t) => {
    const viewport = { width, height: 844 };
    for (const locale of ['en-GB', 'fr-FR'])
      await openPage(
        t,
        `properties/${id}`,
        async (page) => {
          const chart = page.locator('figure.chart').first();
          await chart.locator('svg text').first().waitFor();
          assert.deepEqual(await findCutLabels(chart), [], locale);
          assert.match(
            (await chart.locator('svg text').allTextContents()).join(),
            /1[,\s]480[,\s]000|1[,\s]500[,\s]000/,
          );
        },
        { viewport, locale },
      );
  });
