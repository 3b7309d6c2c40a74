import type { Filter } from '../../catalogue/filters/kinds.ts';
import { filters, sortedBy } from '../../catalogue/filters.ts';
import { columnAt } from '../columns.ts';
import { placeColumnNames } from '../kinds/place-columns.ts';
import type { Cell, SearchRow } from '../search-row.ts';

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
export function readNumericSlots(property: SearchRow): Float64Array {
  const read = new Float64Array(numericSlots.size);
  for (const { slot, position } of numericSlots.values())
    read[slot] = (property[position] as number | null) ?? NaN;
  return read;
}

/** Unknown is 0. */
export function readMaskSlots(property: SearchRow): Int32Array {
  const read = new Int32Array(maskSlots.size);
  for (const mask of maskSlots.values()) {
    const cell = property[mask.position] as Cell;
    if (cell === null) continue;
    if (mask.isMask) read[mask.slot] = cell as number;
    else read[mask.slot] = toMask(mask, Array.isArray(cell) ? (cell as Cell[]) : [cell]);
  }
  return read;
}
