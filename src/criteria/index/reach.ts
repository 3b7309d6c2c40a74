import type { FilterPath } from '../../catalogue/filters.ts';
import { filters } from '../../catalogue/filters.ts';
import { cellsOf } from '../columns.ts';
import { placeNames } from '../kinds/place-columns.ts';
import type { Readable } from '../readable.ts';
import type { FilterOf, PlaceList, Test, TestOf } from '../tree.ts';
import { cellsAround, cellsAt } from './grid.ts';

/** Every branch is filed under one selective thing it asks: its places, else a word it needs, else nothing. */
export const ANYWHERE = '';

function filterAt<Kind extends Test['kind']>(path: FilterPath, kind: Kind): FilterOf<Kind> {
  const found = filters.find((filter) => filter.path === path);
  if (found?.kind !== kind) throw new Error(`${path} is not of the kind ${kind}.`);
  return found as unknown as FilterOf<Kind>;
}

const placesFilter = filterAt('property.locations', 'places');
const transactions = filterAt('property.transaction.type', 'set');
const types = filterAt('property.type', 'set');
const phraseFilters = filters.filter(
  (filter): filter is typeof filter & FilterOf<'phrases'> =>
    filter.kind === 'phrases' && filter.judged === 'property',
);

/** What a branch is filed under, and the tests that being found there proves: of a test of places, what it asks by `in`. */
export interface Reach {
  readonly where: readonly string[];
  readonly transactions: readonly number[];
  readonly types: readonly number[];
  readonly proven: ReadonlySet<Test>;
}

/** Nothing asked, then one number a value. */
const ANY = 0;
const MAX_LISTS_PER_BRANCH = 6;

const codeKey = (code: string): string => `c${code}`;
const idKey = (id: string): string => `i${id}`;
const postalKey = (code: string): string => `p${code}`;
const wordKey = (column: string, word: string): string => `w${column} ${word}`;

export function reachOf(tests: readonly Test[]): Reach {
  const proven = new Set<Test>();
  const where = placesReached(tests, proven) ?? wordsReached(tests) ?? [ANYWHERE];
  const transactionNumbers = valuesReached(tests, transactions, proven, MAX_LISTS_PER_BRANCH);
  const typeNumbers = valuesReached(tests, types, proven, MAX_LISTS_PER_BRANCH / transactionNumbers.length);
  return { where, transactions: transactionNumbers, types: typeNumbers, proven };
}

function placesReached(tests: readonly Test[], proven: Set<Test>): readonly string[] | undefined {
  for (const test of tests) {
    if (test.kind !== 'places' || test.asked.in === undefined) continue;
    const keys = placeKeys(test.asked.in);
    if (keys === undefined) continue;
    if (test.asked.in.centerPoint === undefined && test.asked.in.geoShapes === undefined) proven.add(test);
    return keys;
  }
  return undefined;
}

function placeKeys({ uniqueCodes = [], ids = [], postalCodes = [], centerPoint, geoShapes }: PlaceList) {
  const drawn = cellsAround(centerPoint, geoShapes);
  return (
    drawn && [
      ...new Set([...uniqueCodes.map(codeKey), ...ids.map(idKey), ...postalCodes.map(postalKey), ...drawn]),
    ]
  );
}

/** The longest word of each phrase, for want of knowing the rarest: the short ones are in every text. */
function wordsReached(tests: readonly Test[]): readonly string[] | undefined {
  const test = tests.find((one) => one.kind === 'phrases' && one.asked.in !== undefined) as
    | TestOf<'phrases'>
    | undefined;
  return test?.asked.in?.map((phrase) => {
    const words = phrase.split(' ');
    return wordKey(
      test.filter.column,
      words.reduce((one, other) => (other.length > one.length ? other : one)),
    );
  });
}

function valuesReached(
  tests: readonly Test[],
  filter: FilterOf<'set'>,
  proven: Set<Test>,
  most: number,
): readonly number[] {
  const test = tests.find(
    (one) => one.filter === filter && 'in' in (one.asked as object) && Object.keys(one.asked).length === 1,
  ) as TestOf<'set'> | undefined;
  const values = test?.asked.in;
  if (test === undefined || values === undefined || values.length > most) return [ANY];
  proven.add(test);
  return values.map((value) => numberOf(filter, value));
}

const numberOf = ({ vocabulary }: FilterOf<'set'>, value: string | null): number =>
  value === null ? ANY : (vocabulary?.values.indexOf(value) ?? -1) + 1;

/** Numbers that a transaction and a type take together with "any". */
const TYPES = (types.vocabulary?.values.length ?? 0) + 1;
const KINDS = ((transactions.vocabulary?.values.length ?? 0) + 1) * TYPES;

/** One number for a list: a place or word by its own number, a transaction and a type. */
export const listKey = (where: number, transaction: number, type: number): number =>
  where * KINDS + transaction * TYPES + type;

const names = placeNames(placesFilter);
const cells = {
  codes: cellsOf(names.codes),
  ids: cellsOf(names.ids),
  postalCodes: cellsOf(names.postalCodes),
  longitude: cellsOf(names.longitude),
  latitude: cellsOf(names.latitude),
  transaction: cellsOf(transactions.column),
  type: cellsOf(types.column),
  country: cellsOf(names.country),
};
const texts = phraseFilters.map(({ column }) => ({ column, cell: cellsOf(column) }));

/** Everything a branch may be filed under that holds this property. `withWords` is false while no branch is filed under a word. */
export function* whereOf(property: Readable, withWords: boolean): Generator<string> {
  yield ANYWHERE;
  for (const code of cells.codes(property, 0) as string[]) yield codeKey(code);
  for (const id of cells.ids(property, 0) as string[]) yield idKey(id);
  for (const code of cells.postalCodes(property, 0) as string[]) yield postalKey(code);
  const [longitude, latitude] = [cells.longitude(property, 0), cells.latitude(property, 0)];
  if (longitude !== null && latitude !== null) yield* cellsAt(longitude as number, latitude as number);
  if (!withWords) return;
  for (const { column, cell } of texts) {
    const text = cell(property, 0) as string | null;
    if (text !== null) for (const word of new Set(text.split(' '))) yield wordKey(column, word);
  }
}

export const countryOf = (property: Readable): string | null => cells.country(property, 0) as string | null;

export const isWord = (key: string): boolean => key.startsWith('w');

/** The transaction and the type of a property as numbers, "any" first: a property is in the lists of both. */
export function kindsOf(property: Readable): readonly (readonly [number, number])[] {
  const own = [
    numberOf(transactions, cells.transaction(property, 0) as string | null),
    numberOf(types, cells.type(property, 0) as string | null),
  ] as const;
  const [transactionNumbers, typeNumbers] = own.map((number) => (number === ANY ? [ANY] : [ANY, number]));
  return (transactionNumbers ?? []).flatMap((transaction) =>
    (typeNumbers ?? []).map((type) => [transaction, type] as const),
  );
}
