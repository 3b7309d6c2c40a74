import type { Db } from '../db/sql.ts';
import type { Box, Geometry, Ring } from '../lib/polygon.ts';
import type { DivisionType } from './division.ts';
import { selectGeometriesIn } from './store.ts';

/** What a map outlines at the zooms where communes differ. */
const OUTLINED: readonly DivisionType[] = ['MUNICIPALITY', 'MUNICIPAL_DISTRICT'];
/** A square of half a degree has some 150 communes; four times that in the densest regions. */
const MAX_CONTOURS = 2_000;

/** The outline of a commune or arrondissement, to be drawn as lines. */
export interface MapContour {
  id: string;
  /** Each ring as steps in ten thousandths of a degree, longitude and latitude alternating. */
  rings: number[][];
}

/** The contours that touch a box, as far as contours are known there. */
export async function listMapContours(db: Db, box: Box): Promise<MapContour[]> {
  const rows = await selectGeometriesIn(db, box, OUTLINED, MAX_CONTOURS);
  return rows.map(({ id, geometry }) => ({ id, rings: listRings(geometry).map(encodeSteps) }));
}

const listRings = (geometry: Geometry): readonly Ring[] =>
  geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();

/** About 10 m: finer than a contour of a whole country. */
const STEPS_PER_DEGREE = 10_000;

function encodeSteps(ring: Ring): number[] {
  const steps: number[] = [];
  let [x, y] = [0, 0];
  for (const [longitude, latitude] of ring) {
    const [nextX, nextY] = [
      Math.round(longitude * STEPS_PER_DEGREE),
      Math.round(latitude * STEPS_PER_DEGREE),
    ];
    if (steps.length > 0 && nextX === x && nextY === y) continue;
    steps.push(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  return steps;
}
