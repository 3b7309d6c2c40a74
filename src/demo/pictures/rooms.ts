import {
  type Drawing,
  drawCurtain,
  drawEmptyRoom,
  drawLamp,
  drawPlant,
  drawPrint,
  drawWindow,
  pickRoomFrame,
} from './room.ts';
import { ellipse, line, polygon, rect, repeated } from './shapes.ts';

export function drawLivingRoom(drawing: Drawing): string {
  const { palette, chance } = drawing;
  const room = pickRoomFrame(chance);
  const sofa = room.left + chance.whole(30, 110);
  const [seat, wide] = [room.bottom + 4, chance.whole(260, 330)];
  return [
    drawEmptyRoom(drawing, room),
    drawWindow(drawing, room, room.right - 230),
    chance.happens(0.6) ? drawCurtain(drawing, room, room.right - 62) : '',
    drawPrint(drawing, sofa + wide / 2 - 40, room.top + 70),
    ellipse([sofa + wide / 2 + 30, seat + 110], [wide * 0.75, 44], palette.accent, { opacity: 0.28 }),
    rect([sofa, seat - 86], [wide, 76], palette.fabric, { rx: 16 }),
    rect([sofa - 18, seat - 56], [34, 92], palette.fabric, { rx: 14 }),
    rect([sofa + wide - 16, seat - 56], [34, 92], palette.fabric, { rx: 14 }),
    rect([sofa, seat - 24], [wide, 56], palette.fabric, { rx: 10 }),
    rect([sofa, seat + 26], [wide, 8], '#00000022'),
    repeated(2, (side) =>
      rect(
        [sofa + 26 + side * (wide - 104), seat - 66],
        [52, 48],
        side === 0 ? palette.accent : palette.wall,
        {
          rx: 8,
        },
      ),
    ),
    ellipse([sofa + wide / 2 + 40, seat + 96], [104, 22], palette.wood),
    rect([sofa + wide / 2 - 30, seat + 100], [8, 46], palette.wood),
    rect([sofa + wide / 2 + 104, seat + 100], [8, 46], palette.wood),
    drawPlant(drawing, room.right - 20, room.bottom + 70),
    chance.happens(0.5) ? drawLamp(drawing, sofa + wide + 70, room.top - 20) : '',
  ].join('');
}

export function drawKitchen(drawing: Drawing): string {
  const { palette, chance } = drawing;
  const room = pickRoomFrame(chance);
  const [from, wide, top] = [room.left + 24, room.right - room.left - 48, room.bottom - 96];
  const doors = chance.whole(5, 7);
  const front = chance.pick([palette.fabric, '#f6f4ef', palette.wood, palette.accent]);
  const door = wide / doors;
  return [
    drawEmptyRoom(drawing, room),
    repeated(Math.floor(wide / 40), (tile) => rect([from + tile * 40, top - 66], [38, 30], palette.ceiling)),
    repeated(Math.floor(wide / 40), (tile) => rect([from + tile * 40, top - 34], [38, 30], palette.ceiling)),
    drawWindow(drawing, { ...room, bottom: top - 20 }, room.right - 220),
    repeated(Math.ceil(doors / 2), (at) =>
      rect([from + at * door, room.top + 22], [door - 4, 104], front, { rx: 3 }),
    ),
    rect([from - 8, top - 6], [wide + 16, 16], palette.wood),
    repeated(
      doors,
      (at) =>
        rect([from + at * door, top + 12], [door - 4, 84], front, { rx: 3 }) +
        line(
          [from + at * door + door / 2 - 14, top + 26],
          [from + at * door + door / 2 + 14, top + 26],
          palette.metal,
          4,
        ),
    ),
    rect([from + door * 1.1, top - 10], [door * 0.9, 6], '#3d4247', { rx: 2 }),
    line([from + door * 3.4, top - 6], [from + door * 3.4, top - 46], palette.metal, 6),
    line([from + door * 3.4, top - 46], [from + door * 3.4 + 34, top - 46], palette.metal, 6),
    rect([from + door * 2.3, top - 40], [26, 34], palette.accent, { rx: 6 }),
    polygon(
      [
        [room.left + 60, 560],
        [room.right - 60, 560],
        [room.right, 620],
        [room.left, 620],
      ],
      palette.wood,
    ),
    rect([room.left, 616], [room.right - room.left, 24], palette.boards),
    repeated(3, (fruit) =>
      ellipse(
        [room.left + 250 + fruit * 26, 556 - (fruit % 2) * 9],
        [15, 15],
        [palette.accent, palette.leaf, '#d9b45c'][fruit] ?? palette.accent,
      ),
    ),
    ellipse([room.left + 276, 572], [66, 14], palette.ceiling),
    repeated(chance.whole(1, 2), (at) => drawLamp(drawing, room.left + 190 + at * 220, room.top - 10)),
  ].join('');
}

