import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SaxesParser } from 'saxes';
import { withPage } from '../../../test/support/browser.ts';
import { World } from '../../world/generate.ts';
import { photoUrl } from './photo-url.ts';
import { renderPicture } from './render-picture.ts';

const BASE = 'http://localhost:8080';

function collectPhotoUrls(): string[] {
  const world = new World({ seed: 'pictures', properties: 60, days: 10, photoUrl: photoUrl(BASE) });
  const urls = [...world.days()].flatMap(({ observations }) =>
    observations.flatMap(({ payload }) => payload?.pictures?.map(({ url }) => url) ?? []),
  );
  return [...new Set(urls)];
}

const nameOf = (url: string): string => url.slice(`${BASE}/demo/pictures/`.length);

test('every photo of the demo renders to the same SVG each time and refers to no other file', () => {
  const urls = collectPhotoUrls();
  assert.ok(urls.length > 200);
  for (const url of urls) {
    const svg = renderPicture(nameOf(url)) ?? assert.fail(url);
    assert.equal(svg, renderPicture(nameOf(url)));
    new SaxesParser().write(svg).close();
    assert.doesNotMatch(
      svg.replace('xmlns="http://www.w3.org/2000/svg"', ''),
      /https?:|href|NaN|undefined|[{}]|<script/,
    );
  }
  const scenes = new Set(urls.map((url) => nameOf(url).split('.')[0]));
  assert.ok(scenes.size >= 8, [...scenes].join());
});

test('any other name renders nothing', () => {
  for (const name of [
    '',
    'kitchen',
    'kitchen.a.0.svg',
    'toString.a.0123456789abcdef.svg',
    'kitchen.a.0123456789ABCDEF.svg',
    `kitchen.${'a'.repeat(99)}.0123456789abcdef.svg`,
  ]) {
    assert.equal(renderPicture(name), undefined, name);
  }
});

test('a browser decodes the pictures at full size', async (t) => {
  await withPage(t, async ({ page }) => {
    const pictures = ['living-room', 'kitchen', 'house', 'building'].map(
      (scene) => renderPicture(`${scene}.b7.0123456789abcdef.svg`) ?? '',
    );
    const images = pictures.map(
      (svg) => `<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`,
    );
    await page.setContent(images.join(''));
    const sizes = await page.$$eval('img', (elements) =>
      Promise.all(
        elements.map(async (image) => {
          await image.decode();
          return [image.naturalWidth, image.naturalHeight];
        }),
      ),
    );
    assert.deepEqual(
      sizes,
      pictures.map(() => [960, 640]),
    );
  });
});
