import type { Palette } from './palette.ts';
import type { Drawing } from './room.ts';
import { ellipse, fade, HEIGHT, line, polygon, rect, repeated, WIDTH } from './shapes.ts';

const GROUND = 520;

export const drawSky = ({ palette, chance }: Drawing): string =>
  `<defs>${fade('sky', ...palette.sky)}</defs>${rect([0, 0], [WIDTH, HEIGHT], 'url(#sky)')}${repeated(
    3,
    (cloud) => {
      const [x, y] = [chance.whole(60, 900), chance.whole(50, 170) + cloud * 14];
      return (
        ellipse([x, y], [90, 20], '#ffffff', { opacity: 0.6 }) +
        ellipse([x + 40, y - 12], [52, 20], '#ffffff', { opacity: 0.6 })
      );
    },
  )}`;

export const drawTree = ({ palette, chance }: Drawing, x: number, y: number): string => {
  const size = chance.between(0.8, 1.3);
  return (
    rect([x - 7, y - 90 * size], [14, 92 * size], palette.wood) +
    ellipse([x, y - 140 * size], [62 * size, 74 * size], palette.leaf) +
    ellipse([x - 26 * size, y - 112 * size], [44 * size, 46 * size], palette.leaf, { opacity: 0.8 })
  );
};

const drawPane = (
  palette: Palette,
  x: number,
  y: number,
  [width, height]: readonly [number, number],
): string =>
  rect([x - 4, y - 4], [width + 8, height + 8], '#ffffff') +
  rect([x, y], [width, height], '#8fa9b8') +
  polygon(
    [
      [x, y],
      [x + width * 0.6, y],
      [x, y + height * 0.7],
    ],
    '#c3d6de',
  ) +
  line([x + width / 2, y], [x + width / 2, y + height], '#ffffff', 4) +
  rect([x - 6, y + height + 4], [width + 12, 7], palette.shade);

const drawShutters = (
  palette: Palette,
  x: number,
  y: number,
  [width, height]: readonly [number, number],
): string =>
  rect([x - 4 - width / 2, y - 4], [width / 2, height + 8], palette.accent) +
  rect([x + width + 4, y - 4], [width / 2, height + 8], palette.accent);

export function drawHouse(drawing: Drawing): string {
  const { palette, chance } = drawing;
  const [left, wide, eaves] = [chance.whole(200, 280), chance.whole(430, 520), chance.whole(270, 300)];
  const middle = left + wide / 2;
  const size = [58, 76] as const;
  const hasShutters = chance.happens(0.6);
  return [
    drawSky(drawing),
    ellipse([chance.whole(150, 800), GROUND + 10], [620, 90], palette.leaf, { opacity: 0.45 }),
    rect([0, GROUND], [WIDTH, HEIGHT - GROUND], palette.leaf, { opacity: 0.85 }),
    drawTree(drawing, left - 110, GROUND + 8),
    rect([left, eaves], [wide, GROUND - eaves], palette.stone),
    polygon(
      [
        [left - 34, eaves + 4],
        [middle - wide * 0.28, eaves - 120],
        [middle + wide * 0.28, eaves - 120],
        [left + wide + 34, eaves + 4],
      ],
      palette.roof,
    ),
    rect([middle + wide * 0.16, eaves - 156], [36, 70], palette.shade),
    rect([left, eaves], [wide, 8], '#00000022'),
    repeated(3, (at) => {
      const x = left + wide * (0.14 + at * 0.3);
      return (
        (hasShutters ? drawShutters(palette, x, eaves + 34, size) : '') +
        drawPane(palette, x, eaves + 34, size)
      );
    }),
    repeated(2, (at) => {
      const x = left + wide * (0.14 + at * 0.6);
      return (
        (hasShutters ? drawShutters(palette, x, eaves + 144, size) : '') +
        drawPane(palette, x, eaves + 144, size)
      );
    }),
    rect([middle - 34, GROUND - 108], [68, 108], palette.wood, { rx: 4 }),
    ellipse([middle + 20, GROUND - 52], [4, 4], palette.metal),
    polygon(
      [
        [middle - 40, GROUND],
        [middle + 40, GROUND],
        [middle + 130, HEIGHT],
        [middle - 130, HEIGHT],
      ],
      '#d9d0c0',
    ),
    repeated(7, (bush) => ellipse([left + 10 + bush * (wide / 6.4), GROUND + 6], [34, 20], palette.leaf)),
    drawTree(drawing, left + wide + 100, GROUND + 26),
  ].join('');
}

export function drawBuilding(drawing: Drawing): string {
  const { palette, chance } = drawing;
  const floors = chance.whole(4, 6);
  const bays = chance.whole(5, 7);
  const [left, wide, top] = [170, 620, 90];
  const storey = (GROUND - top) / (floors + 0.4);
  const isOld = chance.happens(0.6);
  const size = [wide / bays / 2.4, storey * 0.58] as const;
  return [
    drawSky(drawing),
    rect([0, 190], [left, GROUND - 190], palette.shade),
    rect([left + wide, 150], [WIDTH - left - wide, GROUND - 150], palette.wall),
    rect([left, top], [wide, GROUND - top], isOld ? palette.stone : '#f2f1ed'),
    isOld
      ? polygon(
          [
            [left - 10, top],
            [left + 24, top - 56],
            [left + wide - 24, top - 56],
            [left + wide + 10, top],
          ],
          palette.roof,
        )
      : rect([left - 6, top - 12], [wide + 12, 14], palette.metal),
    repeated(floors, (floor) =>
      repeated(bays, (bay) => {
        const [x, y] = [
          left + (bay + 0.5) * (wide / bays) - size[0] / 2,
          top + floor * storey + storey * 0.22,
        ];
        const rail = isOld
          ? repeated(6, (bar) =>
              line(
                [x - 6 + bar * (size[0] / 4.4), y + size[1] - 20],
                [x - 6 + bar * (size[0] / 4.4), y + size[1] + 6],
                '#3f454b',
                2,
              ),
            )
          : bay % 2 === 0
            ? rect([x - 14, y + size[1] * 0.62], [size[0] + 28, size[1] * 0.42], '#d7e4e8', { opacity: 0.9 })
            : '';
        return drawPane(palette, x, y, size) + rail;
      }),
    ),
    isOld
      ? repeated(floors, (floor) =>
          line([left, top + floor * storey], [left + wide, top + floor * storey], palette.shade, 4),
        )
      : '',
    rect([left, GROUND - storey * 0.5], [wide, storey * 0.5], palette.shade, { opacity: 0.5 }),
    rect([left + wide / 2 - 34, GROUND - 92], [68, 92], palette.accent),
    rect([0, GROUND], [WIDTH, 26], '#cfcac1'),
    rect([0, GROUND + 26], [WIDTH, HEIGHT - GROUND - 26], '#9a9c9d'),
    drawTree(drawing, 80, GROUND + 12),
    drawTree(drawing, 880, GROUND + 12),
  ].join('');
}
