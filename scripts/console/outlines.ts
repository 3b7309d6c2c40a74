export interface Seed {
  readonly x: number;
  readonly y: number;
  /** The group it belongs to. */
  readonly of: string;
}

interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

type Ring = [number, number][];

/** Degrees; in France a degree of longitude is about two thirds of one of latitude. */
const CELL_X = 0.05;
const CELL_Y = 0.035;
const STRETCH = 0.69;
/** The distance of the coast from the last town, in degrees of latitude. */
const SHORE = 0.12;
/** Inland gaps between towns may be wider, with towns on all sides. */
const REACH = 0.3;
const ALL_SIDES = 0b1111;

/** One outline for each group of seeds: the grid cells nearest to its seeds, smoothed. */
export function outlines(seeds: readonly Seed[], box: Box): Ring[][][] {
  const columns = Math.ceil((box.east - box.west) / CELL_X);
  const rows = Math.ceil((box.north - box.south) / CELL_Y);
  const nearest = nearestSeed(seeds);
  const owner = (column: number, row: number): string =>
    column < 0 || row < 0 || column >= columns || row >= rows ? '' : (owners[row * columns + column] ?? '');
  const owners = Array.from({ length: columns * rows }, (_, at) =>
    nearest(
      box.west + ((at % columns) + 0.5) * CELL_X,
      box.south + (Math.floor(at / columns) + 0.5) * CELL_Y,
    ),
  );
  const edges = new Map<string, Map<string, string>[]>();
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const mine = owner(column, row);
      if (mine === '') continue;
      const list = edges.get(mine) ?? [new Map(), new Map()];
      edges.set(mine, list);
      for (const [dx, dy, from, to] of SIDES) {
        if (owner(column + dx, row + dy) === mine) continue;
        const start = `${column + from[0]},${row + from[1]}`;
        const [first, second] = list as [Map<string, string>, Map<string, string>];
        // Where two cells touch at a corner only, two edges begin at one point.
        (first.has(start) ? second : first).set(start, `${column + to[0]},${row + to[1]}`);
      }
    }
  }
  const toPosition = (corner: string): [number, number] => {
    const [column = 0, row = 0] = corner.split(',').map(Number);
    return [box.west + column * CELL_X, box.south + row * CELL_Y];
  };
  return [...edges.values()].map((list) => rings(list).map((ring) => [roundedOff(ring.map(toPosition))]));
}

/** The four sides of a cell, counter-clockwise. */
const SIDES = [
  [0, -1, [0, 0], [1, 0]],
  [1, 0, [1, 0], [1, 1]],
  [0, 1, [1, 1], [0, 1]],
  [-1, 0, [0, 1], [0, 0]],
] as const;

function rings([first, second]: readonly Map<string, string>[]): string[][] {
  const found: string[][] = [];
  for (let [start] = first?.keys() ?? []; start !== undefined; [start] = first?.keys() ?? []) {
    const ring = [start];
    for (let at: string | undefined = start; at !== undefined; ) {
      const next: string | undefined = first?.get(at) ?? second?.get(at);
      if (first?.has(at)) first.delete(at);
      else second?.delete(at);
      if (next === undefined || next === start) break;
      ring.push(next);
      at = next;
    }
    if (ring.length > 8) found.push(ring);
  }
  return found;
}

/** Chaikin's corner cutting, twice, smooths the stairs. */
function roundedOff(corners: Ring): Ring {
  let ring = corners.filter((_, at) => at % 2 === 0);
  for (let turn = 0; turn < 2; turn++) {
    ring = ring.flatMap(([x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y];
      return [
        [x * 0.75 + nextX * 0.25, y * 0.75 + nextY * 0.25],
        [x * 0.25 + nextX * 0.75, y * 0.25 + nextY * 0.75],
      ] as Ring;
    });
  }
  const closed = [...ring, ring[0] ?? [0, 0]] as Ring;
  return closed.map(([x, y]) => [Number(x.toFixed(3)), Number(y.toFixed(3))]);
}

/** Seeds in squares of the search radius, so that only those around a point are compared. */
function nearestSeed(seeds: readonly Seed[]): (x: number, y: number) => string {
  const squares = Map.groupBy(seeds, ({ x, y }) => squareAt(x, y));
  return (x, y) => {
    let [best, distance, sides] = ['', REACH, 0];
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const seed of squares.get(squareAt(x + (dx * REACH) / STRETCH, y + dy * REACH)) ?? []) {
          const away = Math.hypot((seed.x - x) * STRETCH, seed.y - y);
          if (away < REACH) sides |= 1 << ((seed.x > x ? 1 : 0) + (seed.y > y ? 2 : 0));
          if (away < distance) [best, distance] = [seed.of, away];
        }
      }
    }
    return distance < SHORE || sides === ALL_SIDES ? best : '';
  };
}

const squareAt = (x: number, y: number): string =>
  `${Math.floor((x * STRETCH) / REACH)},${Math.floor(y / REACH)}`;
