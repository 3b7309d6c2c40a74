import type { Db } from '../../db/sql.ts';
import { buildContour, type Geometry } from '../../lib/polygon.ts';
import type { CentroidOrigin, Position } from '../division.ts';
import { type DivisionContour, putContourRows, serializeContours } from '../load/store.ts';
import { computeCentre } from '../polygon-centre.ts';
import { classifyRecords } from './classify.ts';
import type { BatchOutcome } from './counts.ts';
import type { ImportRecordResult } from './import-record.ts';
import { putParts } from './parts.ts';
import { addPostalCodes, putCentres, type SurveyedCentre } from './store.ts';

/** Writes what a batch of records says, and tells what was left out and why. */
export async function applyBatch(
  db: Db,
  countryCode: string,
  readings: readonly ImportRecordResult[],
): Promise<BatchOutcome> {
  const sorted = await classifyRecords(db, countryCode, readings);
  const written = [
    await putCentres(db, distinctById(sorted.centres.map(surveyedCentre)), 'move'),
    // The first row of a municipality fills its centre, the next find it filled.
    await putCentres(db, distinctById(sorted.spareCentres.map(surveyedCentre).toReversed()), 'fill'),
    await addPostalCodes(db, sorted.postalCodes),
    await putContours(db, sorted.contours),
  ];
  const parts = await putParts(db, countryCode, sorted.parts);
  return {
    changed: written.reduce((sum, count) => sum + count, parts.changed),
    parts: sorted.parts.length - parts.refused.length,
    refused: [...sorted.refused, ...parts.refused],
  };
}

/** A statement must not meet a row twice: of two records about one division the later holds. */
const distinctById = <Row extends { readonly id: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

const surveyedCentre = ({ id, position }: { id: string; position: Position }): SurveyedCentre =>
  centreAt(id, position, 'surveyed');

const centreAt = (id: string, [longitude, latitude]: Position, origin: CentroidOrigin): SurveyedCentre => ({
  id,
  longitude,
  latitude,
  origin,
});

async function putContours(db: Db, given: readonly { id: string; geometry: Geometry }[]): Promise<number> {
  const centres: SurveyedCentre[] = [];
  const rows = distinctById(given).map(({ id, geometry }): DivisionContour => {
    const contour = buildContour(geometry);
    centres.push(centreAt(id, computeCentre(contour), 'contour'));
    const { west, south, east, north } = contour;
    return { id, geometry, west, south, east, north };
  });
  const changed = await putContourRows(db, serializeContours(rows), false);
  await putCentres(db, centres, 'fill');
  return changed;
}
