import type { Ring } from './polygon.ts';

/**
 * A polygon prepared for point tests: its non-horizontal edges as x1, y1, y2 and the slope dx/dy. A test with these
 * four numbers in this order gives the same result to the last bit in memory and in SQL.
 */
export interface Polygon {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly x1: readonly number[];
  readonly y1: readonly number[];
  readonly y2: readonly number[];
  readonly slope: readonly number[];
}

/** The first ring is the outer one, the others are holes. */
export function buildPolygon(rings: readonly Ring[]): Polygon {
  const xs = rings.flatMap((ring) => ring.map(([x]) => x));
  const ys = rings.flatMap((ring) => ring.map(([, y]) => y));
  const edges = rings.flatMap(edgesOf).filter(([, y1, , y2]) => y1 !== y2);
  const [west, east] = span(xs);
  const [south, north] = span(ys);
  return {
    west,
    south,
    east,
    north,
    x1: edges.map(([x1]) => x1),
    y1: edges.map(([, y1]) => y1),
    y2: edges.map(([, , , y2]) => y2),
    slope: edges.map(([x1, y1, x2, y2]) => (x2 - x1) / (y2 - y1)),
  };
}

/** Even-odd rule, so holes are outside. An edge includes only its lower end, so that a corner is crossed once. */
export function polygonContains({ x1, y1, y2, slope, ...box }: Polygon, x: number, y: number): boolean {
  if (x < box.west || x > box.east || y < box.south || y > box.north) return false;
  let inside = false;
  for (let at = 0; at < x1.length; at += 1) {
    const from = y1[at] as number;
    if (from > y === (y2[at] as number) > y) continue;
    if (x < (x1[at] as number) + (y - from) * (slope[at] as number)) inside = !inside;
  }
  return inside;
}

type Edge = readonly [x1: number, y1: number, x2: number, y2: number];

const edgesOf = (ring: Ring): Edge[] =>
  ring.slice(1).flatMap(([x2, y2], index) => {
    const [x1, y1] = ring[index] ?? [x2, y2];
    return x1 === x2 && y1 === y2 ? [] : [[x1, y1, x2, y2] as const];
  });

const span = (numbers: readonly number[]): [number, number] =>
  numbers.reduce(([low, high], one) => [Math.min(low, one), Math.max(high, one)], [Infinity, -Infinity]);
