/** Pictures are this large, three to two as most photos of homes. */
export const WIDTH = 960;
export const HEIGHT = 640;

export type Point = readonly [x: number, y: number];

/** Further attributes, such as rounded corners or opacity. */
type More = Readonly<Record<string, string | number>>;

const written = (more: More): string =>
  Object.entries(more)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
const short = (value: number): number => Math.round(value * 10) / 10;

export const rect = ([x, y]: Point, [width, height]: Point, fill: string, more: More = {}): string =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${fill}"${written(more)}/>`;

export const polygon = (points: readonly Point[], fill: string, more: More = {}): string =>
  `<polygon points="${points.map(([x, y]) => `${short(x)},${short(y)}`).join(' ')}" fill="${fill}"${written(more)}/>`;

export const ellipse = ([x, y]: Point, [wide, high]: Point, fill: string, more: More = {}): string =>
  `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(wide)}" ry="${short(high)}" fill="${fill}"${written(more)}/>`;

export const path = (drawn: string, fill: string, more: More = {}): string =>
  `<path d="${drawn}" fill="${fill}"${written(more)}/>`;

export const line = ([x1, y1]: Point, [x2, y2]: Point, stroke: string, width = 3): string =>
  `<line x1="${short(x1)}" y1="${short(y1)}" x2="${short(x2)}" y2="${short(y2)}" stroke="${stroke}" stroke-width="${width}"/>`;

/** The same from `count` places along a row. */
export const repeated = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

/** A gradient from above to below, and the name to fill with. */
export const fade = (name: string, above: string, below: string): string =>
  `<linearGradient id="${name}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient>`;

/** A whole picture; a mirrored one is another picture of the same thing. */
export const picture = (title: string, drawn: string, mirrored: boolean): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img"><title>${title}</title>${
    mirrored ? `<g transform="translate(${WIDTH} 0) scale(-1 1)">${drawn}</g>` : drawn
  }</svg>\n`;
