import type { Db } from '../../db/sql.ts';
import type { Geometry } from '../../lib/polygon.ts';
import type { Position } from '../division.ts';
import { plainName } from '../load/places.ts';
import { type AreaRecord, type ImportRecordResult, type RefusedRecord, refused } from './import-record.ts';
import {
  type DivisionPostalCode,
  findDivisionsByCode,
  findFormerCodes,
  type NamedDivision,
} from './store.ts';

/** A neighbourhood as a file tells it, and the municipality its codes led to. */
export interface PartRecord extends AreaRecord {
  readonly name: string;
  readonly municipality: NamedDivision | undefined;
}

/** The records of a batch by what there is to write. */
export interface ClassifiedRecords {
  readonly centres: { readonly id: string; readonly position: Position }[];
  /** Centres that a file of something else brought along. */
  readonly spareCentres: { readonly id: string; readonly position: Position }[];
  readonly postalCodes: DivisionPostalCode[];
  readonly contours: { readonly id: string; readonly geometry: Geometry }[];
  readonly parts: PartRecord[];
  readonly refused: RefusedRecord[];
}

/** Codes of departments and regions; they overlap, so that only the name tells which is meant. */
const MAX_SHORT_CODE_CHARS = 3;
/** Codes of municipalities and districts, in France and Spain alike. */
const MUNICIPAL_CODE_CHARS = 5;
/** Region codes are prefixed in our tree, and not in files. */
const regionCode = (code: string): string => `R${code}`;

interface KnownDivisions {
  readonly divisions: ReadonlyMap<string, NamedDivision>;
  readonly former: ReadonlySet<string>;
}

export async function classifyRecords(
  db: Db,
  countryCode: string,
  readings: readonly ImportRecordResult[],
): Promise<ClassifiedRecords> {
  const known = await loadKnownDivisions(db, countryCode, collectCodes(readings));
  const sorted: ClassifiedRecords = {
    centres: [],
    spareCentres: [],
    postalCodes: [],
    contours: [],
    parts: [],
    refused: [],
  };
  for (const reading of readings) {
    const fault = 'refused' in reading ? reading : classifyRecord(reading, known, sorted);
    if (fault !== undefined) sorted.refused.push(fault);
  }
  return sorted;
}

function collectCodes(readings: readonly ImportRecordResult[]): string[] {
  const codes = new Set<string>();
  for (const reading of readings) {
    if ('refused' in reading) continue;
    const { code } = reading;
    if (code !== undefined) codes.add(code).add(code.slice(0, MUNICIPAL_CODE_CHARS));
    if (code !== undefined && code.length <= MAX_SHORT_CODE_CHARS) codes.add(regionCode(code));
    if (reading.about === 'area' && reading.parentCode !== undefined) codes.add(reading.parentCode);
  }
  return [...codes];
}

async function loadKnownDivisions(
  db: Db,
  countryCode: string,
  codes: readonly string[],
): Promise<KnownDivisions> {
  const found = await findDivisionsByCode(db, countryCode, codes);
  const divisions = new Map(found.map((division) => [division.code, division]));
  const missing = codes.filter((code) => !divisions.has(code));
  return { divisions, former: await findFormerCodes(db, countryCode, missing) };
}

function classifyRecord(
  told: Exclude<ImportRecordResult, RefusedRecord>,
  known: KnownDivisions,
  sorted: ClassifiedRecords,
): RefusedRecord | undefined {
  if (told.about === 'area') return classifyArea(told, known, sorted);
  const division = known.divisions.get(told.code);
  if (division === undefined) return refuseUnknownCode(told.code, known);
  const { id } = division;
  if (told.about === 'centre') sorted.centres.push({ id, position: told.position });
  else {
    sorted.postalCodes.push({ id, postalCode: told.postalCode });
    if (told.position !== undefined) sorted.spareCentres.push({ id, position: told.position });
  }
  return undefined;
}

const refuseUnknownCode = (code: string, { former }: KnownDivisions): RefusedRecord =>
  refused(former.has(code) ? 'a municipality that has since been merged' : 'no such division', code);

/** An area is the contour of the division its code names, or else a part of a municipality. */
function classifyArea(
  area: AreaRecord,
  known: KnownDivisions,
  sorted: ClassifiedRecords,
): RefusedRecord | undefined {
  const { code, name, isPart, geometry } = area;
  if (!isPart && code !== undefined) {
    const division = findMeantDivision(code, name, known);
    if (division !== undefined) {
      if (geometry === undefined) return refused('no polygon and no point', name ?? code);
      sorted.contours.push({ id: division.id, geometry });
      return undefined;
    }
    if (code.length === MUNICIPAL_CODE_CHARS) return refuseUnknownCode(code, known);
  }
  if (name === undefined) return refused(code === undefined ? 'no code' : 'no name', code);
  const municipality = known.divisions.get(area.parentCode ?? code?.slice(0, MUNICIPAL_CODE_CHARS) ?? '');
  sorted.parts.push({ ...area, name, municipality: isMunicipal(municipality) ? municipality : undefined });
  return undefined;
}

function findMeantDivision(
  code: string,
  name: string | undefined,
  { divisions }: KnownDivisions,
): NamedDivision | undefined {
  if (code.length > MAX_SHORT_CODE_CHARS) return divisions.get(code);
  const candidates = [divisions.get(code), divisions.get(regionCode(code))];
  return candidates.find((each) => each !== undefined && plainName(each.name) === plainName(name ?? ''));
}

const isMunicipal = (division: NamedDivision | undefined): boolean =>
  division?.type === 'MUNICIPALITY' || division?.type === 'MUNICIPAL_DISTRICT';
