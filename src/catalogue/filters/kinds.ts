import type { AttributePath } from '../paths.ts';
import type { Vocabulary } from '../vocabulary.ts';

/**
 * The closed set of filter kinds of the criteria tree. Each kind has one parser, one SQL compiler, one predicate
 * and one form control; a new filter is an entry, not a new kind.
 */
export type Filter =
  | RangeFilter
  | SetFilter
  | FeaturesFilter
  | SwitchFilter
  | PresenceFilter
  | PhrasesFilter
  | TimeFilter
  | UrlFilter
  | PlacesFilter
  | ScoresFilter;

export type FilterKind = Filter['kind'];

export type Operator = 'gte' | 'lte' | 'orMissing' | 'in' | 'nin' | 'inOrMissing' | 'from' | 'to';

/** Publisher, listing and change filters of one leaf hold when ONE publisher, listing or change meets them all. */
export type FilterScope = 'property' | 'publisher' | 'listing' | 'change';

interface FilterBase<Path extends string, Kind extends string> {
  /** The path in a leaf of the criteria tree. */
  readonly path: Path;
  readonly kind: Kind;
  readonly label: string;
  readonly description: string;
  readonly scope: FilterScope;
  /** Members of the filter's object; empty when the filter is a bare value. */
  readonly operators: readonly Operator[];
}

interface SingleColumnFilter<Path extends string, Kind extends string> extends FilterBase<Path, Kind> {
  /** More than one: any of them may satisfy the filter. A path with `[]` gives several values. */
  readonly reads: readonly AttributePath[];
  readonly column: string;
}

export interface RangeFilter<Path extends string = string> extends SingleColumnFilter<Path, 'range'> {
  readonly integer: boolean;
  readonly unit?: string;
  /** The value is converted to square metres, by the unit at `unitAt`. */
  readonly comparedIn?: { readonly unit: 'SQM'; readonly unitAt: AttributePath };
}

/** A missing value passes `nin`, and never passes `in`. */
export interface SetFilter<Path extends string = string> extends SingleColumnFilter<Path, 'set'> {
  /** Absent when any text is allowed. */
  readonly vocabulary?: Vocabulary;
  /** A bare value, or a bare list, is short for `in`. */
  readonly shorthand?: 'value' | 'list';
  /** Values beyond the vocabulary that stand for several of its values. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
}

/** `in` requires all; `inOrMissing` excludes only an explicit false, hence the second column. */
export interface FeaturesFilter<Path extends string = string> extends FilterBase<Path, 'features'> {
  readonly vocabulary: Vocabulary;
  /** The members that state a feature: one yes suffices. */
  readonly reads: Readonly<Record<string, readonly AttributePath[]>>;
  readonly column: string;
  readonly deniedColumn: string;
}

export interface SwitchFilter<Path extends string = string> extends SingleColumnFilter<Path, 'switch'> {
  /** The operand for a tree that never mentions the filter. */
  readonly whenAbsent?: boolean;
  /** Filters whose presence lifts `whenAbsent`. */
  readonly liftedBy?: readonly string[];
}

/** True: the attribute is stated. False: it is not. */
export type PresenceFilter<Path extends string = string> = SingleColumnFilter<Path, 'presence'>;
export type PhrasesFilter<Path extends string = string> = SingleColumnFilter<Path, 'phrases'>;
export type TimeFilter<Path extends string = string> = SingleColumnFilter<Path, 'time'>;
/** A bare URL, compared without its trailing slash. */
export type UrlFilter<Path extends string = string> = SingleColumnFilter<Path, 'url'>;

/** One part of a compound filter. */
export interface FilterPart {
  readonly reads: readonly AttributePath[];
  readonly columns: readonly string[];
  readonly vocabulary?: Vocabulary;
}

/** `countryCode` and `accuracy` are beside `in` and `nin`; the other parts are inside them. */
export interface PlacesFilter<Path extends string = string> extends FilterBase<Path, 'places'> {
  readonly beside: Readonly<Record<'countryCode' | 'accuracy', FilterPart>>;
  readonly inside: Readonly<
    Record<'uniqueCodes' | 'ids' | 'postalCodes' | 'centerPoint' | 'geoShapes', FilterPart>
  >;
}

/** A list of `{type, rating[], value{gte,lte}}`, all of which must hold. */
export interface ScoresFilter<Path extends string = string> extends FilterBase<Path, 'scores'> {
  readonly types: Vocabulary;
  readonly scores: Readonly<Record<string, { readonly rating: FilterPart; readonly value: FilterPart }>>;
}
