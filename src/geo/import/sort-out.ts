import type { Db } from '../../db/sql.ts';
import type { Geometry } from '../../lib/polygon.ts';
import type { Position } from '../division.ts';
import { plainName } from '../load/places.ts';
import { divisionsNamed, formerCodesAmong, type NamedDivision, type PostalCodeOf } from './store.ts';
import { type Reading, type Refused, refused, type ToldArea } from './told.ts';

/** A neighbourhood as a file tells it, and the municipality its codes led to. */
export interface ToldPart extends ToldArea {
  readonly name: string;
  readonly municipality: NamedDivision | undefined;
}

/** The records of a batch by what there is to write. */
export interface SortedOut {
  readonly centres: { readonly id: string; readonly position: Position }[];
  /** Centres that a file of something else brought along. */
  readonly spareCentres: { readonly id: string; readonly position: Position }[];
  readonly postalCodes: PostalCodeOf[];
  readonly contours: { readonly id: string; readonly geometry: Geometry }[];
  readonly parts: ToldPart[];
  readonly refused: Refused[];
}

/** Codes of departments and regions; they overlap, so that only the name tells which is meant. */
const SHORT = 3;
/** Codes of municipalities and districts, in France and Spain alike. */
const MUNICIPAL = 5;
/** Region codes are prefixed in our tree, and not in files. */
const prefixed = (code: string): string => `R${code}`;

interface Known {
  readonly divisions: ReadonlyMap<string, NamedDivision>;
  readonly former: ReadonlySet<string>;
}

export async function sortOut(db: Db, countryCode: string, readings: readonly Reading[]): Promise<SortedOut> {
  const known = await look(db, countryCode, codesIn(readings));
  const sorted: SortedOut = {
    centres: [],
    spareCentres: [],
    postalCodes: [],
    contours: [],
    parts: [],
    refused: [],
  };
  for (const reading of readings) {
    const fault = 'refused' in reading ? reading : file(reading, known, sorted);
    if (fault !== undefined) sorted.refused.push(fault);
  }
  return sorted;
}

function codesIn(readings: readonly Reading[]): string[] {
  const codes = new Set<string>();
  for (const reading of readings) {
    if ('refused' in reading) continue;
    const { code } = reading;
    if (code !== undefined) codes.add(code).add(code.slice(0, MUNICIPAL));
    if (code !== undefined && code.length <= SHORT) codes.add(prefixed(code));
    if (reading.about === 'area' && reading.parentCode !== undefined) codes.add(reading.parentCode);
  }
  return [...codes];
}

async function look(db: Db, countryCode: string, codes: readonly string[]): Promise<Known> {
  const found = await divisionsNamed(db, countryCode, codes);
  const divisions = new Map(found.map((division) => [division.code, division]));
  const missing = codes.filter((code) => !divisions.has(code));
  return { divisions, former: await formerCodesAmong(db, countryCode, missing) };
}

function file(told: Exclude<Reading, Refused>, known: Known, sorted: SortedOut): Refused | undefined {
  if (told.about === 'area') return fileArea(told, known, sorted);
  const division = known.divisions.get(told.code);
  if (division === undefined) return unknown(told.code, known);
  const { id } = division;
  if (told.about === 'centre') sorted.centres.push({ id, position: told.position });
  else {
    sorted.postalCodes.push({ id, postalCode: told.postalCode });
    if (told.position !== undefined) sorted.spareCentres.push({ id, position: told.position });
  }
  return undefined;
}

const unknown = (code: string, { former }: Known): Refused =>
  refused(former.has(code) ? 'a municipality that has since been merged' : 'no such division', code);

/** An area is the contour of the division its code names, or else a part of a municipality. */
function fileArea(area: ToldArea, known: Known, sorted: SortedOut): Refused | undefined {
  const { code, name, isPart, geometry } = area;
  if (!isPart && code !== undefined) {
    const division = divisionMeant(code, name, known);
    if (division !== undefined) {
      if (geometry === undefined) return refused('no polygon and no point', name ?? code);
      sorted.contours.push({ id: division.id, geometry });
      return undefined;
    }
    if (code.length === MUNICIPAL) return unknown(code, known);
  }
  if (name === undefined) return refused(code === undefined ? 'no code' : 'no name', code);
  const municipality = known.divisions.get(area.parentCode ?? code?.slice(0, MUNICIPAL) ?? '');
  sorted.parts.push({ ...area, name, municipality: isMunicipal(municipality) ? municipality : undefined });
  return undefined;
}

function divisionMeant(
  code: string,
  name: string | undefined,
  { divisions }: Known,
): NamedDivision | undefined {
  if (code.length > SHORT) return divisions.get(code);
  const candidates = [divisions.get(code), divisions.get(prefixed(code))];
  return candidates.find((each) => each !== undefined && plainName(each.name) === plainName(name ?? ''));
}

const isMunicipal = (division: NamedDivision | undefined): boolean =>
  division?.type === 'MUNICIPALITY' || division?.type === 'MUNICIPAL_DISTRICT';
