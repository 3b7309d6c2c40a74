import { places as kind } from '../../../criteria/kinds/places.ts';
import type { PlaceList, TestOf } from '../../../criteria/tree.ts';
import { type Frame, frameAround, inSpace, squaredReach } from '../../../lib/sphere.ts';
import { KINDS } from './build-segment.ts';
import { type Conjunct, cellTable, codedConjunct, spansSize, WEIGHTS } from './conjunct.ts';
import { firstFrom, type Lists, type Span } from './lists.ts';
import type { OpenSegment } from './open-segment.ts';
import { PLACES, squaresIn } from './places-of.ts';
import { rowTestOf } from './row-cells.ts';
import { codesSift, nearSift, type Sift, testOf, testSift } from './sifts.ts';

/** Which transactions and types the rest of the question leaves: lists of others are not looked at. */
export type Kinds = (transaction: number, type: number) => boolean;

export function placeConjuncts(
  view: OpenSegment,
  { filter, asked }: TestOf<'places'>,
  kinds: Kinds,
): Conjunct[] {
  const { countryCode, accuracy, in: inside, nin: outside } = asked;
  return [
    ...(countryCode === undefined
      ? []
      : [codedConjunct(view, { name: PLACES.country }, (cell) => cell === countryCode)]),
    ...(accuracy === undefined
      ? []
      : [codedConjunct(view, { name: PLACES.accuracy }, (cell) => accuracy.includes(cell as string))]),
    ...(inside ? [insideConjunct(view, filter, inside, kinds)] : []),
    ...(outside ? [outsideConjunct(view, filter, outside)] : []),
  ];
}

function insideConjunct(
  view: OpenSegment,
  filter: TestOf<'places'>['filter'],
  list: PlaceList,
  kinds: Kinds,
): Conjunct {
  const spans = spansOf(view, list, kinds);
  const plain = { sift: () => anySift(siftsOf(view, filter, list)), weight: WEIGHTS.place };
  if (spans === undefined) return plain;
  const exact = isByCode(list);
  const apart = exact && list.uniqueCodes?.length === 1;
  const size = spansSize(spans);
  return { ...plain, candidates: { size, exact, spans, inOrder: true, apart, ofKinds: true } };
}

function outsideConjunct(view: OpenSegment, filter: TestOf<'places'>['filter'], list: PlaceList): Conjunct {
  const outside = (): Sift => {
    const isInside = testOf([anySift(siftsOf(view, filter, list))]);
    return testSift((row) => !isInside(row));
  };
  return { sift: outside, weight: WEIGHTS.other };
}

function anySift(sifts: readonly Sift[]): Sift {
  const [only] = sifts;
  if (sifts.length === 1 && only) return only;
  const tests = sifts.map((sift) => testOf([sift]));
  return testSift((row) => tests.some((test) => test(row)));
}

const isByCode = ({ centerPoint, geoShapes }: PlaceList): boolean =>
  centerPoint === undefined && geoShapes === undefined;

/** A row in the list passes one of these. */
function siftsOf(view: OpenSegment, filter: TestOf<'places'>['filter'], list: PlaceList): Sift[] {
  const among = (name: string, values: readonly string[] | undefined): Sift[] => {
    if (values === undefined) return [];
    const { cells, codes } = view.coded(name);
    const wanted = new Set(values);
    const table = cellTable(cells, (cell) =>
      ((cell ?? []) as readonly string[]).some((one) => wanted.has(one)),
    );
    return [codesSift(codes, table)];
  };
  const { centerPoint, geoShapes } = list;
  return [
    ...among(PLACES.codes, list.uniqueCodes),
    ...among(PLACES.ids, list.ids),
    ...among(PLACES.postalCodes, list.postalCodes),
    ...(centerPoint ? [aroundSift(view, centerPoint)] : []),
    ...(geoShapes
      ? [testSift(rowTestOf(view, (cells) => kind.matches({ in: { geoShapes } }, filter, cells)))]
      : []),
  ];
}

/** To the last bit as the predicate reckons it. */
function aroundSift(view: OpenSegment, point: NonNullable<PlaceList['centerPoint']>): Sift {
  const figures = (name: string) => {
    const column = view.column(name);
    if (column.form !== 'figures') throw new Error(`${name} holds no figures`);
    return column.values;
  };
  const [x, y, z] = inSpace(point.longitude, point.latitude);
  return nearSift([figures(PLACES.x), figures(PLACES.y), figures(PLACES.z)], {
    x,
    y,
    z,
    reach: squaredReach(point.radiusKm),
  });
}

/** None when a part of the list has no lists of rows to look in. */
function spansOf(view: OpenSegment, list: PlaceList, kinds: Kinds): Span[] | undefined {
  if (list.ids !== undefined || list.postalCodes !== undefined) return undefined;
  const { divisions, squares } = view.segment;
  const spans: Span[] = [];
  for (const code of list.uniqueCodes ?? []) {
    const number = view.numberOfCode(code);
    if (number !== undefined) addSpans(spans, divisions, [number, number + 1], kinds);
  }
  for (const frame of framesOf(list))
    for (const stretch of squaresIn(frame)) addSpans(spans, squares, stretch, kinds);
  return spans;
}

/** The lists of some kinds of the numbers from one to before another. */
function addSpans(
  spans: Span[],
  { keys, starts, rows }: Lists,
  [from, to]: readonly [number, number],
  kinds: Kinds,
): void {
  const last = firstFrom(keys, to * KINDS);
  for (let at = firstFrom(keys, from * KINDS); at < last; at += 1) {
    const kind = (keys[at] as number) % KINDS;
    if (kinds(kind >>> 8, kind & 255))
      spans.push({ rows, start: starts[at] as number, end: starts[at + 1] as number });
  }
}

function* framesOf({ centerPoint, geoShapes = [] }: PlaceList): Generator<Frame> {
  if (centerPoint) yield frameAround(centerPoint.longitude, centerPoint.latitude, centerPoint.radiusKm);
  for (const { polygons } of geoShapes) yield* polygons;
}
