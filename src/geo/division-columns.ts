import { setImmediate as breathe } from 'node:timers/promises';
import type { CentroidOrigin, Division, DivisionType } from './division.ts';

/**
 * Divisions without their objects: V8 reads the objects of France in 0.3 s of CPU at a load of 8, and these columns, of which
 * the objects are then made, in a sixth of that. Every text is stored once: a parent is the id of another division.
 */
export interface DivisionColumns {
  readonly count: number;
  readonly texts: readonly string[];
  /** For each division its texts and lists, as `unpackDivisions` reads them: places in `texts`, and lengths of lists. */
  readonly cells: Uint32Array;
  /** For each division its population, and the two coordinates of its centre; not a number where it has none. */
  readonly numbers: Float64Array;
}

/** Stands for null among the places of texts. */
const NULL = 0xffff_ffff;
const NUMBERS_PER_DIVISION = 3;
/** Divisions between two yields to the event loop: some 5 ms. */
const CHUNK_ROWS = 8_000;

export function packDivisions(divisions: readonly Division[]): DivisionColumns {
  const places = new Map<string, number>();
  const cells: number[] = [];
  const numbers = new Float64Array(NUMBERS_PER_DIVISION * divisions.length);
  const placeOf = (text: string): number => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  const putText = (text: string | null): void => void cells.push(text === null ? NULL : placeOf(text));
  const putTexts = (texts: readonly string[]): void => {
    cells.push(texts.length);
    for (const text of texts) putText(text);
  };
  for (const [number, division] of divisions.entries()) {
    putText(division.id);
    putText(division.countryCode);
    putText(division.type);
    putText(division.uniqueCode);
    putText(division.name);
    putText(division.parentId);
    putTexts(division.groupIds);
    putTexts(division.postalCodes);
    putText(division.centroidOrigin);
    putTexts(division.formerNames);
    putTexts(division.formerCodes);
    putTexts(division.otherNames);
    const { population, centroid } = division;
    const own = [population, centroid?.[0], centroid?.[1]].map((value) => value ?? Number.NaN);
    numbers.set(own, NUMBERS_PER_DIVISION * number);
  }
  return { count: divisions.length, texts: [...places.keys()], cells: Uint32Array.from(cells), numbers };
}

/** Yields to the event loop. */
export async function unpackDivisions({
  count,
  texts,
  cells,
  numbers,
}: DivisionColumns): Promise<Division[]> {
  const divisions: Division[] = [];
  let at = 0;
  // The types of these texts are those of what was packed.
  const text = <Text extends string>(): Text => texts[cells[at++] as number] as Text;
  const nullable = <Text extends string>(): Text | null => {
    if (cells[at] !== NULL) return text<Text>();
    at += 1;
    return null;
  };
  const list = (): readonly string[] => {
    const length = cells[at++] as number;
    if (length === 0) return NONE;
    const found: string[] = [];
    for (const end = at + length; at < end; at += 1) found.push(texts[cells[at] as number] as string);
    return found;
  };
  const numberAt = (place: number): number | null => {
    const value = numbers[place] as number;
    return Number.isNaN(value) ? null : value;
  };
  while (divisions.length < count) {
    const place = NUMBERS_PER_DIVISION * divisions.length;
    const longitude = numberAt(place + 1);
    const latitude = numberAt(place + 2);
    divisions.push({
      id: text(),
      countryCode: text(),
      type: text<DivisionType>(),
      uniqueCode: text(),
      name: text(),
      parentId: nullable(),
      groupIds: list(),
      postalCodes: list(),
      population: numberAt(place),
      centroid: longitude === null || latitude === null ? null : [longitude, latitude],
      centroidOrigin: nullable<CentroidOrigin>(),
      formerNames: list(),
      formerCodes: list(),
      otherNames: list(),
    });
    if (divisions.length % CHUNK_ROWS === 0) await breathe();
  }
  return divisions;
}

/** Most lists are empty. */
const NONE: readonly string[] = [];
