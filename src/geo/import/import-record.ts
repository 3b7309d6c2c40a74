import type { Geometry } from '../../lib/polygon.ts';
import type { Position } from '../division.ts';

/** Why a record was refused. Operators read these texts in the report. */
export type RefusalReason =
  | 'not readable as JSON'
  | 'no code'
  | 'no name'
  | 'no such division'
  | 'a municipality that has since been merged'
  | 'no polygon and no point'
  | 'not in longitude and latitude'
  | 'no municipality around it'
  | 'the whole of a municipality'
  | 'the code belongs to another kind of division'
  | 'no postal code'
  | 'not a main road'
  | 'no line'
  | 'two positions more than 2 degrees apart'
  | 'longer than 8 MB';

/** The content of one record, before its division is looked up. */
export type ImportRecord = CentreRecord | PostalCodeRecord | AreaRecord;

export interface CentreRecord {
  readonly about: 'centre';
  readonly code: string;
  readonly position: Position;
}

export interface PostalCodeRecord {
  readonly about: 'postal code';
  readonly code: string;
  readonly postalCode: string;
  readonly position?: Position;
}

/** An area with a code or a name: the contour of a known division, or else a neighbourhood. */
export interface AreaRecord {
  readonly about: 'area';
  readonly code?: string;
  readonly name?: string;
  readonly parentCode?: string;
  /** The file itself says that it lists parts of municipalities. */
  readonly isPart: boolean;
  readonly geometry?: Geometry;
  /** Some lists give a neighbourhood as a point. */
  readonly position?: Position;
}

export interface RefusedRecord {
  readonly refused: RefusalReason;
  /** The record's own name, for the report. */
  readonly name: string;
}

export type ImportRecordResult = ImportRecord | RefusedRecord;

export const refused = (reason: RefusalReason, name: unknown): RefusedRecord => ({
  refused: reason,
  name: printable(String(name ?? '')),
});

const MAX_NAME_CHARS = 80;
/** A report is read in a terminal, which control characters would steer. */
const printable = (text: string): string =>
  text
    .slice(0, MAX_NAME_CHARS)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim();

/** A spreadsheet drops the leading zero of a French code and makes it a number. */
const CODE_CHARS = 5;
export const paddedCode = (value: string): string =>
  /^\d{4}$/.test(value) ? value.padStart(CODE_CHARS, '0') : value;

export function isPosition(value: unknown): value is Position {
  if (!Array.isArray(value)) return false;
  const [longitude, latitude] = value as unknown[];
  return (
    typeof longitude === 'number' &&
    typeof latitude === 'number' &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90
  );
}
