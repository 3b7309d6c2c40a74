import type { Filter } from '../../catalogue/filters/kinds.ts';
import { filters, sortedBy } from '../../catalogue/filters.ts';
import { columnAt } from '../columns.ts';
import { placeNames } from '../kinds/place-columns.ts';
import type { Cell, Readable } from '../readable.ts';

/** Where a column stands in the figures, the masks or the words of a property, and how its cell becomes one. */
interface MaskSlot {
  readonly slot: number;
  readonly position: number;
  readonly bits: ReadonlyMap<Cell, number>;
  /** The column already holds the mask. */
  readonly kept: boolean;
}

/** An integer of JavaScript's operators has 31 bits to spare. */
const MAX_MASK_BITS = 31;

const figures = new Map<string, { slot: number; position: number }>();
const masks = new Map<string, MaskSlot>();

const addFigure = (column: string): void => {
  figures.set(column, { slot: figures.size, position: columnAt(column).position });
};

function addMask(column: string, values: readonly Cell[], kept = false): void {
  if (values.length > MAX_MASK_BITS) return;
  const bits = new Map(values.map((value, bit) => [value, 1 << bit]));
  masks.set(column, { slot: masks.size, position: columnAt(column).position, bits, kept });
}

function addSlots(filter: Filter): void {
  if (filter.judged !== 'property') return;
  if (filter.kind === 'range') addFigure(filter.column);
  else if (filter.kind === 'set' && filter.vocabulary) addMask(filter.column, filter.vocabulary.values);
  else if (filter.kind === 'switch') addMask(filter.column, [true, false]);
  else if (filter.kind === 'features')
    for (const column of [filter.column, filter.deniedColumn])
      addMask(column, filter.vocabulary.values, true);
  else if (filter.kind === 'places')
    addMask(placeNames(filter).accuracy, filter.beside.accuracy.vocabulary?.values ?? []);
}
for (const filter of filters) addSlots(filter);

const figureOf = (path: string): number => {
  const filter = filters.find((one) => one.path === path);
  const found = filter?.kind === 'range' ? figures.get(filter.column) : undefined;
  if (found === undefined) throw new Error(`${path} is no range of a property.`);
  return found.slot;
};

/** The figures that most alerts bound: each list of the index is sorted by the highest price its alerts take. */
export const PRICE = figureOf(sortedBy.PRICE);
export const AREA = figureOf(sortedBy.AREA);

export const figureSlot = (column: string): number | undefined => figures.get(column)?.slot;
export const maskSlot = (column: string): MaskSlot | undefined => masks.get(column);

export const bitsOf = ({ bits }: MaskSlot, values: readonly Cell[]): number =>
  values.reduce<number>((mask, value) => mask | (bits.get(value) ?? 0), 0);

/** Not known is NaN, so that it fails every comparison. */
export function figuresOf(property: Readable): Float64Array {
  const read = new Float64Array(figures.size);
  for (const { slot, position } of figures.values())
    read[slot] = (property[position] as number | null) ?? NaN;
  return read;
}

/** Not known is no bit. */
export function masksOf(property: Readable): Int32Array {
  const read = new Int32Array(masks.size);
  for (const mask of masks.values()) {
    const cell = property[mask.position] as Cell;
    if (cell === null) continue;
    if (mask.kept) read[mask.slot] = cell as number;
    else read[mask.slot] = bitsOf(mask, Array.isArray(cell) ? (cell as Cell[]) : [cell]);
  }
  return read;
}
