import type { FilterKind } from '../../catalogue/filters/kinds.ts';
import type { Asked, FilterOf, Test } from '../tree.ts';
import { features } from './features.ts';
import type { Kind } from './kind.ts';
import { phrases } from './phrases.ts';
import { places } from './places.ts';
import { presence } from './presence.ts';
import { range } from './range.ts';
import { scores } from './scores.ts';
import { set } from './set.ts';
import { toggle } from './switch.ts';
import { time } from './time.ts';
import { url } from './url.ts';

export const kinds: { readonly [Name in FilterKind]: Kind<FilterOf<Name>, Asked[Name]> } = {
  range,
  set,
  features,
  switch: toggle,
  presence,
  phrases,
  time,
  url,
  places,
  scores,
};

/** A kind that goes with the filter and the question of the same test: the pairing that the table above states and TypeScript cannot follow. */
export type AnyKind = Kind<Test['filter'], Test['asked']>;

export const kindOf = (name: FilterKind): AnyKind => kinds[name] as unknown as AnyKind;
