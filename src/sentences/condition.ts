import type { FilterPath } from '../catalogue/filters.ts';
import type { Division } from '../geo/division.ts';

export interface RangeCondition {
  readonly kind: 'range';
  readonly path: FilterPath;
  readonly gte?: number;
  readonly lte?: number;
}

/** Values of a closed list; of features, all are asked for. */
export interface ValuesCondition {
  readonly kind: 'set' | 'features' | 'phrases';
  readonly path: FilterPath;
  readonly values: readonly string[];
  readonly negated?: boolean;
  /** Follows from another word, and yields to one that says it: T3 is a flat, "maison T4" is not. */
  readonly implied?: boolean;
}

export interface SwitchCondition {
  readonly kind: 'switch';
  readonly path: FilterPath;
  readonly value: boolean;
}

export interface TimeCondition {
  readonly kind: 'time';
  readonly path: FilterPath;
  readonly from: string;
}

export interface ScoreCondition {
  readonly kind: 'scores';
  readonly path: FilterPath;
  readonly type: string;
  readonly ratings: readonly string[];
}

export type PlaceReference =
  | { readonly division: Division }
  | { readonly code: string; readonly division: Division }
  | { readonly postalCode: string }
  | { readonly center: Division; readonly radiusKm: number };

export interface PlaceCondition {
  readonly kind: 'places';
  readonly path: 'property.locations';
  readonly places: readonly PlaceReference[];
  readonly negated?: boolean;
}

export type Condition =
  | RangeCondition
  | ValuesCondition
  | SwitchCondition
  | TimeCondition
  | ScoreCondition
  | PlaceCondition;

/** A noun whose meaning depends on the rest of the sentence: "garage" is what is sought, or what a home has. */
export type DeferredNoun = 'parking' | 'office' | 'land' | 'shop' | 'building';

/** What a part of the sentence means. Offsets are those of the folded text. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly conditions: readonly Condition[];
  /** Recognised as something that no filter expresses. */
  readonly ignored?: true;
  readonly noun?: DeferredNoun;
  /** A figure without a unit: the rest of the sentence decides whether it is a price. */
  readonly bareAmount?: { readonly gte?: number; readonly lte?: number; readonly value: number };
  /** The only negation this kind of word may take over: `sans` before it. */
  readonly negatable?: boolean;
}
