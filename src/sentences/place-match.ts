import type { Division } from '../geo/division.ts';
import type { PlaceNames } from '../geo/place-names.ts';
import type { PlaceReference } from './condition.ts';
import type { FoldedText } from './folded-text.ts';
import type { Lexicon } from './lexicon.ts';

/** A place, or several, that a run of words names. */
export interface PlaceMatch {
  readonly end: number;
  readonly places: readonly PlaceReference[];
  /** A city with numbered districts: "le 16e" later in the sentence is one of them. */
  readonly city?: Division;
  readonly vague?: true;
}

export interface PlaceContext {
  readonly sentence: FoldedText;
  readonly names: PlaceNames;
  readonly lexicon: Lexicon;
  /** A preposition of place stands before the words. */
  readonly hinted: boolean;
  /** The last city with districts. */
  readonly city: Division | undefined;
}

export type NameContext = Omit<PlaceContext, 'city'>;
