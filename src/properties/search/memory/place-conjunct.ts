import type { GeoShape, PlaceList, TestOf } from '../../../criteria/tree.ts';
import { lowerBound } from '../../../lib/lower-bound.ts';
import type { Ring } from '../../../lib/polygon.ts';
import { boxAroundPoint, type SearchBox, squaredChord, toSpacePoint } from '../../../lib/sphere.ts';
import { PLACE_COLUMNS } from '../place-filter.ts';
import { type Bitmap, createBitmap, setBit } from './bitmap-cache.ts';
import {
  allFilter,
  type BlockFilter,
  codeFilter,
  distanceFilter,
  predicateFilter,
  rowPredicate,
} from './block-filters.ts';
import { KIND_SPACE } from './build-segment.ts';
import {
  COST_WEIGHTS,
  type Conjunct,
  countPostings,
  createCellTable,
  dictionaryConjunct,
} from './conjunct.ts';
import type { OpenSegment } from './open-segment.ts';
import { createPolygonTest } from './polygon-test.ts';
import { type PostingLists, type PostingRange, postingGrid } from './posting-lists.ts';

/** Which transactions and property types the other conditions allow: other posting lists are skipped. */
export type KindFilter = (transaction: number, type: number) => boolean;

export function placeConjuncts(
  view: OpenSegment,
  { operand }: TestOf<'places'>,
  kinds: KindFilter,
): Conjunct[] {
  const { countryCode, accuracy, in: inside, nin: outside } = operand;
  return [
    ...(countryCode === undefined
      ? []
      : [dictionaryConjunct(view, { name: PLACE_COLUMNS.country }, (cell) => cell === countryCode)]),
    ...(accuracy === undefined
      ? []
      : [
          dictionaryConjunct(view, { name: PLACE_COLUMNS.accuracy }, (cell) =>
            accuracy.includes(cell as string),
          ),
        ]),
    ...(inside ? [insideConjunct(view, inside, kinds)] : []),
    ...(outside ? [outsideConjunct(view, outside)] : []),
  ];
}

function insideConjunct(view: OpenSegment, list: PlaceList, kinds: KindFilter): Conjunct {
  const postings = findPostings(view, list, kinds);
  const plain = { filter: () => anyFilter(placeFilters(view, list)), weight: COST_WEIGHTS.place };
  if (postings === undefined) return plain;
  const exact = isByCode(list);
  const isDisjoint = exact && list.uniqueCodes?.length === 1;
  const size = countPostings(postings);
  return { ...plain, candidates: { size, exact, postings, isSorted: true, isDisjoint, matchesKinds: true } };
}

function outsideConjunct(view: OpenSegment, list: PlaceList): Conjunct {
  const outside = (): BlockFilter => {
    const isInside = rowPredicate([anyFilter(placeFilters(view, list))]);
    return predicateFilter((row) => !isInside(row));
  };
  if (!isByCode(list)) return { filter: outside, weight: COST_WEIGHTS.other };
  const postings = findPostings(view, list, () => true);
  if (postings === undefined) return { filter: outside, weight: COST_WEIGHTS.other };
  return {
    filter: outside,
    weight: COST_WEIGHTS.other,
    bitmapClauses: () => [{ any: [listBitmap(view, postings)], isExcluded: true }],
  };
}

function listBitmap(view: OpenSegment, postings: readonly PostingRange[]): Bitmap {
  const bits = createBitmap(view.segment.count);
  for (const { rows, start, end } of postings)
    for (let at = start; at < end; at += 1) setBit(bits, rows[at] as number);
  return bits;
}

function anyFilter(filters: readonly BlockFilter[]): BlockFilter {
  const [only] = filters;
  if (filters.length === 1 && only) return only;
  const tests = filters.map((filter) => rowPredicate([filter]));
  return predicateFilter((row) => tests.some((test) => test(row)));
}

const isByCode = ({ centerPoint, geoShapes }: PlaceList): boolean =>
  centerPoint === undefined && geoShapes === undefined;

