import type { Position } from '../division.ts';
import { type ImportRecordResult, isPosition, paddedCode, refused } from './import-record.ts';

const CODE = [
  'code_commune_insee',
  'code_insee',
  'insee_com',
  'insee',
  'codgeo',
  'code_commune',
  'codigo_ine',
  'code',
];
const POSTAL_CODE = ['code_postal', 'codepostal', 'cp', 'codigo_postal', 'postal_code', 'postcode'];
/** "latitude,longitude" in one cell. */
const POINT = ['_geopoint', 'geopoint', 'coordonnees_gps', 'coordonnees_geographiques'];
const LATITUDE = ['latitude', 'lat'];
const LONGITUDE = ['longitude', 'lon', 'lng'];

/** The position of each column; -1 when the file lacks it. */
export interface PostalColumns {
  readonly code: number;
  readonly postalCode: number;
  readonly point: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** Undefined when these cells are not the header of such a file. */
export function findPostalColumns(header: readonly string[]): PostalColumns | undefined {
  const names = header.map((cell) => cell.toLowerCase().replace(/^#/, '').trim().replaceAll(' ', '_'));
  const find = (wanted: readonly string[]): number =>
    wanted.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1;
  const columns = {
    code: find(CODE),
    postalCode: find(POSTAL_CODE),
    point: find(POINT),
    latitude: find(LATITUDE),
    longitude: find(LONGITUDE),
  };
  return columns.code < 0 || columns.postalCode < 0 ? undefined : columns;
}

export function readPostalRow(cells: readonly string[], columns: PostalColumns): ImportRecordResult {
  const code = paddedCode(cells[columns.code] ?? '');
  const postalCode = paddedCode(cells[columns.postalCode] ?? '');
  if (code === '') return refused('no code', cells.join(' '));
  if (!/^[A-Z0-9][A-Z0-9 -]{2,9}$/i.test(postalCode)) return refused('no postal code', code);
  const position = readPosition(cells, columns);
  return { about: 'postal code', code, postalCode, ...(position === undefined ? {} : { position }) };
}

function readPosition(cells: readonly string[], columns: PostalColumns): Position | undefined {
  const apart = [cells[columns.latitude], cells[columns.longitude]];
  const [latitude, longitude] = columns.latitude < 0 ? (cells[columns.point] ?? '').split(',') : apart;
  if (!latitude?.trim() || !longitude?.trim()) return undefined;
  const position = [Number(longitude), Number(latitude)];
  return isPosition(position) ? position : undefined;
}
