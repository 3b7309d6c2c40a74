import type { FilterScope } from '../catalogue/filters/kinds.ts';
import { filters } from '../catalogue/filters.ts';
import { kindOf } from './kinds/kinds.ts';
import { listPartValues, type PartValue } from './kinds/parts.ts';
import type { Cell } from './search-row.ts';
import type { Test } from './tree.ts';

interface Part {
  /** The column of the filter in a search row. */
  readonly column: string;
  readonly values: readonly PartValue[];
  /** The product of the numbers of values of the parts before it. */
  readonly factor: number;
}

/**
 * The filters of publishers, listings or changes that read one of few values. The values of one publisher are one character, those
 * of all a text: an array for each filter took 21 bytes more, and conditions on several were tested one publisher after the other.
 */
export interface Combination {
  readonly scope: FilterScope;
  /** A text in the table. Never null, unless there is no publisher, listing or change. */
  readonly column: string;
  readonly parts: readonly Part[];
  readonly count: number;
}

const COLUMN_NAMES = {
  publisher: 'publisher_values',
  listing: 'listings_values',
  change: 'changes_values',
} as const;

/** Characters that are printed: of ASCII, then of two bytes. */
const FIRST_CODE = 0x21;
const CODES_OF_ASCII = 0x7f - FIRST_CODE;
const FIRST_FURTHER_CODE = 0xa1;
const MAX_COMBINATIONS = 1_000;

const toCharacter = (number: number): string =>
  String.fromCharCode(
    number < CODES_OF_ASCII ? FIRST_CODE + number : FIRST_FURTHER_CODE + number - CODES_OF_ASCII,
  );

function toNumber(character: string): number {
  const code = character.charCodeAt(0);
  return code < FIRST_FURTHER_CODE ? code - FIRST_CODE : code - FIRST_FURTHER_CODE + CODES_OF_ASCII;
}

function combine(scope: keyof typeof COLUMN_NAMES): Combination {
  const parts: Part[] = [];
  let count = 1;
  for (const filter of filters) {
    const values = filter.scope === scope ? listPartValues(filter) : undefined;
    if (values === undefined || !('column' in filter)) continue;
    parts.push({ column: filter.column, values, factor: count });
    count *= values.length;
  }
  if (count > MAX_COMBINATIONS) throw new Error(`${scope}: ${count} combinations of values`);
  return { scope, column: COLUMN_NAMES[scope], parts, count };
}

export const combinations: readonly Combination[] = [
  combine('publisher'),
  combine('listing'),
  combine('change'),
];

const combinationsByScope = new Map<FilterScope, Combination>(combinations.map((one) => [one.scope, one]));
const partColumns = new Set(combinations.flatMap(({ parts }) => parts.map(({ column }) => column)));

export const combinationOf = (scope: FilterScope): Combination | undefined => combinationsByScope.get(scope);

/** Whether a column of a search row is stored as a part of combinations. */
export const isPart = (column: string): boolean => partColumns.has(column);

export const isPartTest = ({ filter }: Test): boolean => 'column' in filter && isPart(filter.column);

/** A value that is not in the vocabulary is unknown. */
const placeOf = ({ values }: Part, cell: Cell | undefined): number =>
  Math.max(0, values.indexOf((cell ?? null) as PartValue));

/** The character of the cells of the parts, in their order. */
export const encodeCombination = ({ parts }: Combination, cells: readonly (Cell | undefined)[]): string =>
  toCharacter(parts.reduce((sum, part, at) => sum + placeOf(part, cells[at]) * part.factor, 0));

const valueIn = ({ values, factor }: Part, number: number): PartValue =>
  values[Math.floor(number / factor) % values.length] ?? null;

export const decodePart = (part: Part, character: string): PartValue => valueIn(part, toNumber(character));

/** The characters of the combinations that pass every test. */
export function listPassing({ parts, count }: Combination, tests: readonly Test[]): string[] {
  let number = 0;
  const readers = new Map(parts.map((part) => [part.column, () => valueIn(part, number)]));
  const holds = tests.map(({ kind, filter, operand }) =>
    kindOf(kind).matches(operand, filter, (column) => readers.get(column) ?? (() => null)),
  );
  const passing: string[] = [];
  for (; number < count; number += 1)
    if (holds.every((test) => test([], 0))) passing.push(toCharacter(number));
  return passing;
}

interface AnyOf {
  readonly passing: readonly string[];
  /** The same, bound. */
  readonly list: string;
  readonly isInOrder?: boolean | undefined;
}

/**
 * Whether some publisher, listing or change has one of these characters. An index has the characters, for what few homes have. Most
 * homes have one character: for what many have it is compared first, as an array of characters takes several times as long.
 */
export function hasAnySql(
  { count }: Combination,
  column: string,
  { passing, list, isInOrder = false }: AnyOf,
): string {
  const overlap = `${charactersSql(column)} && ${list}`;
  if (passing.length * 2 < count && !isInOrder) return overlap;
  return `(${column} = any (${list}) or octet_length(${column}) > 1 and ${overlap})`;
}

/** The characters of all publishers, listings or changes, as an array. */
export const charactersSql = (column: string): string => `string_to_array(${column}, null)`;
