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

/** Writes a batch of records and reports what was refused and why. */
export async function applyBatch(
  db: Db,
  countryCode: string,
  records: readonly ImportRecordResult[],
): Promise<BatchOutcome> {
  const classified = await classifyRecords(db, countryCode, records);
  const written = [
    await putCentres(db, distinctById(classified.centres.map(surveyedCentre)), 'move'),
    // The first row of a municipality fills its centre, the later ones find it filled.
    await putCentres(db, distinctById(classified.spareCentres.map(surveyedCentre).toReversed()), 'fill'),
    await addPostalCodes(db, classified.postalCodes),
    await putContours(db, classified.contours),
  ];
  const parts = await putParts(db, countryCode, classified.parts);
  return {
    changed: written.reduce((sum, count) => sum + count, parts.changed),
    parts: classified.parts.length - parts.refused.length,
    refused: [...classified.refused, ...parts.refused],
  };
}

/** A statement must not write a row twice: of two records about one division the later wins. */
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

async function putContours(db: Db, contours: readonly { id: string; geometry: Geometry }[]): Promise<number> {
  const centres: SurveyedCentre[] = [];
  const rows = distinctById(contours).map(({ id, geometry }): DivisionContour => {
    const contour = buildContour(geometry);
    centres.push(centreAt(id, computeCentre(contour), 'contour'));
    const { west, south, east, north } = contour;
    return { id, geometry, west, south, east, north };
  });
  const changed = await putContourRows(db, serializeContours(rows), false);
  await putCentres(db, centres, 'fill');
  return changed;
}
