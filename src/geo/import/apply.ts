import type { Db } from '../../db/sql.ts';
import { contourOf, type Geometry } from '../../lib/polygon.ts';
import type { CentroidOrigin, Position } from '../division.ts';
import { contourRows, type DivisionContour, putContourRows } from '../load/store.ts';
import { centreOf } from '../polygon-centre.ts';
import type { BatchOutcome } from './counts.ts';
import { putParts } from './parts.ts';
import { sortOut } from './sort-out.ts';
import { addPostalCodes, type Centre, putCentres } from './store.ts';
import type { Reading } from './told.ts';

/** Writes what a batch of records says, and tells what was left out and why. */
export async function applyBatch(
  db: Db,
  countryCode: string,
  readings: readonly Reading[],
): Promise<BatchOutcome> {
  const sorted = await sortOut(db, countryCode, readings);
  const written = [
    await putCentres(db, once(sorted.centres.map(surveyed)), 'move'),
    // The first row of a municipality fills its centre, the next find it filled.
    await putCentres(db, once(sorted.spareCentres.map(surveyed).toReversed()), 'fill'),
    await addPostalCodes(db, sorted.postalCodes),
    await putContoursOf(db, sorted.contours),
  ];
  const parts = await putParts(db, countryCode, sorted.parts);
  return {
    changed: written.reduce((sum, count) => sum + count, parts.changed),
    parts: sorted.parts.length - parts.refused.length,
    refused: [...sorted.refused, ...parts.refused],
  };
}

/** A statement must not meet a row twice: of two records about one division the later holds. */
const once = <Row extends { readonly id: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

const surveyed = ({ id, position }: { id: string; position: Position }): Centre =>
  centreAt(id, position, 'surveyed');

const centreAt = (id: string, [longitude, latitude]: Position, origin: CentroidOrigin): Centre => ({
  id,
  longitude,
  latitude,
  origin,
});

async function putContoursOf(db: Db, given: readonly { id: string; geometry: Geometry }[]): Promise<number> {
  const centres: Centre[] = [];
  const rows = once(given).map(({ id, geometry }): DivisionContour => {
    const contour = contourOf(geometry);
    centres.push(centreAt(id, centreOf(contour), 'contour'));
    const { west, south, east, north } = contour;
    return { id, geometry, west, south, east, north };
  });
  const changed = await putContourRows(db, contourRows(rows), false);
  await putCentres(db, centres, 'fill');
  return changed;
}
