import { type Box, type Contour, contourContains } from '../../lib/polygon.ts';
import type { Position } from '../division.ts';
import { computeArea, computeCentre } from '../polygon-centre.ts';

export interface ContouredPart {
  readonly id: string;
  readonly contour: Contour;
}

/** Two files draw the same street some metres apart: 0.0005° is 50 m. */
export const NESTING_SLACK = 0.0005;
/** The share of sampled points that must be in the wider part; two layers of one city never agree on all of them. */
const MIN_SHARE_INSIDE = 0.8;
/** A smaller difference in area means the same place in two layers. */
const MIN_AREA_RATIO = 1.5;
const GRID_POINTS = 7;

/**
 * Which parts of a municipality are in which: the key is in the value. It depends on the contours alone, so that layers
 * may be imported in any order. There are two levels: a value is in nothing itself.
 */
export function findNesting(parts: readonly ContouredPart[]): Map<string, string> {
  const sized = parts
    .map((part) => ({ ...part, area: computeArea(part.contour) }))
    .sort((one, other) => other.area - one.area || (one.id < other.id ? -1 : 1));
  const within = new Map<string, string>();
  for (const inner of sized) {
    const samples = samplePoints(inner.contour);
    const holders = sized.filter(
      (outer) =>
        !within.has(outer.id) &&
        outer.area > MIN_AREA_RATIO * inner.area &&
        boxWithin(inner.contour, outer.contour) &&
        samples.filter((point) => contourContains(outer.contour, point)).length >=
          MIN_SHARE_INSIDE * samples.length,
    );
    const narrowest = holders.at(-1);
    if (narrowest !== undefined) within.set(inner.id, narrowest.id);
  }
  return within;
}

const boxWithin = (inner: Box, outer: Box): boolean =>
  inner.west > outer.west - NESTING_SLACK &&
  inner.east < outer.east + NESTING_SLACK &&
  inner.south > outer.south - NESTING_SLACK &&
  inner.north < outer.north + NESTING_SLACK;

/** Points spread over a contour, its centre among them. */
function samplePoints(contour: Contour): Position[] {
  const { west, south, east, north } = contour;
  const steps = Array.from({ length: GRID_POINTS }, (_, step) => (step + 0.5) / GRID_POINTS);
  const grid = steps.flatMap((x) =>
    steps.map((y): Position => [west + x * (east - west), south + y * (north - south)]),
  );
  return [computeCentre(contour), ...grid.filter((point) => contourContains(contour, point))];
}
