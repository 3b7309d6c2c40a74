import { drawSky, drawTree } from './outdoors.ts';
import type { Drawing } from './room.ts';
import { ellipse, HEIGHT, line, polygon, rect, repeated, WIDTH } from './shapes.ts';

export function drawBalcony(drawing: Drawing): string {
  const { palette, chance } = drawing;
  return [
    drawSky(drawing),
    repeated(9, (at) => {
      const height = chance.whole(90, 230);
      const x = at * 112 - 20;
      return (
        rect(
          [x, 470 - height],
          [104, height],
          [palette.stone, palette.shade, palette.wall][at % 3] ?? palette.wall,
        ) +
        polygon(
          [
            [x - 4, 470 - height],
            [x + 20, 446 - height],
            [x + 84, 446 - height],
            [x + 108, 470 - height],
          ],
          palette.roof,
        ) +
        repeated(6, (hole) =>
          rect([x + 16 + (hole % 3) * 28, 490 - height + Math.floor(hole / 3) * 44], [14, 22], '#8fa9b8'),
        )
      );
    }),
    repeated(7, (at) => ellipse([at * 160 + 20, 480], [80, 44], palette.leaf)),
    rect([0, 480], [WIDTH, HEIGHT - 480], palette.floor),
    repeated(12, (board) =>
      line([480 + (board - 6) * 60, 480], [480 + (board - 6) * 140, HEIGHT], palette.boards, 2),
    ),
    repeated(33, (bar) => line([bar * 30, 340], [bar * 30, 500], '#4b5157', 4)),
    rect([0, 330], [WIDTH, 12], '#4b5157'),
    rect([0, 496], [WIDTH, 8], '#4b5157'),
    ellipse([300, 548], [92, 18], palette.metal),
    rect([296, 548], [8, 70], palette.metal),
    repeated(
      2,
      (chair) =>
        rect([150 + chair * 240, 520], [70, 14], palette.accent, { rx: 6 }) +
        rect([chair === 0 ? 146 : 446, 450], [12, 84], palette.accent, { rx: 6 }) +
        rect([158 + chair * 240, 534], [6, 66], palette.metal) +
        rect([208 + chair * 240, 534], [6, 66], palette.metal),
    ),
    ellipse([286, 538], [16, 6], '#ffffff'),
    repeated(
      3,
      (pot) =>
        rect([640 + pot * 100, 560], [58, 44], palette.accent, { opacity: 0.7, rx: 4 }) +
        ellipse([669 + pot * 100, 546], [44, 34], palette.leaf),
    ),
  ].join('');
}

export function drawPlot(drawing: Drawing): string {
  const { palette, chance } = drawing;
  return [
    drawSky(drawing),
    ellipse([chance.whole(100, 400), 420], [520, 130], palette.leaf, { opacity: 0.5 }),
    ellipse([chance.whole(600, 900), 430], [480, 110], palette.leaf, { opacity: 0.6 }),
    rect([0, 410], [WIDTH, HEIGHT - 410], palette.leaf, { opacity: 0.75 }),
    repeated(10, (at) => drawTree(drawing, at * 104 + chance.whole(0, 40), 420)),
    polygon(
      [
        [250, 450],
        [720, 450],
        [900, 620],
        [60, 620],
      ],
      '#b9c49a',
    ),
    repeated(9, (post) => rect([60 + post * 100, 560 + (post % 2) * 3], [10, 60], palette.wood)),
    line([40, 580], [920, 580], palette.wood, 5),
    line([40, 602], [920, 602], palette.wood, 5),
  ].join('');
}

export function drawGarage(drawing: Drawing): string {
  const { palette } = drawing;
  return [
    rect([0, 0], [WIDTH, HEIGHT], palette.wall),
    polygon(
      [
        [0, HEIGHT],
        [240, 430],
        [720, 430],
        [WIDTH, HEIGHT],
      ],
      '#b3b1ac',
    ),
    polygon(
      [
        [0, 0],
        [WIDTH, 0],
        [720, 110],
        [240, 110],
      ],
      '#dedcd6',
    ),
    rect([240, 110], [480, 320], palette.shade),
    repeated(
      7,
      (slat) =>
        rect([280, 170 + slat * 37], [400, 33], '#c9ccce') +
        line([280, 204 + slat * 37], [680, 204 + slat * 37], '#a9adb0', 2),
    ),
    polygon(
      [
        [330, 430],
        [352, 430],
        [190, HEIGHT],
        [140, HEIGHT],
      ],
      '#f1e4ae',
    ),
    polygon(
      [
        [608, 430],
        [630, 430],
        [820, HEIGHT],
        [770, HEIGHT],
      ],
      '#f1e4ae',
    ),
    rect([400, 60], [160, 12], '#fff6d8', { rx: 6 }),
  ].join('');
}

export function drawAgency(drawing: Drawing): string {
  const { palette } = drawing;
  return [
    rect([0, 0], [WIDTH, HEIGHT], palette.wall),
    ellipse([480, 300], [230, 230], palette.accent, { opacity: 0.18 }),
    polygon(
      [
        [330, 310],
        [480, 180],
        [630, 310],
      ],
      palette.roof,
    ),
    rect([364, 310], [232, 130], palette.stone),
    rect([452, 360], [56, 80], palette.wood),
    rect([396, 338], [40, 44], '#8fa9b8'),
    rect([524, 338], [40, 44], '#8fa9b8'),
    rect([330, 492], [300, 16], palette.fabric, { rx: 8 }),
    rect([390, 524], [180, 12], palette.shade, { rx: 6 }),
  ].join('');
}
