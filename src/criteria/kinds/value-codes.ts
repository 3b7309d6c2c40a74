import type { Vocabulary } from '../../catalogue/vocabulary.ts';

/** A value of a vocabulary is stored as one letter, by its place: the type "char" of PostgreSQL has one byte. */
export const CODE_TYPE = '"char"';
const FIRST_CODE = 'A'.charCodeAt(0);
/** Up to the last character of ASCII that is printed. */
const MAX_VALUES = 62;

export function codeOfValue({ name, values }: Vocabulary, value: unknown): string | null {
  const place = values.indexOf(value as string);
  if (place >= MAX_VALUES) throw new Error(`the vocabulary ${name} has more values than codes`);
  return place < 0 ? null : String.fromCharCode(FIRST_CODE + place);
}

export const valueOfCode = ({ values }: Vocabulary, code: unknown): string | null =>
  (typeof code === 'string' && values[code.charCodeAt(0) - FIRST_CODE]) || null;

/** The reader and writer of a column of codes. */
export const codedIn = (vocabulary: Vocabulary) => ({
  stored: CODE_TYPE,
  write: (cell: unknown) => codeOfValue(vocabulary, cell),
  restore: (written: unknown) => valueOfCode(vocabulary, written),
});

/** Codes of values that a parsed condition names. */
export const codesOfValues = (vocabulary: Vocabulary, values: readonly string[]): string[] =>
  values.flatMap((value) => codeOfValue(vocabulary, value) ?? []);
