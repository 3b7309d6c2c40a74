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

/** Writes neighbourhoods: each below the municipality or district that its code names or its position shows. */
export async function putParts(
  db: Db,
  countryCode: string,
  parts: readonly PartRecord[],
): Promise<{ changed: number; refused: RefusedRecord[] }> {
  const left: RefusedRecord[] = [];
  const placed = new Map<string, AssignedPart>();
  for (const part of parts) {
    const found = await assignMunicipality(db, countryCode, part);
    if ('refused' in found) left.push(found);
    else placed.set(found.code, found);
  }
  const existing = new Map(
    (await findDivisionsByCode(db, countryCode, [...placed.keys()])).map((each) => [each.code, each]),
  );
  const divisions: Division[] = [];
  for (const each of placed.values()) {
    const before = existing.get(each.code);
    if (before !== undefined && !isPart(before)) {
      left.push(refused('the code belongs to another kind of division', each.code));
      placed.delete(each.code);
    } else divisions.push(toDivision(countryCode, each, before));
  }
  const changed = await putDivisionRows(db, serializeDivisions(divisions), false);
  return { changed: changed + (await putPartContours(db, countryCode, [...placed.values()])), refused: left };
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

/** By the contours that were imported, and without them by the nearest centre. */
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

/** Codes are kept as given when they begin with their municipality's; others are unique only behind it. */
function codeOf({ code, name }: PartRecord, municipality: NamedDivision): string {
  if (code?.startsWith(municipality.code)) return code;
  return `${municipality.code}-${code ?? plainName(name).replaceAll(' ', '-')}`;
}

/** What stands between a neighbourhood and its municipality is settled at the end of the import: until then it stays. */
function toDivision(countryCode: string, placed: AssignedPart, before: NamedDivision | undefined): Division {
  const { part, code, municipality, centre } = placed;
  const stays = before?.rootId === municipality.id;
  return {
    ...bareDivision({
      id: divisionId(countryCode, code),
      countryCode,
      type: stays ? before.type : 'NEIGHBORHOOD',
      uniqueCode: code,
      name: part.name,
      parentId: stays ? before.parentId : municipality.id,
    }),
    postalCodes: municipality.postalCodes.length === 1 ? municipality.postalCodes : [],
    centroid: centre,
    centroidOrigin: part.geometry === undefined ? 'surveyed' : 'contour',
  };
}

async function putPartContours(
  db: Db,
  countryCode: string,
  placed: readonly AssignedPart[],
): Promise<number> {
  const rows = placed.flatMap(({ part: { geometry }, code }) => {
    if (geometry === undefined) return [];
    const { west, south, east, north } = buildContour(geometry);
    return [{ id: divisionId(countryCode, code), geometry, west, south, east, north }];
  });
  return putContourRows(db, serializeContours(rows), false);
}
