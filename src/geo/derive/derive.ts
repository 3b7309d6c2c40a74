import type { Db } from '../../db/sql.ts';
import { buildContour } from '../../lib/polygon.ts';
import { withCentroids } from '../centroids.ts';
import type { Division } from '../division.ts';
import { readDivisions } from '../store.ts';
import { findNesting, NESTING_SLACK } from './nesting.ts';
import { findMunicipalitiesToNest, putDerivedCentres, putParents, selectContouredParts } from './store.ts';

const BATCH_ROWS = 4_000;

/** Nests layers of neighbourhoods, one municipality at a time. Returns how many parts moved. */
export async function nestParts(db: Db, countryCode: string): Promise<number> {
  let moved = 0;
  for (const municipalityId of await findMunicipalitiesToNest(db, countryCode, NESTING_SLACK)) {
    const parts = await selectContouredParts(db, municipalityId);
    const within = findNesting(parts.map(({ id, geometry }) => ({ id, contour: buildContour(geometry) })));
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

/** Recomputes guessed centres after new positions are known. Returns how many moved. */
export async function deriveCentroids(db: Db, countryCode: string): Promise<number> {
  const before = await Array.fromAsync(readDivisions(db, countryCode));
  const moved = withCentroids(before)
    .filter((division, index) => centroidKey(division) !== centroidKey(before[index]))
    .map(({ id, centroid, centroidOrigin: origin }) => ({
      id,
      longitude: centroid?.[0] ?? null,
      latitude: centroid?.[1] ?? null,
      origin,
    }));
  for (let at = 0; at < moved.length; at += BATCH_ROWS)
    await putDerivedCentres(db, moved.slice(at, at + BATCH_ROWS));
  return moved.length;
}

const centroidKey = (division: Division | undefined): string =>
  `${division?.centroid} ${division?.centroidOrigin}`;
