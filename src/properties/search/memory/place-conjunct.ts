import { placesKind as kind } from '../../../criteria/kinds/places.ts';
import type { PlaceList, TestOf } from '../../../criteria/tree.ts';
import { lowerBound } from '../../../lib/lower-bound.ts';
import { boxAroundPoint, type SearchBox, squaredChord, toSpacePoint } from '../../../lib/sphere.ts';
import {
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
import { PLACE_COLUMNS, postingGrid } from './place-columns.ts';
import type { PostingLists, PostingRange } from './posting-lists.ts';
import { buildRowTest } from './row-cells.ts';

/** Which transactions and property types the other conditions allow: other posting lists are skipped. */
export type KindFilter = (transaction: number, type: number) => boolean;

export function placeConjuncts(
  view: OpenSegment,
  { filter, operand }: TestOf<'places'>,
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
    ...(inside ? [insideConjunct(view, filter, inside, kinds)] : []),
    ...(outside ? [outsideConjunct(view, filter, outside)] : []),
  ];
}

function insideConjunct(
  view: OpenSegment,
  filter: TestOf<'places'>['filter'],
  list: PlaceList,
  kinds: KindFilter,
): Conjunct {
  const postings = findPostings(view, list, kinds);
  const plain = { filter: () => anyFilter(placeFilters(view, filter, list)), weight: COST_WEIGHTS.place };
  if (postings === undefined) return plain;
  const exact = isByCode(list);
  const isDisjoint = exact && list.uniqueCodes?.length === 1;
  const size = countPostings(postings);
  return { ...plain, candidates: { size, exact, postings, isSorted: true, isDisjoint, matchesKinds: true } };
}

function outsideConjunct(view: OpenSegment, filter: TestOf<'places'>['filter'], list: PlaceList): Conjunct {
  const outside = (): BlockFilter => {
    const isInside = rowPredicate([anyFilter(placeFilters(view, filter, list))]);
    return predicateFilter((row) => !isInside(row));
  };
  return { filter: outside, weight: COST_WEIGHTS.other };
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
function placeFilters(view: OpenSegment, filter: TestOf<'places'>['filter'], list: PlaceList): BlockFilter[] {
  const among = (name: string, values: readonly string[] | undefined): BlockFilter[] => {
    if (values === undefined) return [];
    const { cells, codes } = view.dictionaryColumn(name);
    const wanted = new Set(values);
    const table = createCellTable(cells, (cell) =>
      ((cell ?? []) as readonly string[]).some((one) => wanted.has(one)),
    );
    return [codeFilter(codes, table)];
  };
  const { centerPoint, geoShapes } = list;
  return [
    ...among(PLACE_COLUMNS.codes, list.uniqueCodes),
    ...among(PLACE_COLUMNS.ids, list.ids),
    ...among(PLACE_COLUMNS.postalCodes, list.postalCodes),
    ...(centerPoint ? [radiusFilter(view, centerPoint)] : []),
    ...(geoShapes
      ? [predicateFilter(buildRowTest(view, (cells) => kind.matches({ in: { geoShapes } }, filter, cells)))]
      : []),
  ];
}

/** Computes exactly the same value as the predicate. */
function radiusFilter(view: OpenSegment, point: NonNullable<PlaceList['centerPoint']>): BlockFilter {
  const numbers = (name: string) => {
    const column = view.column(name);
    if (column.form !== 'numeric') throw new Error(`${name} is not numeric`);
    return column.values;
  };
  const [x, y, z] = toSpacePoint(point.longitude, point.latitude);
  return distanceFilter([numbers(PLACE_COLUMNS.x), numbers(PLACE_COLUMNS.y), numbers(PLACE_COLUMNS.z)], {
    x,
    y,
    z,
    maxSquaredDistance: squaredChord(point.radiusKm),
  });
}

/** Undefined when a part of the list has no posting lists. */
function findPostings(view: OpenSegment, list: PlaceList, kinds: KindFilter): PostingRange[] | undefined {
  if (list.ids !== undefined || list.postalCodes !== undefined) return undefined;
  const { divisions, gridCells } = view.segment;
  const ranges: PostingRange[] = [];
  for (const code of list.uniqueCodes ?? []) {
    const number = view.numberOfCode(code);
    if (number !== undefined) addPostings(ranges, divisions, [number, number + 1], kinds);
  }
  for (const box of boundingBoxes(list))
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
