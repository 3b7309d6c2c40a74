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

/** A neighbourhood of a file, and the municipality of its codes. */
export interface PartRecord extends AreaRecord {
  readonly name: string;
  readonly municipality: NamedDivision | undefined;
}

/** The records of a batch by what is written. */
export interface ClassifiedRecords {
  readonly centres: { readonly id: string; readonly position: Position }[];
  /** Centres in a file of another kind. */
  readonly spareCentres: { readonly id: string; readonly position: Position }[];
  readonly postalCodes: DivisionPostalCode[];
  readonly contours: { readonly id: string; readonly geometry: Geometry }[];
  readonly parts: PartRecord[];
  readonly refused: RefusedRecord[];
}

/** Codes of departments and regions overlap, so that the name decides which is meant. */
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
  records: readonly ImportRecordResult[],
): Promise<ClassifiedRecords> {
  const known = await loadKnownDivisions(db, countryCode, collectCodes(records));
  const batch: ClassifiedRecords = {
    centres: [],
    spareCentres: [],
    postalCodes: [],
    contours: [],
    parts: [],
    refused: [],
  };
  for (const result of records) {
    const fault = 'refused' in result ? result : classifyRecord(result, known, batch);
    if (fault !== undefined) batch.refused.push(fault);
  }
  return batch;
}

function collectCodes(records: readonly ImportRecordResult[]): string[] {
  const codes = new Set<string>();
  for (const result of records) {
    if ('refused' in result) continue;
    const { code } = result;
    if (code !== undefined) codes.add(code).add(code.slice(0, MUNICIPAL_CODE_CHARS));
    if (code !== undefined && code.length <= MAX_SHORT_CODE_CHARS) codes.add(regionCode(code));
    if (result.about === 'area' && result.parentCode !== undefined) codes.add(result.parentCode);
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
  record: Exclude<ImportRecordResult, RefusedRecord>,
  known: KnownDivisions,
  batch: ClassifiedRecords,
): RefusedRecord | undefined {
  if (record.about === 'area') return classifyArea(record, known, batch);
  const division = known.divisions.get(record.code);
  if (division === undefined) return refuseUnknownCode(record.code, known);
  const { id } = division;
  if (record.about === 'centre') batch.centres.push({ id, position: record.position });
  else {
    batch.postalCodes.push({ id, postalCode: record.postalCode });
    if (record.position !== undefined) batch.spareCentres.push({ id, position: record.position });
  }
  return undefined;
}

const refuseUnknownCode = (code: string, { former }: KnownDivisions): RefusedRecord =>
  refused(former.has(code) ? 'a municipality that has since been merged' : 'no such division', code);

/** An area is the contour of the division of its code, or else a part of a municipality. */
function classifyArea(
  area: AreaRecord,
  known: KnownDivisions,
  batch: ClassifiedRecords,
): RefusedRecord | undefined {
  const { code, name, isPart, geometry } = area;
  if (!isPart && code !== undefined) {
    const division = findMeantDivision(code, name, known);
    if (division !== undefined) {
      if (geometry === undefined) return refused('no polygon and no point', name ?? code);
      batch.contours.push({ id: division.id, geometry });
      return undefined;
    }
    if (code.length === MUNICIPAL_CODE_CHARS) return refuseUnknownCode(code, known);
  }
  if (name === undefined) return refused(code === undefined ? 'no code' : 'no name', code);
  const municipality = known.divisions.get(area.parentCode ?? code?.slice(0, MUNICIPAL_CODE_CHARS) ?? '');
  batch.parts.push({ ...area, name, municipality: isMunicipal(municipality) ? municipality : undefined });
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
