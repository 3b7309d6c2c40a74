import { places as kind } from '../../../criteria/kinds/places.ts';
import type { Cell } from '../../../criteria/readable.ts';
import type { PlaceList, TestOf } from '../../../criteria/tree.ts';
import { type Frame, frameAround } from '../../../lib/sphere.ts';
import { KINDS } from './build-segment.ts';
import { type Conjunct, cellTable, codedConjunct, type RowTest, spansSize } from './conjunct.ts';
import { firstFrom, type Span, spanBetween } from './lists.ts';
import type { OpenSegment } from './open-segment.ts';
import { PLACES, squaresIn } from './places-of.ts';
import { rowTestOf } from './row-cells.ts';

/** Which transactions and types the rest of the question leaves: lists of others are not looked at. */
export type Kinds = (transaction: number, type: number) => boolean;

export function placeConjuncts(
  view: OpenSegment,
  { filter, asked }: TestOf<'places'>,
  kinds: Kinds,
): Conjunct[] {
  const { countryCode, accuracy, in: inside, nin: outside } = asked;
  const anyInside = inside && anyOf(view, filter, inside);
  const anyOutside = outside && anyOf(view, filter, outside);
  const spans = inside && spansOf(view, inside, kinds);
  return [
    ...(countryCode === undefined
      ? []
      : [codedConjunct(view, { name: PLACES.country }, (cell) => cell === countryCode)]),
    ...(accuracy === undefined
      ? []
      : [codedConjunct(view, { name: PLACES.accuracy }, (cell) => accuracy.includes(cell as string))]),
    ...(anyInside
      ? [
          {
            test: anyInside,
            ...(spans && { candidates: { size: spansSize(spans), exact: isByCode(inside), spans } }),
          },
        ]
      : []),
    ...(anyOutside ? [{ test: (row: number) => !anyOutside(row) }] : []),
  ];
}

const isByCode = ({ centerPoint, geoShapes }: PlaceList): boolean =>
  centerPoint === undefined && geoShapes === undefined;

function anyOf(view: OpenSegment, filter: TestOf<'places'>['filter'], list: PlaceList): RowTest {
  const among = (name: string, values: readonly string[] | undefined): RowTest[] => {
    if (values === undefined) return [];
    const { cells, codes } = view.coded(name);
    const wanted = new Set(values);
    const holds = cellTable(cells, (cell: Cell) =>
      ((cell ?? []) as readonly string[]).some((one) => wanted.has(one)),
    );
    return [(row) => holds(codes[row] as number)];
  };
  const { centerPoint, geoShapes } = list;
  const measured = {
    ...(centerPoint && { centerPoint }),
    ...(geoShapes && { geoShapes }),
  };
  const tests = [
    ...among(PLACES.codes, list.uniqueCodes),
    ...among(PLACES.ids, list.ids),
    ...among(PLACES.postalCodes, list.postalCodes),
    ...(isByCode(list) ? [] : [rowTestOf(view, (cells) => kind.matches({ in: measured }, filter, cells))]),
  ];
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return only;
  return (row) => tests.some((test) => test(row));
}

/** None when a part of the list has no lists of rows to look in. */
function spansOf(view: OpenSegment, list: PlaceList, kinds: Kinds): Span[] | undefined {
  if (list.ids !== undefined || list.postalCodes !== undefined) return undefined;
  const { divisions, squares } = view.segment;
  const spans: Span[] = [];
  for (const code of list.uniqueCodes ?? []) {
    const number = view.numberOfCode(code);
    if (number === undefined) continue;
    const { keys, starts, rows } = divisions;
    const last = firstFrom(keys, (number + 1) * KINDS);
    for (let at = firstFrom(keys, number * KINDS); at < last; at += 1) {
      const kind = (keys[at] as number) - number * KINDS;
      if (kinds(kind >>> 8, kind & 255))
        spans.push({ rows, start: starts[at] as number, end: starts[at + 1] as number });
    }
  }
  const frames = [...framesOf(list)];
  for (const frame of frames)
    for (const [from, to] of squaresIn(frame)) spans.push(spanBetween(squares, from, to));
  return frames.length === 0 ? spans : [...spans, { rows: squares.rows, start: 0, end: 0 }];
}

function* framesOf({ centerPoint, geoShapes = [] }: PlaceList): Generator<Frame> {
  if (centerPoint) yield frameAround(centerPoint.longitude, centerPoint.latitude, centerPoint.radiusKm);
  for (const { polygons } of geoShapes) yield* polygons;
}
