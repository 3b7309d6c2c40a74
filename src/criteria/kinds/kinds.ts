import type { FilterKind } from '../../catalogue/filters/kinds.ts';
import type { FilterOf, Operands, Test } from '../tree.ts';
import { featuresKind } from './features.ts';
import type { FilterKindSpec } from './kind.ts';
import { phrasesKind } from './phrases.ts';
import { placesKind } from './places.ts';
import { presenceKind } from './presence.ts';
import { rangeKind } from './range.ts';
import { scores } from './scores.ts';
import { setKind } from './set.ts';
import { switchKind } from './switch.ts';
import { timeKind } from './time.ts';
import { urlKind } from './url.ts';

export const kinds: { readonly [Name in FilterKind]: FilterKindSpec<FilterOf<Name>, Operands[Name]> } = {
  range: rangeKind,
  set: setKind,
  features: featuresKind,
  switch: switchKind,
  presence: presenceKind,
  phrases: phrasesKind,
  time: timeKind,
  url: urlKind,
  places: placesKind,
  scores,
};

/**
 * A kind paired with the filter and the operand of the same test, a pairing that the table above states and
 * TypeScript cannot infer.
 */
export type AnyKindSpec = FilterKindSpec<Test['filter'], Test['operand']>;

export const kindOf = (name: FilterKind): AnyKindSpec => kinds[name] as unknown as AnyKindSpec;
