import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SaxesParser } from 'saxes';
import { withPage } from '../../../test/support/browser.ts';
import { World } from '../../world/generate.ts';
import { drawPicture } from './draw.ts';
import { photoUrl } from './photo-url.ts';

const BASE = 'http://localhost:8080';

function addressesOfWorld(): string[] {
  const world = new World({ seed: 'pictures', properties: 60, days: 10, photoAddress: photoUrl(BASE) });
  const urls = [...world.days()].flatMap(({ observations }) =>
    observations.flatMap(({ payload }) => payload?.pictures?.map(({ url }) => url) ?? []),
  );
  return [...new Set(urls)];
}

const nameOf = (url: string): string => url.slice(`${BASE}/demo/pictures/`.length);

test('every photo of the demo world is a drawing of ours, the same each time, that asks for nothing', () => {
  const urls = addressesOfWorld();
  assert.ok(urls.length > 200);
  for (const url of urls) {
    const drawn = drawPicture(nameOf(url)) ?? assert.fail(url);
    assert.equal(drawn, drawPicture(nameOf(url)));
    new SaxesParser().write(drawn).close();
    assert.doesNotMatch(
      drawn.replace('xmlns="http://www.w3.org/2000/svg"', ''),
      /https?:|href|NaN|undefined|<script/,
    );
  }
  const scenes = new Set(urls.map((url) => nameOf(url).split('.')[0]));
  assert.ok(scenes.size >= 8, [...scenes].join());
});

test('what is not the name of a picture is none', () => {
  for (const name of [
    '',
    'kitchen',
    'kitchen.a.0.svg',
    'toString.a.0123456789abcdef.svg',
    'kitchen.a.0123456789ABCDEF.svg',
    `kitchen.${'a'.repeat(99)}.0123456789abcdef.svg`,
  ]) {
    assert.equal(drawPicture(name), undefined, name);
  }
});

test('a browser shows the pictures, each in its full size', async (t) => {
  await withPage(t, async ({ page }) => {
    const drawn = ['living-room', 'kitchen', 'house', 'building'].map(
      (scene) => drawPicture(`${scene}.b7.0123456789abcdef.svg`) ?? '',
    );
    const images = drawn.map(
      (svg) => `<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`,
    );
    await page.setContent(images.join(''));
    const sizes = await page.$$eval('img', (shown) =>
      Promise.all(
        shown.map(async (image) => {
          await image.decode();
          return [image.naturalWidth, image.naturalHeight];
        }),
      ),
    );
    assert.deepEqual(
      sizes,
      drawn.map(() => [960, 640]),
    );
  });
});
