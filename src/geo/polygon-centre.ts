import { type Contour, contourContains, forEachEdge } from '../lib/polygon.ts';
import type { Position } from './division.ts';

/** In square degrees: good to compare neighbours, which lie on one parallel, and for nothing else. */
export function computeArea(contour: Contour): number {
  return computeMoments(contour).area / 2;
}

/**
 * A point that stands for the whole and lies in it: the centre of gravity, or when that falls outside (a crescent, a scatter of
 * islands) that of the biggest part, or the middle of the widest stretch at its height.
 */
export function computeCentre(contour: Contour): Position {
  const centre = centreOfGravity(contour);
  if (contourContains(contour, centre)) return rounded(centre);
  const part = biggestPart(contour);
  const own = centreOfGravity(part);
  return rounded(contourContains(contour, own) ? own : middleOfWidest(part, own));
}

interface Moments {
  area: number;
  x: number;
  y: number;
}

/** Measured from a corner of the box: seen from where the axes cross, a small shape would lose its digits. */
function computeMoments(contour: Contour): Moments {
  const { west, south } = contour;
  const sum: Moments = { area: 0, x: 0, y: 0 };
  forEachEdge(contour, (x1, y1, x2, y2) => {
    const cross = (x1 - west) * (y2 - south) - (x2 - west) * (y1 - south);
    sum.area += cross;
    sum.x += cross * (x1 + x2 - 2 * west);
    sum.y += cross * (y1 + y2 - 2 * south);
  });
  return sum;
}

function centreOfGravity(contour: Contour): Position {
  const { area, x, y } = computeMoments(contour);
  if (area === 0) return [(contour.west + contour.east) / 2, (contour.south + contour.north) / 2];
  return [contour.west + x / (3 * area), contour.south + y / (3 * area)];
}

function biggestPart(contour: Contour): Contour {
  const parts = [...contour.ringEnds].map((end, index): Contour => {
    const start = index === 0 ? 0 : (contour.ringEnds[index - 1] ?? 0);
    return {
      ...contour,
      positions: contour.positions.subarray(2 * start, 2 * end),
      ringEnds: Uint32Array.of(end - start),
    };
  });
  return parts.reduce(
    (biggest, part) => (computeArea(part) > computeArea(biggest) ? part : biggest),
    parts[0] ?? contour,
  );
}

function middleOfWidest(contour: Contour, [longitude, latitude]: Position): Position {
  const crossings: number[] = [];
  forEachEdge(contour, (x1, y1, x2, y2) => {
    if (y1 > latitude !== y2 > latitude) crossings.push(x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1));
  });
  crossings.sort((one, other) => one - other);
  let [widest, middle] = [0, longitude];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [from, to] = [crossings[at] as number, crossings[at + 1] as number];
    if (to - from > widest) [widest, middle] = [to - from, (from + to) / 2];
  }
  return [middle, latitude];
}

/** A metre. */
const DIGITS = 5;
const rounded = ([longitude, latitude]: Position): Position => [
  Number(longitude.toFixed(DIGITS)),
  Number(latitude.toFixed(DIGITS)),
];
