import type { Cell } from '../search-row.ts';

/**
 * Lists of texts are stored as one text: an array takes 24 bytes more, and 4 to 7 for each text. The values of one property,
 * publisher or listing are separated by one character, publishers and listings by another.
 */
const VALUES = '\u001f';
const SUBJECTS = '\u001e';

/** A separator in a value becomes a space, in the table and for alerts alike: it would be read as two values. */
export const withoutSeparators = (value: string): string =>
  value.replaceAll(VALUES, ' ').replaceAll(SUBJECTS, ' ');

export const joinValues = (cell: Cell): string | null =>
  Array.isArray(cell) ? (cell.length === 0 ? null : cell.join(VALUES)) : (cell as string | null);

export const splitValues = (joined: unknown): string[] =>
  typeof joined === 'string' ? joined.split(VALUES) : [];

export const joinSubjects = (cells: readonly Cell[]): string =>
  cells.map((cell) => joinValues(cell) ?? '').join(SUBJECTS);

/** A text for each publisher or listing; null: nothing is known of it. */
export const splitSubjects = (joined: string): (string | null)[] =>
  joined.split(SUBJECTS).map((text) => text || null);

export const VALUE_SEPARATOR = `e'\\x1f'`;

/** The values of a property, or of one publisher or listing, as an array of texts. */
export const valuesSql = (joined: string): string => `string_to_array(${joined}, ${VALUE_SEPARATOR})`;

/** One text for each publisher or listing. */
export const subjectsSql = (joined: string): string => `string_to_array(${joined}, e'\\x1e', '')`;

/** The values of all publishers or listings; an index has them. */
export const allValuesSql = (joined: string): string => `split_values(${joined})`;
