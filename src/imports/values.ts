const SPACE = 32;

/** Exports of statistics programs write NA where a cell is empty. */
export const textIn = (cells: readonly string[], at: number): string | undefined => {
  const told = at < 0 ? undefined : cells[at];
  if (told === undefined || told === '') return undefined;
  const cell = told.charCodeAt(0) <= SPACE || told.charCodeAt(told.length - 1) <= SPACE ? told.trim() : told;
  return cell === '' || cell === 'NA' ? undefined : cell;
};

/** NaN when something stands there that is no number. */
export function numberIn(cells: readonly string[], at: number): number | undefined {
  const cell = textIn(cells, at);
  if (cell === undefined) return undefined;
  const plain = Number(cell);
  return Number.isNaN(plain) ? Number(cell.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.')) : plain;
}

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})/;
const FRENCH_DATE = /^(\d{2})\/(\d{2})\/(\d{4})/;
/** What spreadsheets make of an empty date. */
const NO_DATE = '1899-12-30';

/** A day as ISO has it; undefined for none, null when something stands there that is no day. */
export function dateIn(cells: readonly string[], at: number): string | null | undefined {
  const cell = textIn(cells, at);
  if (cell === undefined) return undefined;
  const iso = ISO_DATE.exec(cell);
  if (iso !== null) return cell.startsWith(NO_DATE) ? undefined : realDay(iso[1], iso[2], iso[3]);
  const french = FRENCH_DATE.exec(cell);
  return french === null ? null : realDay(french[3], french[2], french[1]);
}

function realDay(year = '', month = '', day = ''): string | null {
  const [m, d] = [Number(month), Number(day)];
  if (m < 1 || m > 12 || d < 1) return null;
  const days = m === 2 ? (isLeap(Number(year)) ? 29 : 28) : [4, 6, 9, 11].includes(m) ? 30 : 31;
  return d <= days ? `${year}-${month}-${day}` : null;
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Millionths of a degree: 11 cm, in 4 bytes. */
export const MICRO = 1_000_000;
export const microDegrees = (degrees: number): number => Math.round(degrees * MICRO);

export const isLongitude = (degrees: number): boolean => degrees >= -180 && degrees <= 180;
export const isLatitude = (degrees: number): boolean => degrees >= -90 && degrees <= 90;

/** Codes of communes: five figures, the second of Corsica a letter. */
export const CITY_CODE = /^(?:\d{5}|2[AB]\d{3})$/;
export const POSTAL_CODE = /^\d{5}$/;
