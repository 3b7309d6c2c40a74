import type { Db } from '../../db/sql.ts';
import { buildContour, contourContains } from '../../lib/polygon.ts';
import { type Division, divisionId, type Position } from '../division.ts';
import { bareDivision } from '../load/country-facts.ts';
import { plainName } from '../load/places.ts';
import { putContourRows, putDivisionRows, serializeContours, serializeDivisions } from '../load/store.ts';
import { computeCentre } from '../polygon-centre.ts';
import type { PartRecord } from './classify.ts';
import { type RefusedRecord, refused } from './import-record.ts';
import {
  findContoursAround,
  findDivisionsByCode,
  findNearestMunicipality,
  type NamedDivision,
} from './store.ts';

interface AssignedPart {
  readonly part: PartRecord;
  readonly code: string;
  readonly municipality: NamedDivision;
  readonly centre: Position;
}

/** Writes neighbourhoods, each below the municipality or district of its code or its position. */
export async function putParts(
  db: Db,
  countryCode: string,
  parts: readonly PartRecord[],
): Promise<{ changed: number; refused: RefusedRecord[] }> {
  const rejected: RefusedRecord[] = [];
  const assigned = new Map<string, AssignedPart>();
  for (const part of parts) {
    const found = await assignMunicipality(db, countryCode, part);
    if ('refused' in found) rejected.push(found);
    else assigned.set(found.code, found);
  }
  const existing = new Map(
    (await findDivisionsByCode(db, countryCode, [...assigned.keys()])).map((each) => [each.code, each]),
  );
  const divisions: Division[] = [];
  for (const each of assigned.values()) {
    const before = existing.get(each.code);
    if (before !== undefined && !isPart(before)) {
      rejected.push(refused('the code belongs to another kind of division', each.code));
      assigned.delete(each.code);
    } else divisions.push(toDivision(countryCode, each, before));
  }
  const changed = await putDivisionRows(db, serializeDivisions(divisions), false);
  return {
    changed: changed + (await putPartContours(db, countryCode, [...assigned.values()])),
    refused: rejected,
  };
}

const isPart = ({ type }: NamedDivision): boolean => type === 'NEIGHBORHOOD' || type === 'SUB_NEIGHBORHOOD';

async function assignMunicipality(
  db: Db,
  countryCode: string,
  part: PartRecord,
): Promise<AssignedPart | RefusedRecord> {
  const centre = part.geometry === undefined ? part.position : computeCentre(buildContour(part.geometry));
  if (centre === undefined) return refused('no polygon and no point', part.name);
  const { municipality: named } = part;
  const municipality =
    named !== undefined && !named.hasDistricts
      ? named
      : await findMunicipalityAt(db, countryCode, centre, named);
  if (municipality === undefined) return refused('no municipality around it', part.name);
  return { part, municipality, centre, code: codeOf(part, municipality) };
}

/** By the imported contours, or without them by the nearest centre. */
async function findMunicipalityAt(
  db: Db,
  countryCode: string,
  centre: Position,
  city: NamedDivision | undefined,
): Promise<NamedDivision | undefined> {
  const around = await findContoursAround(db, countryCode, centre);
  const within = around.find(
    (each) =>
      !each.hasDistricts &&
      (city === undefined || each.parentId === city.id) &&
      contourContains(buildContour(each.geometry), centre),
  );
  return within ?? (await findNearestMunicipality(db, countryCode, centre, city?.id ?? null)) ?? city;
}

/** A code that begins with the code of its municipality is unchanged; others are unique only with it as a prefix. */
function codeOf({ code, name }: PartRecord, municipality: NamedDivision): string {
  if (code?.startsWith(municipality.code)) return code;
  return `${municipality.code}-${code ?? plainName(name).replaceAll(' ', '-')}`;
}

/**
 * The levels between a neighbourhood and its municipality are nested at the end of the import: until then the parent
 * stays.
 */
function toDivision(
  countryCode: string,
  assigned: AssignedPart,
  before: NamedDivision | undefined,
): Division {
  const { part, code, municipality, centre } = assigned;
  const keepsParent = before?.rootId === municipality.id;
  return {
    ...bareDivision({
      id: divisionId(countryCode, code),
      countryCode,
      type: keepsParent ? before.type : 'NEIGHBORHOOD',
      uniqueCode: code,
      name: part.name,
      parentId: keepsParent ? before.parentId : municipality.id,
    }),
    postalCodes: municipality.postalCodes.length === 1 ? municipality.postalCodes : [],
    centroid: centre,
    centroidOrigin: part.geometry === undefined ? 'surveyed' : 'contour',
  };
}

async function putPartContours(
  db: Db,
  countryCode: string,
  assigned: readonly AssignedPart[],
): Promise<number> {
  const rows = assigned.flatMap(({ part: { geometry }, code }) => {
    if (geometry === undefined) return [];
    const { west, south, east, north } = buildContour(geometry);
    return [{ id: divisionId(countryCode, code), geometry, west, south, east, north }];
  });
  return putContourRows(db, serializeContours(rows), false);
}
