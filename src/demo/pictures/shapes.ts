/** Pictures are this large, three to two as most photos of homes. */
export const WIDTH = 960;
export const HEIGHT = 640;

export type SvgPoint = readonly [x: number, y: number];

/** Further attributes, such as rounded corners or opacity. */
type SvgAttributes = Readonly<Record<string, string | number>>;

const renderAttributes = (more: SvgAttributes): string =>
  Object.entries(more)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
const formatNumber = (value: number): number => Math.round(value * 10) / 10;

export const rect = (
  [x, y]: SvgPoint,
  [width, height]: SvgPoint,
  fill: string,
  more: SvgAttributes = {},
): string =>
  `<rect x="${formatNumber(x)}" y="${formatNumber(y)}" width="${formatNumber(width)}" height="${formatNumber(height)}" fill="${fill}"${renderAttributes(more)}/>`;

export const polygon = (points: readonly SvgPoint[], fill: string, more: SvgAttributes = {}): string =>
  `<polygon points="${points.map(([x, y]) => `${formatNumber(x)},${formatNumber(y)}`).join(' ')}" fill="${fill}"${renderAttributes(more)}/>`;

export const ellipse = (
  [x, y]: SvgPoint,
  [wide, high]: SvgPoint,
  fill: string,
  more: SvgAttributes = {},
): string =>
  `<ellipse cx="${formatNumber(x)}" cy="${formatNumber(y)}" rx="${formatNumber(wide)}" ry="${formatNumber(high)}" fill="${fill}"${renderAttributes(more)}/>`;

export const path = (drawn: string, fill: string, more: SvgAttributes = {}): string =>
  `<path d="${drawn}" fill="${fill}"${renderAttributes(more)}/>`;

export const line = ([x1, y1]: SvgPoint, [x2, y2]: SvgPoint, stroke: string, width = 3): string =>
  `<line x1="${formatNumber(x1)}" y1="${formatNumber(y1)}" x2="${formatNumber(x2)}" y2="${formatNumber(y2)}" stroke="${stroke}" stroke-width="${width}"/>`;

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
