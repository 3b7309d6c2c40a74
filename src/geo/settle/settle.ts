import type { Db } from '../../db/sql.ts';
import { contourOf } from '../../lib/polygon.ts';
import { withCentroids } from '../centroids.ts';
import type { Division } from '../division.ts';
import { divisionsOf } from '../store.ts';
import { NESTING_SLACK, nesting } from './nesting.ts';
import { contouredParts, municipalitiesToNest, putDerivedCentres, putParents } from './store.ts';

const BATCH = 4_000;

/** Layers of neighbourhoods are put one into the other, a municipality at a time. Returns how many parts moved. */
export async function settleParts(db: Db, countryCode: string): Promise<number> {
  let moved = 0;
  for (const municipalityId of await municipalitiesToNest(db, countryCode, NESTING_SLACK)) {
    const parts = await contouredParts(db, municipalityId);
    const within = nesting(parts.map(({ id, geometry }) => ({ id, contour: contourOf(geometry) })));
    moved += await putParents(
      db,
      parts.map(({ id }) => {
        const outer = within.get(id);
        return outer === undefined
          ? { id, parentId: municipalityId, type: 'NEIGHBORHOOD' }
          : { id, parentId: outer, type: 'SUB_NEIGHBORHOOD' };
      }),
    );
  }
  return moved;
}

/** A place that became known moves the guesses that were made without it. Returns how many moved. */
export async function settleCentroids(db: Db, countryCode: string): Promise<number> {
  const before = await Array.fromAsync(divisionsOf(db, countryCode));
  const moved = withCentroids(before)
    .filter((division, index) => placeOf(division) !== placeOf(before[index]))
    .map(({ id, centroid, centroidOrigin: origin }) => ({
      id,
      longitude: centroid?.[0] ?? null,
      latitude: centroid?.[1] ?? null,
      origin,
    }));
  for (let at = 0; at < moved.length; at += BATCH) await putDerivedCentres(db, moved.slice(at, at + BATCH));
  return moved.length;
}

const placeOf = (division: Division | undefined): string =>
  `${division?.centroid} ${division?.centroidOrigin}`;
