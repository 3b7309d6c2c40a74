import type { Filter } from '../../catalogue/filters/kinds.ts';
import { type FilterPath, filters, sortedBy } from '../../catalogue/filters.ts';
import { cellReader, columnAt } from '../columns.ts';
import { placeColumnNames } from '../kinds/place-columns.ts';
import { encodeWords } from '../kinds/word-codes.ts';
import type { Cell, SearchRow } from '../search-row.ts';
import type { FilterOf, PlaceList, Test, TestOf } from '../tree.ts';
import { cellsAt, cellsCovering } from './grid.ts';

/** The slot of a column among the numbers, masks or words of a property, and how its cell is converted. */
interface MaskSlot {
  readonly slot: number;
  readonly position: number;
  readonly bits: ReadonlyMap<Cell, number>;
  /** The column already has a mask. */
  readonly isMask: boolean;
}

/** JavaScript's bitwise operators have 31 usable bits. */
const MAX_MASK_BITS = 31;

const numericSlots = new Map<string, { slot: number; position: number }>();
const maskSlots = new Map<string, MaskSlot>();

const addNumericSlot = (column: string): void => {
  numericSlots.set(column, { slot: numericSlots.size, position: columnAt(column).position });
};

function addMaskSlot(column: string, values: readonly Cell[], isMask = false): void {
  if (values.length > MAX_MASK_BITS) return;
  const bits = new Map(values.map((value, bit) => [value, 1 << bit]));
  maskSlots.set(column, { slot: maskSlots.size, position: columnAt(column).position, bits, isMask });
}

function addSlots(filter: Filter): void {
  if (filter.scope !== 'property') return;
  if (filter.kind === 'range') addNumericSlot(filter.column);
  else if (filter.kind === 'set' && filter.vocabulary) addMaskSlot(filter.column, filter.vocabulary.values);
  else if (filter.kind === 'switch') addMaskSlot(filter.column, [true, false]);
  else if (filter.kind === 'features')
    for (const column of [filter.column, filter.deniedColumn])
      addMaskSlot(column, filter.vocabulary.values, true);
  else if (filter.kind === 'places')
    addMaskSlot(placeColumnNames(filter).accuracy, filter.beside.accuracy.vocabulary?.values ?? []);
}
for (const filter of filters) addSlots(filter);

const numericSlotAt = (path: string): number => {
  const filter = filters.find((one) => one.path === path);
  const found = filter?.kind === 'range' ? numericSlots.get(filter.column) : undefined;
  if (found === undefined) throw new Error(`${path} is no range of a property.`);
  return found.slot;
};

/** Most alerts bound the price: each posting list is sorted by the highest price of its alerts. */
export const PRICE_SLOT = numericSlotAt(sortedBy.PRICE);
export const AREA_SLOT = numericSlotAt(sortedBy.AREA);

export const numericSlot = (column: string): number | undefined => numericSlots.get(column)?.slot;
export const maskSlot = (column: string): MaskSlot | undefined => maskSlots.get(column);

export const toMask = ({ bits }: MaskSlot, values: readonly Cell[]): number =>
  values.reduce<number>((mask, value) => mask | (bits.get(value) ?? 0), 0);

/** Unknown is NaN, which fails every comparison. */
function readNumericSlots(property: SearchRow): Float64Array {
  const read = new Float64Array(numericSlots.size);
  for (const { slot, position } of numericSlots.values())
    read[slot] = (property[position] as number | null) ?? NaN;
  return read;
}

/** Unknown is 0. */
function readMaskSlots(property: SearchRow): Int32Array {
  const read = new Int32Array(maskSlots.size);
  for (const mask of maskSlots.values()) {
    const cell = property[mask.position] as Cell;
    if (cell === null) continue;
    if (mask.isMask) read[mask.slot] = cell as number;
    else read[mask.slot] = toMask(mask, Array.isArray(cell) ? (cell as Cell[]) : [cell]);
  }
  return read;
}

/** Every branch is indexed under its most selective condition: its places, else a required word, else nothing. */
const ANY_KEY = '';

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
    filter.kind === 'phrases' && filter.scope === 'property',
);

/** The keys of a branch, and the tests that a lookup by these keys proves: of a test of places, its `in`. */
interface IndexKeys {
  readonly keys: readonly string[];
  readonly transactions: readonly number[];
  readonly types: readonly number[];
  readonly provenTests: ReadonlySet<Test>;
}

/** 0 is any value; then one number a value. */
const ANY = 0;
const MAX_LISTS_PER_BRANCH = 6;

const codeKey = (code: string): string => `c${code}`;
const idKey = (id: string): string => `i${id}`;
const postalKey = (code: string): string => `p${code}`;
const wordKey = (column: string, word: string): string => `w${column} ${word}`;

export function computeIndexKeys(tests: readonly Test[]): IndexKeys {
  const proven = new Set<Test>();
  const keys = placeIndexKeys(tests, proven) ?? wordIndexKeys(tests) ?? [ANY_KEY];
  const transactionNumbers = valueNumbers(tests, transactions, proven, MAX_LISTS_PER_BRANCH);
  const typeNumbers = valueNumbers(tests, types, proven, MAX_LISTS_PER_BRANCH / transactionNumbers.length);
  return { keys, transactions: transactionNumbers, types: typeNumbers, provenTests: proven };
}

