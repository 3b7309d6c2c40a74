import type { RandomSource } from '../../world/random.ts';
import type { Palette } from './palette.ts';
import { ellipse, fade, HEIGHT, line, polygon, rect, repeated, WIDTH } from './shapes.ts';

/** Where the far wall of a drawn room stands. */
export interface RoomFrame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** How a scene is drawn: the colours of the home, the chance of the photo. */
export interface Drawing {
  palette: Palette;
  chance: RandomSource;
}

export function pickRoomFrame(chance: RandomSource): RoomFrame {
  const left = chance.whole(120, 220);
  return {
    left,
    right: left + chance.whole(540, 640),
    top: chance.whole(70, 110),
    bottom: chance.whole(410, 450),
  };
}

/** Four surfaces and the light on them. */
export function drawEmptyRoom({ palette }: Drawing, { left, right, top, bottom }: RoomFrame): string {
  const { wall, shade, ceiling, floor, boards } = palette;
  return [
    `<defs>${fade('sky', ...palette.sky)}${fade('light', '#fff8e6', '#fff8e6')}</defs>`,
    polygon(
      [
        [0, 0],
        [WIDTH, 0],
        [right, top],
        [left, top],
      ],
      ceiling,
    ),
    polygon(
      [
        [0, 0],
        [left, top],
        [left, bottom],
        [0, HEIGHT],
      ],
      shade,
    ),
    polygon(
      [
        [WIDTH, 0],
        [right, top],
        [right, bottom],
        [WIDTH, HEIGHT],
      ],
      shade,
    ),
    rect([left, top], [right - left, bottom - top], wall),
    polygon(
      [
        [left, bottom],
        [right, bottom],
        [WIDTH, HEIGHT],
        [0, HEIGHT],
      ],
      floor,
    ),
    repeated(9, (index) => {
      const share = (index + 1) / 10;
      return line(
        [left + (right - left) * share, bottom],
        [WIDTH * share * 1.3 - WIDTH * 0.15, HEIGHT],
        boards,
        2,
      );
    }),
    rect([left, bottom - 12], [right - left, 12], ceiling),
  ].join('');
}

/** A window in the far wall, what is seen through it, and the light it throws on the floor. */
export function drawWindow({ palette, chance }: Drawing, room: RoomFrame, x: number): string {
  const [width, height] = [chance.whole(130, 190), (room.bottom - room.top) * 0.62];
  const y = room.top + 36;
  const hills = y + height * chance.between(0.6, 0.75);
  return [
    rect([x - 8, y - 8], [width + 16, height + 16], palette.ceiling),
    rect([x, y], [width, height], 'url(#sky)'),
    ellipse([x + width * 0.3, hills], [width * 0.28, (y + height - hills) * 0.8], palette.leaf, {
      opacity: 0.55,
    }),
    rect([x, hills], [width, y + height - hills], palette.leaf, { opacity: 0.7 }),
    line([x + width / 2, y], [x + width / 2, y + height], palette.ceiling, 7),
    line([x, y + height * 0.35], [x + width, y + height * 0.35], palette.ceiling, 5),
    polygon(
      [
        [x, room.bottom],
        [x + width, room.bottom],
        [x + width + 150, HEIGHT - 40],
        [x - 20, HEIGHT - 40],
      ],
      '#fff4d6',
      { opacity: 0.22 },
    ),
  ].join('');
}

export const drawCurtain = ({ palette }: Drawing, room: RoomFrame, x: number): string =>
  repeated(4, (fold) =>
    rect([x + fold * 15, room.top + 18], [16, room.bottom - room.top - 24], palette.fabric, {
      opacity: 0.5 + (fold % 2) * 0.18,
    }),
  );

export function drawPlant({ palette, chance }: Drawing, x: number, y: number): string {
  const leaves = repeated(7, (leaf) => {
    const lean = (leaf - 3) * chance.between(12, 17);
    return `<g transform="rotate(${Math.round(lean)} ${x} ${y - 50})">${ellipse([x, y - 105], [12, 50], palette.leaf, { opacity: 0.75 + (leaf % 2) * 0.2 })}</g>`;
  });
  return (
    leaves +
    polygon(
      [
        [x - 30, y - 55],
        [x + 30, y - 55],
        [x + 22, y],
        [x - 22, y],
      ],
      palette.accent,
    )
  );
}

/** A framed print of two shapes. */
export function drawPrint({ palette, chance }: Drawing, x: number, y: number): string {
  const [width, height] = [chance.whole(70, 110), chance.whole(80, 120)];
  return [
    rect([x, y], [width, height], palette.wood),
    rect([x + 6, y + 6], [width - 12, height - 12], '#fbfaf6'),
    ellipse([x + width * 0.45, y + height * 0.42], [width * 0.22, width * 0.22], palette.accent, {
      opacity: 0.8,
    }),
    rect([x + width * 0.22, y + height * 0.6], [width * 0.56, height * 0.16], palette.fabric, {
      opacity: 0.8,
    }),
  ].join('');
}

export const drawLamp = ({ palette }: Drawing, x: number, top: number): string =>
  line([x, 0], [x, top + 60], palette.metal, 3) +
  polygon(
    [
      [x - 16, top + 60],
      [x + 16, top + 60],
      [x + 46, top + 104],
      [x - 46, top + 104],
    ],
    palette.accent,
  ) +
  ellipse([x, top + 106], [44, 6], '#fff3cf');
