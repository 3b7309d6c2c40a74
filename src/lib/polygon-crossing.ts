import type { Position, Ring } from './polygon.ts';

interface Edge {
  readonly ring: number;
  readonly index: number;
  /** How many edges its ring has. */
  readonly count: number;
  readonly from: Position;
  readonly to: Position;
  readonly west: number;
  readonly east: number;
}

export interface Crossing {
  readonly ring: number;
  readonly at: Position;
}

/**
 * Where the rings of a polygon cross or overlap themselves or one another, if they do. Rings may touch in a point, as GeoJSON allows.
 * Edges are met from west to east and compared only with those still open, so that a coast of 10,000 positions takes milliseconds;
 * a drawing made to be slow is bounded by the count of positions.
 */
export function crossing(rings: readonly Ring[]): Crossing | undefined {
  const edges = rings.flatMap(edgesOf).sort((one, other) => one.west - other.west);
  let open: Edge[] = [];
  for (const edge of edges) {
    open = open.filter((earlier) => earlier.east >= edge.west);
    for (const earlier of open) {
      const at = meeting(earlier, edge);
      if (at !== undefined) return { ring: Math.max(edge.ring, earlier.ring), at };
    }
    open.push(edge);
  }
  return undefined;
}

function edgesOf(ring: Ring, number: number): Edge[] {
  const positions = ring.filter((position, at) => at === 0 || !isSame(position, ring[at - 1] as Position));
  const count = positions.length - 1;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const [from, to] = [positions[index], positions[index + 1]] as [Position, Position];
    const [west, east] = from[0] < to[0] ? [from[0], to[0]] : [to[0], from[0]];
    return { ring: number, index, count, from, to, west, east };
  });
}

const isSame = (one: Position, other: Position): boolean => one[0] === other[0] && one[1] === other[1];

/** Where two edges meet although they must not; ends that touch are allowed unless the edges run over one another. */
function meeting(one: Edge, other: Edge): Position | undefined {
  const { from: a, to: b } = one;
  const { from: c, to: d } = other;
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1]))
    return undefined;
  const [sideC, sideD] = [side(a, b, c), side(a, b, d)];
  const [sideA, sideB] = [side(c, d, a), side(c, d, b)];
  if (sideC === 0 && sideD === 0) return overlapping(one, other);
  if (sideC * sideD < 0 && sideA * sideB < 0) {
    const share = sideA / (sideA - sideB);
    return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
  }
  return undefined;
}

/** Greater than 0 on the left of the line, less on the right, 0 upon it. */
const side = (from: Position, to: Position, point: Position): number =>
  (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]);

function overlapping(one: Edge, other: Edge): Position | undefined {
  const along = Math.abs(one.to[0] - one.from[0]) >= Math.abs(one.to[1] - one.from[1]) ? 0 : 1;
  const [low, high] = sorted(one.from, one.to, along);
  const [otherLow, otherHigh] = sorted(other.from, other.to, along);
  const start = low[along] > otherLow[along] ? low : otherLow;
  const end = high[along] < otherHigh[along] ? high : otherHigh;
  return start[along] < end[along] ? start : undefined;
}

const sorted = (one: Position, other: Position, along: 0 | 1): [Position, Position] =>
  one[along] <= other[along] ? [one, other] : [other, one];
