import type { Position, Ring } from './polygon.ts';

interface Edge {
  readonly ring: number;
  readonly from: Position;
  readonly to: Position;
  /** Along the side that is swept. */
  readonly start: number;
  readonly end: number;
  /** Across it. */
  readonly low: number;
  readonly high: number;
}

export interface Crossing {
  readonly ring: number;
  readonly at: Position;
}

/** Comparisons of two numbers that are left: it bounds the time of a shape made to be slow. */
export interface WorkBudget {
  left: number;
}

/** Cost of testing whether two edges intersect. */
const INTERSECTION_COST = 8;

/**
 * Where the rings of a polygon cross or overlap, if they do. Rings may touch in a point, as GeoJSON allows. A sweep
 * along the longer side compares an edge only with those still open: a coast of 10,000 positions takes milliseconds.
 * Long parallel edges would take quadratic time: the budget ends them.
 */
export function findCrossing(
  rings: readonly Ring[],
  work: WorkBudget,
): Crossing | 'too_intricate' | undefined {
  const along = longerAxis(rings);
  const edges = rings.flatMap((ring, number) => buildRingEdges(ring, number, along));
  edges.sort((one, other) => one.start - other.start);
  const open = new Int32Array(edges.length);
  const ends = new Float64Array(edges.length);
  const lows = new Float64Array(edges.length);
  const highs = new Float64Array(edges.length);
  let count = 0;
  for (const [index, edge] of edges.entries()) {
    work.left -= count;
    let kept = 0;
    for (let at = 0; at < count; at += 1) {
      const end = ends[at] as number;
      if (end < edge.start) continue;
      const low = lows[at] as number;
      const high = highs[at] as number;
      const earlier = open[at] as number;
      ends[kept] = end;
      lows[kept] = low;
      highs[kept] = high;
      open[kept] = earlier;
      kept += 1;
      if (high < edge.low || low > edge.high) continue;
      work.left -= INTERSECTION_COST;
      if (work.left < 0) return 'too_intricate';
      const met = intersection(edges[earlier] as Edge, edge);
      if (met !== undefined) return { ring: Math.max(edge.ring, (edges[earlier] as Edge).ring), at: met };
    }
    if (work.left < 0) return 'too_intricate';
    ends[kept] = edge.end;
    lows[kept] = edge.low;
    highs[kept] = edge.high;
    open[kept] = index;
    count = kept + 1;
  }
  return undefined;
}

function longerAxis(rings: readonly Ring[]): 0 | 1 {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings)
    for (const [x, y] of ring) {
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
    }
  return east - west >= north - south ? 0 : 1;
}

function buildRingEdges(ring: Ring, number: number, along: 0 | 1): Edge[] {
  const edges: Edge[] = [];
  const across = along === 0 ? 1 : 0;
  for (let at = 1; at < ring.length; at += 1) {
    const [from, to] = [ring[at - 1], ring[at]] as [Position, Position];
    if (isSame(from, to)) continue;
    edges.push({
      ring: number,
      from,
      to,
      start: Math.min(from[along], to[along]),
      end: Math.max(from[along], to[along]),
      low: Math.min(from[across], to[across]),
      high: Math.max(from[across], to[across]),
    });
  }
  return edges;
}

const isSame = (one: Position, other: Position): boolean => one[0] === other[0] && one[1] === other[1];

/** Where two edges intersect; common end points are allowed unless the edges overlap. */
function intersection(one: Edge, other: Edge): Position | undefined {
  const { from: a, to: b } = one;
  const { from: c, to: d } = other;
  const [sideC, sideD] = [side(a, b, c), side(a, b, d)];
  const [sideA, sideB] = [side(c, d, a), side(c, d, b)];
  if (sideC === 0 && sideD === 0) return findOverlap(one, other);
  if (sideC * sideD < 0 && sideA * sideB < 0) {
    const share = sideA / (sideA - sideB);
    return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
  }
  return undefined;
}

/** Positive on the left of the line, negative on the right, 0 on it. */
const side = (from: Position, to: Position, point: Position): number =>
  (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]);

function findOverlap(one: Edge, other: Edge): Position | undefined {
  const along = Math.abs(one.to[0] - one.from[0]) >= Math.abs(one.to[1] - one.from[1]) ? 0 : 1;
  const [low, high] = sorted(one.from, one.to, along);
  const [otherLow, otherHigh] = sorted(other.from, other.to, along);
  const start = low[along] > otherLow[along] ? low : otherLow;
  const end = high[along] < otherHigh[along] ? high : otherHigh;
  return start[along] < end[along] ? start : undefined;
}

const sorted = (one: Position, other: Position, along: 0 | 1): [Position, Position] =>
  one[along] <= other[along] ? [one, other] : [other, one];