/** A row in the list passes at least one of these. */
function placeFilters(view: OpenSegment, list: PlaceList): BlockFilter[] {
  const among = (name: string, values: readonly string[] | undefined): BlockFilter[] => {
    if (values === undefined) return [];
    const { cells, codes } = view.dictionaryColumn(name);
    const wanted = new Set(values);
    const table = createCellTable(cells, (cell) =>
      ((cell ?? []) as readonly string[]).some((one) => wanted.has(one)),
    );
    return [codeFilter(codes, table)];
  };
  const { centerPoint, geoShapes, divisions = [] } = list;
  return [
    ...divisions.map(({ code, countryCode }) =>
      allFilter([countryFilter(view, countryCode), ...among(PLACE_COLUMNS.codes, [code])]),
    ),
    ...among(PLACE_COLUMNS.codes, list.uniqueCodes),
    ...among(PLACE_COLUMNS.ids, list.ids),
    ...among(PLACE_COLUMNS.postalCodes, list.postalCodes),
    ...(centerPoint ? [radiusFilter(view, centerPoint)] : []),
    ...(geoShapes ? [shapesFilter(view, geoShapes)] : []),
  ];
}

function countryFilter(view: OpenSegment, countryCode: string): BlockFilter {
  const { cells, codes } = view.dictionaryColumn(PLACE_COLUMNS.country);
  return codeFilter(
    codes,
    createCellTable(cells, (cell) => cell === countryCode),
  );
}

/** Computes exactly the same value as the predicate. */
function radiusFilter(view: OpenSegment, point: NonNullable<PlaceList['centerPoint']>): BlockFilter {
  const { x: xs, y: ys, z: zs } = PLACE_COLUMNS;
  const [x, y, z] = toSpacePoint(point.longitude, point.latitude);
  return distanceFilter([view.numericValues(xs), view.numericValues(ys), view.numericValues(zs)], {
    x,
    y,
    z,
    maxSquaredDistance: squaredChord(point.radiusKm),
  });
}

/** A property of unknown location is in no shape: NaN is inside no box. */
function shapesFilter(view: OpenSegment, shapes: readonly GeoShape[]): BlockFilter {
  const [xs, ys] = [view.numericValues(PLACE_COLUMNS.longitude), view.numericValues(PLACE_COLUMNS.latitude)];
  const tests = shapes.flatMap(({ geometry, polygons }) =>
    polygons.map((polygon, number) => createPolygonTest(polygon, ringsOf(geometry, number))),
  );
  return predicateFilter((row) => {
    const [x, y] = [xs[row] as number, ys[row] as number];
    for (const contains of tests) if (contains(x, y)) return true;
    return false;
  });
}

const ringsOf = (geometry: GeoShape['geometry'], number: number): readonly Ring[] =>
  geometry.type === 'Polygon' ? geometry.coordinates : (geometry.coordinates[number] ?? []);

/** About 400 by 400 km: to look up the lists of more cells takes longer than to test all rows. */
const MAX_POSTING_CELLS = 40_000;

/** Undefined when a part of the list has no posting lists, or too many. */
function findPostings(view: OpenSegment, list: PlaceList, kinds: KindFilter): PostingRange[] | undefined {
  if ((list.ids ?? list.postalCodes ?? list.divisions) !== undefined) return undefined;
  const boxes = [...boundingBoxes(list)];
  if (boxes.reduce((sum, box) => sum + postingGrid.countIn(box), 0) > MAX_POSTING_CELLS) return undefined;
  const { divisions, gridCells } = view.segment;
  const ranges: PostingRange[] = [];
  for (const code of list.uniqueCodes ?? []) {
    const number = view.numberOfCode(code);
    if (number !== undefined) addPostings(ranges, divisions, [number, number + 1], kinds);
  }
  for (const box of boxes)
    for (const cells of postingGrid.rangesIn(box)) addPostings(ranges, gridCells, cells, kinds);
  return ranges;
}

/** Adds the posting lists of the allowed kinds for numbers from `from` to before `to`. */
function addPostings(
  ranges: PostingRange[],
  { keys, starts, rows }: PostingLists,
  [from, to]: readonly [number, number],
  kinds: KindFilter,
): void {
  const last = lowerBound(keys, to * KIND_SPACE);
  for (let at = lowerBound(keys, from * KIND_SPACE); at < last; at += 1) {
    const kind = (keys[at] as number) % KIND_SPACE;
    if (kinds(kind >>> 8, kind & 255))
      ranges.push({ rows, start: starts[at] as number, end: starts[at + 1] as number });
  }
}

function* boundingBoxes({ centerPoint, geoShapes = [] }: PlaceList): Generator<SearchBox> {
  if (centerPoint) yield boxAroundPoint(centerPoint.longitude, centerPoint.latitude, centerPoint.radiusKm);
  for (const { polygons } of geoShapes) yield* polygons;
}