function placeIndexKeys(tests: readonly Test[], proven: Set<Test>): readonly string[] | undefined {
  for (const test of tests) {
    if (test.kind !== 'places' || test.operand.in === undefined) continue;
    const keys = placeKeys(test.operand.in);
    if (keys === undefined) continue;
    if (test.operand.in.centerPoint === undefined && test.operand.in.geoShapes === undefined)
      proven.add(test);
    return keys;
  }
  return undefined;
}

function placeKeys({ uniqueCodes = [], ids = [], postalCodes = [], centerPoint, geoShapes }: PlaceList) {
  const drawn = cellsCovering(centerPoint, geoShapes);
  return (
    drawn && [
      ...new Set([...uniqueCodes.map(codeKey), ...ids.map(idKey), ...postalCodes.map(postalKey), ...drawn]),
    ]
  );
}

/** The longest word of each phrase as an estimate of the rarest: short words are in every text. */
function wordIndexKeys(tests: readonly Test[]): readonly string[] | undefined {
  const test = tests.find((one) => one.kind === 'phrases' && one.operand.in !== undefined) as
    | TestOf<'phrases'>
    | undefined;
  return test?.operand.in?.map((phrase) => {
    const words = phrase.split(' ');
    return wordKey(
      test.filter.column,
      encodeWords(words.reduce((one, other) => (other.length > one.length ? other : one))),
    );
  });
}

function valueNumbers(
  tests: readonly Test[],
  filter: FilterOf<'set'>,
  proven: Set<Test>,
  maxValues: number,
): readonly number[] {
  const test = tests.find(
    (one) =>
      one.filter === filter && 'in' in (one.operand as object) && Object.keys(one.operand).length === 1,
  ) as TestOf<'set'> | undefined;
  const values = test?.operand.in;
  if (test === undefined || values === undefined || values.length > maxValues) return [ANY];
  proven.add(test);
  return values.map((value) => numberOf(filter, value));
}

const numberOf = ({ vocabulary }: FilterOf<'set'>, value: string | null): number =>
  value === null ? ANY : (vocabulary?.values.indexOf(value) ?? -1) + 1;

/** Numbers for pairs of transaction and type, including "any". */
const TYPE_COUNT = (types.vocabulary?.values.length ?? 0) + 1;
const KIND_COUNT = ((transactions.vocabulary?.values.length ?? 0) + 1) * TYPE_COUNT;

/** The number of a posting list: the number of a place or word, a transaction and a type. */
export const listKey = (keyNumber: number, transaction: number, type: number): number =>
  keyNumber * KIND_COUNT + transaction * TYPE_COUNT + type;

const names = placeColumnNames(placesFilter);
const cells = {
  codes: cellReader(names.codes),
  ids: cellReader(names.ids),
  postalCodes: cellReader(names.postalCodes),
  longitude: cellReader(names.longitude),
  latitude: cellReader(names.latitude),
  transaction: cellReader(transactions.column),
  type: cellReader(types.column),
  country: cellReader(names.country),
};
const texts = phraseFilters.map(({ column }) => ({ column, cell: cellReader(column) }));

/**
 * Every key under which a branch may match this property. `withWords` is false while no branch is indexed under a
 * word.
 */
function* listIndexKeys(property: SearchRow, withWords: boolean): Generator<string> {
  yield ANY_KEY;
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

const countryOf = (property: SearchRow): string | null => cells.country(property, 0) as string | null;

export const isWordKey = (key: string): boolean => key.startsWith('w');

/** The transaction and type of a property as numbers, "any" included: a property is in the lists of both. */
function listKindPairs(property: SearchRow): readonly (readonly [number, number])[] {
  const own = [
    numberOf(transactions, cells.transaction(property, 0) as string | null),
    numberOf(types, cells.type(property, 0) as string | null),
  ] as const;
  const [transactionNumbers, typeNumbers] = own.map((number) => (number === ANY ? [ANY] : [ANY, number]));
  return (transactionNumbers ?? []).flatMap((transaction) =>
    (typeNumbers ?? []).map((type) => [transaction, type] as const),
  );
}

/** One state of a property prepared for the index: numbers, masks and keys. */
export interface IndexedState {
  readonly property: SearchRow;
  readonly numericValues: Float64Array;
  readonly masks: Int32Array;
  readonly country: string | null;
  readonly price: number;
  readonly area: number;
  readonly keys: readonly string[];
  readonly kinds: readonly (readonly [number, number])[];
}

/** Computed once per change, whatever the number of alerts. */
export function buildIndexedState(property: SearchRow, withWords: boolean): IndexedState {
  const figures = readNumericSlots(property);
  return {
    property,
    numericValues: figures,
    masks: readMaskSlots(property),
    country: countryOf(property),
    price: figures[PRICE_SLOT] ?? NaN,
    area: figures[AREA_SLOT] ?? NaN,
    keys: [...listIndexKeys(property, withWords)],
    kinds: listKindPairs(property),
  };
}
