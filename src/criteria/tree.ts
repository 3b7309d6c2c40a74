import type { Filter, FilterKind } from '../catalogue/filters/kinds.ts';
import type { Geometry } from '../lib/polygon.ts';
import type { Polygon } from '../lib/polygon-edges.ts';

/** A parsed criteria tree: every value in it is of the right type, in range and spelt the one way. */
export type Tree = TreeGroup | Leaf;

export interface TreeGroup {
  readonly kind: 'and' | 'or';
  readonly nodes: readonly Tree[];
}

/** All tests hold. Those of publishers, listings and changes hold together for ONE publisher, listing or change. */
export interface Leaf {
  readonly kind: 'leaf';
  readonly tests: readonly Test[];
}

export type FilterOf<Kind extends FilterKind> = Extract<Filter, { kind: Kind }>;

/** One filter of a leaf and what is asked of it. */
export type Test = { [Kind in FilterKind]: TestOf<Kind> }[FilterKind];

export interface TestOf<Kind extends FilterKind> {
  readonly kind: Kind;
  readonly filter: FilterOf<Kind>;
  readonly operand: Operands[Kind];
}

/** What a filter of each kind is asked, after parsing. An absent member asks nothing. */
export interface Operands {
  range: RangeOperand;
  set: SetOperand;
  features: SetOperand;
  switch: boolean;
  presence: boolean;
  phrases: PhrasesOperand;
  time: TimeOperand;
  /** The address in its one spelling. */
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

/** Milliseconds since 1970. `from` belongs to the span, `to` does not. */
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

/** Places told in several ways: a property is in the list when it is in any of them. */
export interface PlaceList {
  readonly uniqueCodes?: readonly string[];
  readonly ids?: readonly string[];
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
  /** As it was given, to be told back. */
  readonly geometry: Geometry;
  readonly polygons: readonly Polygon[];
}

export interface ScoreOperand {
  readonly type: string;
  readonly rating?: readonly string[];
  readonly value?: { readonly gte?: number; readonly lte?: number };
}

/** A leaf that asks nothing matches everything. */
export const matchAll: Leaf = { kind: 'leaf', tests: [] };

export function* iterateTests(tree: Tree): Generator<Test> {
  if (tree.kind === 'leaf') yield* tree.tests;
  else for (const node of tree.nodes) yield* iterateTests(node);
}
