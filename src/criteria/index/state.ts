import type { Readable } from '../readable.ts';
import { countryOf, kindsOf, whereOf } from './reach.ts';
import { AREA, figuresOf, masksOf, PRICE } from './slots.ts';

/** One state of a property laid out for the index: figures, masks and what it may be found under. */
export interface State {
  readonly property: Readable;
  readonly figures: Float64Array;
  readonly masks: Int32Array;
  readonly country: string | null;
  readonly price: number;
  readonly area: number;
  readonly where: readonly string[];
  readonly kinds: readonly (readonly [number, number])[];
}

/** Done once for each change, whatever the number of alerts. */
export function stateOf(property: Readable, withWords: boolean): State {
  const figures = figuresOf(property);
  return {
    property,
    figures,
    masks: masksOf(property),
    country: countryOf(property),
    price: figures[PRICE] ?? NaN,
    area: figures[AREA] ?? NaN,
    where: [...whereOf(property, withWords)],
    kinds: kindsOf(property),
  };
}
