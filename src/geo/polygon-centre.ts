import polylabel from 'polylabel';
import { buildContour, type Contour, contourContains, forEachEdge, type Ring } from '../lib/polygon.ts';
import type { Position } from './division.ts';

/** In square degrees: comparable only between shapes of about the same latitude. */
export function computeArea(contour: Contour): number {
  return computeMoments(contour).area / 2;
}

/**
 * A point inside the contour: the centre of gravity, or where that falls outside (a crescent, a group of islands) the
 * pole of inaccessibility of the largest ring.
 */
export function computeCentre(contour: Contour): Position {
  const moments = computeMoments(contour);
  const centre = centreOfGravity(contour, moments);
  return roundPosition(moments.area === 0 || contourContains(contour, centre) ? centre : findPole(contour));
}

interface Moments {
  area: number;
  x: number;
  y: number;
}

/** Measured from a corner of the box: relative to the origin of the axes a small shape would lose precision. */
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

function centreOfGravity(contour: Contour, { area, x, y }: Moments): Position {
  if (area === 0) return [(contour.west + contour.east) / 2, (contour.south + contour.north) / 2];
  return [contour.west + x / (3 * area), contour.south + y / (3 * area)];
}

/** How fine the search of polylabel is, as a share of the shorter side of the box. */
const POLE_PRECISION = 1e-3;

/** polylabel searches the box of the first ring and treats all rings as even-odd, so holes and islands need no nesting. */
function findPole(contour: Contour): Position {
  const rings = toRings(contour).sort((one, other) => Math.abs(ringArea(other)) - Math.abs(ringArea(one)));
  const largest = buildContour({ type: 'Polygon', coordinates: rings.slice(0, 1) });
  const shorterSide = Math.min(largest.east - largest.west, largest.north - largest.south);
  const [longitude, latitude] = polylabel(rings, POLE_PRECISION * shorterSide);
  return [longitude, latitude];
}

const ringArea = (ring: Ring): number => computeArea(buildContour({ type: 'Polygon', coordinates: [ring] }));

function toRings({ positions, ringEnds }: Contour): [number, number][][] {
  const rings: [number, number][][] = [];
  let at = 0;
  for (const end of ringEnds) {
    const ring: [number, number][] = [];
    for (; at < end; at += 1) ring.push([positions[2 * at] as number, positions[2 * at + 1] as number]);
    rings.push(ring);
  }
  return rings;
}

/** About 1 m. */
const COORDINATE_DIGITS = 5;
const roundPosition = ([longitude, latitude]: Position): Position => [
  Number(longitude.toFixed(COORDINATE_DIGITS)),
  Number(latitude.toFixed(COORDINATE_DIGITS)),
];
