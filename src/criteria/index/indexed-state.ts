import type { SearchRow } from '../search-row.ts';
import { countryOf, listIndexKeys, listKindPairs } from './index-keys.ts';
import { AREA_SLOT, PRICE_SLOT, readMaskSlots, readNumericSlots } from './slots.ts';

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
