import type { Tree } from '../../criteria/tree.ts';
import type { DivisionType } from '../../geo/division.ts';
import type { Box } from '../../lib/polygon.ts';

/** Which counts a caller wants. */
export interface FacetQuery {
  readonly criteria: Tree;
  /** Ascending: they separate the price bands. */
  readonly priceBounds: readonly number[];
  /** Whether a division is counted. */
  isCounted(code: string): boolean;
  /** The type of all divisions that are counted, where they have one: a column has the one of a property. */
  readonly divisionType?: DivisionType;
}

/** The counts of an engine. Properties without a value are in the total only. */
export interface FacetCounts {
  readonly total: number;
  readonly types: ReadonlyMap<string, number>;
  readonly transactions: ReadonlyMap<string, number>;
  /** One entry more than there are bounds: below the first, between each two, and from the last on. */
  readonly bands: readonly number[];
  /** By the code of each counted division that contains the property. */
  readonly divisions: ReadonlyMap<string, number>;
}

/** Cells of a map, counted from the south-west corner of the world. */
export interface ClusterGrid {
  readonly zoom: number;
  /** In degrees. */
  readonly width: number;
  readonly height: number;
}

export interface ClusterQuery {
  readonly criteria: Tree;
  /** Matches have a known position within it. */
  readonly viewport: Box;
  readonly grid: ClusterGrid;
}

/** The properties of one cell. Sums are of whole millionths of a degree, so that both engines add up the same. */
export interface ClusterCell {
  readonly column: number;
  readonly row: number;
  readonly count: number;
  readonly longitudes: number;
  readonly latitudes: number;
  /** The lowest; null when none is known. */
  readonly price: number | null;
  /** One of them. */
  readonly propertyId: string;
}
