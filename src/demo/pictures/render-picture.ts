import { readFileSync } from 'node:fs';
import { createRandom, type RandomSource } from '../../world/random.ts';
import { type Palette, pickPalette } from './palette.ts';

/** How many layouts of each scene are in the folder `scenes`. Their colours are placeholders such as {wall}. */
const layoutCounts = {
  'living-room': 3,
  kitchen: 3,
  bedroom: 3,
  bathroom: 3,
  balcony: 3,
  house: 3,
  building: 3,
  plot: 3,
  garage: 1,
  agency: 1,
} as const satisfies Record<string, number>;
export type Scene = keyof typeof layoutCounts;

const PICTURE_NAME = /^([a-z-]{1,20})\.([0-9a-z]{1,13})\.([0-9a-f]{16})\.svg$/;

/** The home decides the colours, the photo decides the layout. */
export const formatPictureName = (scene: Scene, home: string, photo: string): string =>
  `${scene}.${home}.${photo}.svg`;

/** The same name always gives the same picture. Undefined for any other name. */
export function renderPicture(name: string): string | undefined {
  const [, scene = '', home = '', photo = ''] = PICTURE_NAME.exec(name) ?? [];
  if (!isScene(scene)) return undefined;
  const random = createRandom('photo', photo);
  const svg = fillColours(pickLayout(scene, random), pickPalette(createRandom('home', home)));
  return random.happens(0.5) ? mirror(svg) : svg;
}

const isScene = (name: string): name is Scene => Object.hasOwn(layoutCounts, name);

const layouts = new Map<string, string>();

function pickLayout(scene: Scene, random: RandomSource): string {
  const file = `${scene}-${random.whole(1, layoutCounts[scene])}.svg`;
  const layout = layouts.get(file) ?? readFileSync(new URL(`scenes/${file}`, import.meta.url), 'utf8');
  layouts.set(file, layout);
  return layout;
}

const fillColours = (layout: string, palette: Palette): string =>
  layout.replace(/\{([a-zA-Z]+)\}/g, (_, part: keyof Palette) => palette[part]);

const WIDTH_PIXELS = 960;

const mirror = (svg: string): string =>
  svg
    .replace('</title>', `</title><g transform="translate(${WIDTH_PIXELS} 0) scale(-1 1)">`)
    .replace('</svg>', '</g></svg>');
