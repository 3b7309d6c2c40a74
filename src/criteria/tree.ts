import type { Filter, FilterKind, FilterScope } from '../catalogue/filters/kinds.ts';
import { filters } from '../catalogue/filters.ts';
import type { Geometry } from '../lib/polygon.ts';
import type { Polygon } from '../lib/polygon-edges.ts';

/** A parsed criteria tree: every value is of the right type, in range and canonical. */
export type Tree = TreeGroup | Leaf;

interface TreeGroup {
  readonly kind: 'and' | 'or';
  readonly nodes: readonly Tree[];
}

/**
 * All tests must hold. Those of publishers, listings and changes must hold together for ONE publisher, listing or
 * change.
 */
export interface Leaf {
  readonly kind: 'leaf';
  readonly tests: readonly Test[];
}

export type FilterOf<Kind extends FilterKind> = Extract<Filter, { kind: Kind }>;

/** One filter of a leaf and its operand. */
export type Test = { [Kind in FilterKind]: TestOf<Kind> }[FilterKind];

export interface TestOf<Kind extends FilterKind> {
  readonly kind: Kind;
  readonly filter: FilterOf<Kind>;
  readonly operand: Operands[Kind];
}

/** The parsed operands of each kind of filter. An absent member is no condition. */
export interface Operands {
  range: RangeOperand;
  set: SetOperand;
  features: SetOperand;
  switch: boolean;
  presence: boolean;
  phrases: PhrasesOperand;
  time: TimeOperand;
  /** The canonical URL. */
  url: string;
  places: PlacesOperand;
  scores: readonly ScoreOperand[];
}

export interface RangeOperand {
  readonly gte?: number;
  readonly lte?: number;
  readonly orMissing?: boolean;
}

export interface SetOperand {
  readonly in?: readonly string[];
  readonly nin?: readonly string[];
  readonly inOrMissing?: readonly string[];
}

export interface PhrasesOperand {
  readonly in?: readonly string[];
  readonly nin?: readonly string[];
}

/** Milliseconds since 1970. `from` is included, `to` is not. */
export interface TimeOperand {
  readonly from?: number;
  readonly to?: number;
}

export interface PlacesOperand {
  readonly countryCode?: string;
  readonly accuracy?: readonly string[];
  readonly in?: PlaceList;
  readonly nin?: PlaceList;
}

/** Places of several kinds: a property is in the list when it is in any of them. */
export interface PlaceList {
  readonly uniqueCodes?: readonly string[];
  readonly ids?: readonly string[];
  /** Set by search engines in place of ids, where divisions of several countries have the code. */
  readonly divisions?: readonly { readonly code: string; readonly countryCode: string }[];
  readonly postalCodes?: readonly string[];
  readonly centerPoint?: CenterPoint;
  readonly geoShapes?: readonly GeoShape[];
}

export interface CenterPoint {
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusKm: number;
}

export interface GeoShape {
  /** As the client sent it, to be returned. */
  readonly geometry: Geometry;
  readonly polygons: readonly Polygon[];
}

export interface ScoreOperand {
  readonly type: string;
  readonly rating?: readonly string[];
  readonly value?: { readonly gte?: number; readonly lte?: number };
}

/** A leaf without tests matches everything. */
export const matchAll: Leaf = { kind: 'leaf', tests: [] };

export function* iterateTests(tree: Tree): Generator<Test> {
  if (tree.kind === 'leaf') yield* tree.tests;
  else for (const node of tree.nodes) yield* iterateTests(node);
}

/** The tests of a leaf by scope, in their order. */
export const groupByScope = (tests: readonly Test[]): ReadonlyMap<FilterScope, readonly Test[]> =>
  Map.groupBy(tests, ({ filter }) => filter.scope);

/** Filters that exclude properties by default, unless the tree mentions them or a filter that lifts them. */
const defaultFilters = filters.flatMap((filter) =>
  filter.kind === 'switch' && filter.whenAbsent !== undefined
    ? [
        {
          test: { kind: 'switch', filter, operand: filter.whenAbsent } satisfies Test,
          liftedBy: new Set<string>([filter.path, ...(filter.liftedBy ?? [])]),
        },
      ]
    : [],
);

/**
 * The default filters of a tree: properties on the market whose price is not known to be wrong. A filter mentioned
 * anywhere in the tree, or one that lifts it, disables its default for the whole tree.
 */
export function defaultFiltersFor(tree: Tree): Test[] {
  return defaultFilters.filter(({ liftedBy }) => !usesAnyPath(tree, liftedBy)).map(({ test }) => test);
}

const usesAnyPath = (tree: Tree, paths: ReadonlySet<string>): boolean =>
  tree.kind === 'leaf'
    ? tree.tests.some(({ filter }) => paths.has(filter.path))
    : tree.nodes.some((node) => usesAnyPath(node, paths));

/** The tree with its default filters. Search and alerts evaluate this tree. */
export function withDefaultFilters(tree: Tree): Tree {
  const defaults = defaultFiltersFor(tree);
  if (defaults.length === 0) return tree;
  if (tree.kind === 'leaf') return { kind: 'leaf', tests: [...defaults, ...tree.tests] };
  return { kind: 'and', nodes: [{ kind: 'leaf', tests: defaults }, tree] };
}