export function drawBedroom(drawing: Drawing): string {
  const { palette, chance } = drawing;
  const room = pickRoomFrame(chance);
  const bed = room.left + chance.whole(110, 170);
  const [wide, head] = [chance.whole(280, 330), room.bottom - 130];
  return [
    drawEmptyRoom(drawing, room),
    chance.happens(0.5)
      ? rect([room.left, room.top], [room.right - room.left, room.bottom - room.top - 12], palette.accent, {
          opacity: 0.16,
        })
      : '',
    drawWindow(drawing, room, room.right - 180),
    drawCurtain(drawing, room, room.right - 60),
    drawPrint(drawing, bed + wide / 2 - 45, room.top + 46),
    rect([bed - 10, head], [wide + 20, 140], palette.wood, { rx: 12 }),
    rect([bed, head + 70], [wide, 60], '#fbfaf7', { rx: 14 }),
    repeated(2, (side) =>
      rect(
        [bed + 18 + side * (wide / 2), head + 52],
        [wide / 2 - 36, 52],
        side === 0 ? '#ffffff' : palette.ceiling,
        { rx: 16 },
      ),
    ),
    polygon(
      [
        [bed - 6, head + 116],
        [bed + wide + 6, head + 116],
        [bed + wide + 46, 596],
        [bed - 46, 596],
      ],
      palette.fabric,
    ),
    polygon(
      [
        [bed - 12, head + 140],
        [bed + wide + 12, head + 140],
        [bed + wide + 20, head + 176],
        [bed - 20, head + 176],
      ],
      '#fbfaf7',
    ),
    polygon(
      [
        [bed - 36, 540],
        [bed + wide + 36, 540],
        [bed + wide + 46, 596],
        [bed - 46, 596],
      ],
      palette.accent,
      { opacity: 0.8 },
    ),
    drawBedside(drawing, bed - 96, room.bottom),
  ].join('');
}

const drawBedside = ({ palette }: Drawing, x: number, y: number): string =>
  rect([x, y - 56], [70, 84], palette.wood, { rx: 4 }) +
  rect([x + 30, y - 86], [8, 30], palette.metal) +
  polygon(
    [
      [x + 10, y - 86],
      [x + 58, y - 86],
      [x + 48, y - 124],
      [x + 20, y - 124],
    ],
    '#fff1cc',
  );

export function drawBathroom(drawing: Drawing): string {
  const { palette, chance } = drawing;
  const room = pickRoomFrame(chance);
  const basin = room.left + chance.whole(40, 90);
  const bath = room.right - 300;
  return [
    drawEmptyRoom(drawing, room),
    repeated(14, (column) =>
      repeated(5, (row) => {
        const tile = (room.right - room.left) / 14;
        return rect(
          [room.left + column * tile, room.top + 120 + row * 44],
          [tile - 2, 42],
          (column + row) % 5 === 0 ? palette.fabric : palette.accent,
          { opacity: 0.1 + ((column * row) % 3) * 0.05 },
        );
      }),
    ),
    rect([basin + 10, room.top + 26], [150, 150], palette.metal, { rx: 75 }),
    rect([basin + 16, room.top + 32], [138, 138], palette.sky[1], { rx: 69 }),
    rect([basin, room.bottom - 90], [172, 88], palette.wood, { rx: 4 }),
    line([basin + 86, room.bottom - 84], [basin + 86, room.bottom - 6], palette.boards, 3),
    rect([basin - 8, room.bottom - 104], [188, 18], '#ffffff', { rx: 6 }),
    line([basin + 86, room.bottom - 104], [basin + 86, room.bottom - 132], palette.metal, 6),
    rect([bath, room.bottom - 40], [330, 120], '#ffffff', { rx: 34 }),
    rect([bath, room.bottom - 48], [330, 22], palette.ceiling, { rx: 11 }),
    line([bath + 40, room.bottom - 46], [bath + 40, room.bottom - 96], palette.metal, 7),
    chance.happens(0.6)
      ? rect([bath + 300, room.top + 20], [8, room.bottom - room.top - 60], '#d9ecf2', { opacity: 0.8 })
      : '',
    repeated(3, (towel) =>
      rect(
        [room.left + 250 + towel * 4, room.top + 120 + towel * 14],
        [66, 90],
        towel === 1 ? palette.fabric : '#fbfaf7',
        { rx: 4 },
      ),
    ),
    ellipse([basin + 110, room.bottom + 90], [120, 26], palette.fabric, { opacity: 0.5 }),
    drawPlant(drawing, bath + 300, room.bottom - 44),
  ].join('');
}
