import type { PlacesFilter } from '../../catalogue/filters/kinds.ts';
import { polygonContains } from '../../lib/polygon-edges.ts';
import { squaredChord, toSpacePoint } from '../../lib/sphere.ts';
import { isUuid } from '../../lib/uuid.ts';
import { MAX_RADIUS_KM } from '../limits.ts';
import {
  type ParseContext,
  readJsonList,
  readJsonMembers,
  readJsonNumber,
  readJsonText,
  wordReader,
} from '../parse-context.ts';
import type { CenterPoint, GeoShape, PlaceList, PlacesOperand } from '../tree.ts';
import { readShapes } from './geo-shape.ts';
import type { CellReaderFactory, FilterKindSpec, RowTest, SqlWriter } from './kind.ts';
import { explainPlace, placeColumnNames, placeColumns } from './place-columns.ts';
import { placesSchema } from './place-schema.ts';
import { listSql } from './place-sql.ts';
import { CODE_TYPE, codesOfValues } from './value-codes.ts';

const members = ['countryCode', 'in', 'nin', 'accuracy'] as const;

function readCountry(json: unknown, context: ParseContext): string | undefined {
  const code = readJsonText(json, context);
  if (code === undefined || /^[A-Z]{2}$/.test(code)) return code;
  return context.error('wrong_format', 'Must be a country code of two capital letters (ISO 3166-1).');
}

function parse(json: unknown, { beside }: PlacesFilter, context: ParseContext): PlacesOperand | undefined {
  const given = readJsonMembers(json, members, context);
  if (given === undefined) return undefined;
  if (given.size === 0) return context.error('required', `Give at least one of ${members.join(', ')}.`);
  const accuracies = beside.accuracy.vocabulary?.values ?? [];
  const readers = {
    countryCode: readCountry,
    accuracy: (list: unknown, at: ParseContext) => readJsonList(list, at, wordReader(accuracies)),
    in: readPlaceList,
    nin: readPlaceList,
  };
  const mentionedBefore = context.findings.mentions.length;
  const read = members
    .filter((name) => given.has(name))
    .map((name) => [name, readers[name](given.get(name), context.member(name))] as const);
  const countryCode = given.get('countryCode');
  if (typeof countryCode === 'string')
    for (const mention of context.findings.mentions.slice(mentionedBefore)) mention.countryCode = countryCode;
  return read.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(read);
}

const shapesJson = (shapes: readonly GeoShape[]) => shapes.map(({ geometry }) => geometry);

const listJson = ({ geoShapes, ...list }: PlaceList) => ({
  ...list,
  ...(geoShapes && { geoShapes: shapesJson(geoShapes) }),
});

/** In any of the places. */
function isIn(list: PlaceList, filter: PlacesFilter, cells: CellReaderFactory): RowTest {
  const names = placeColumnNames(filter);
  const among = (column: string, values: readonly string[] = []): RowTest[] => {
    const [cell, wanted] = [cells(column), new Set(values)];
    return values.length === 0
      ? []
      : [(property, at) => (cell(property, at) as readonly string[]).some((one) => wanted.has(one))];
  };
  const tests = [
    ...among(names.codes, list.uniqueCodes),
    ...among(names.ids, list.ids),
    ...divisionTests(list, names, cells),
    ...among(names.postalCodes, list.postalCodes),
    ...nearTest(list, names, cells),
    ...shapesTest(list, names, cells),
  ];
  return (property, at) => tests.some((test) => test(property, at));
}

type ColumnNames = ReturnType<typeof placeColumnNames>;

function divisionTests(
  { divisions = [] }: PlaceList,
  names: ColumnNames,
  cells: CellReaderFactory,
): RowTest[] {
  const [codes, country] = [cells(names.codes), cells(names.country)];
  return divisions.map(
    ({ code, countryCode }) =>
      (property, at) =>
        country(property, at) === countryCode && (codes(property, at) as readonly string[]).includes(code),
  );
}

function nearTest({ centerPoint }: PlaceList, names: ColumnNames, cells: CellReaderFactory): RowTest[] {
  if (centerPoint === undefined) return [];
  const [cx, cy, cz] = toSpacePoint(centerPoint.longitude, centerPoint.latitude);
  const reach = squaredChord(centerPoint.radiusKm);
  const [x, y, z] = [cells(names.x), cells(names.y), cells(names.z)];
  return [
    (property, at) => {
      const across = x(property, at) as number | null;
      if (across === null) return false;
      const [dx, dy, dz] = [across - cx, (y(property, at) as number) - cy, (z(property, at) as number) - cz];
      return dx * dx + dy * dy + dz * dz <= reach;
    },
  ];
}

function shapesTest({ geoShapes = [] }: PlaceList, names: ColumnNames, cells: CellReaderFactory): RowTest[] {
  const polygons = geoShapes.flatMap((shape) => shape.polygons);
  const [longitude, latitude] = [cells(names.longitude), cells(names.latitude)];
  if (polygons.length === 0) return [];
  return [
    (property, at) => {
      const x = longitude(property, at) as number | null;
      return (
        x !== null &&
        polygons.some((polygon) => polygonContains(polygon, x, latitude(property, at) as number))
      );
    },
  ];
}

function accuracySql(accuracy: readonly string[], filter: PlacesFilter, write: SqlWriter): string {
  const { vocabulary } = filter.beside.accuracy;
  const codes = vocabulary ? codesOfValues(vocabulary, accuracy) : [];
  return `${write.column(placeColumnNames(filter).accuracy)} = any (${write.bind(codes, `${CODE_TYPE}[]`)})`;
}

/**
 * Country, accuracy, `in` and `nin` must all hold. A property of unknown location is in no place, so it passes
 * `nin`.
 */
export const placesKind: FilterKindSpec<PlacesFilter, PlacesOperand> = {
  parse,
  json: ({ in: inside, nin: outside, ...beside }) => ({
    ...beside,
    ...(inside && { in: listJson(inside) }),
    ...(outside && { nin: listJson(outside) }),
  }),
  columns: placeColumns,
  schema: placesSchema,
  matches({ countryCode, accuracy, in: inside, nin: outside }, filter, cells) {
    const names = placeColumnNames(filter);
    const [country, fineness] = [cells(names.country), cells(names.accuracy)];
    const isInside = inside && isIn(inside, filter, cells);
    const isOutside = outside && isIn(outside, filter, cells);
    return (property, at) => {
      if (countryCode !== undefined && country(property, at) !== countryCode) return false;
      if (accuracy !== undefined && !accuracy.includes(fineness(property, at) as string)) return false;
      return (isInside?.(property, at) ?? true) && !(isOutside?.(property, at) ?? false);
    };
  },
  explain: (_, filter, cells) => explainPlace(filter, cells),
  sql({ countryCode, accuracy, in: inside, nin: outside }, filter, write) {
    const names = placeColumnNames(filter);
    return [
      ...(countryCode === undefined
        ? []
        : [`${write.column(names.country)} = ${write.bind(countryCode, 'text')}`]),
      ...(accuracy ? [accuracySql(accuracy, filter, write)] : []),
      ...(inside ? [listSql(inside, names, write)] : []),
      ...(outside ? [`not coalesce(${listSql(outside, names, write)}, false)`] : []),
    ].join(' and ');
  },
};

const LONGITUDES = { minimum: -180, maximum: 180 };
const LATITUDES = { minimum: -90, maximum: 90 };
/** A metre: a smaller circle finds nothing but equal coordinates. */
const MIN_RADIUS_KM = 0.001;

function readCenterPoint(json: unknown, context: ParseContext): CenterPoint | undefined {
  const bounds = {
    latitude: LATITUDES,
    longitude: LONGITUDES,
    radiusKm: { minimum: MIN_RADIUS_KM, maximum: MAX_RADIUS_KM },
  };
  const members = readJsonMembers(json, Object.keys(bounds), context);
  if (members === undefined) return undefined;
  const numbers = Object.entries(bounds).map(([name, limits]) => {
    const at = context.member(name);
    if (!members.has(name)) return [name, at.error('required', `The member "${name}" is required.`)];
    return [name, readJsonNumber(members.get(name), at, limits)];
  });
  return numbers.some(([, number]) => number === undefined)
    ? undefined
    : (Object.fromEntries(numbers) as CenterPoint);
}

function readId(json: unknown, context: ParseContext): string | undefined {
  const text = readJsonText(json, context);
  if (text === undefined) return undefined;
  if (!isUuid(text)) return context.error('wrong_format', 'Must be a valid uuid.');
  const id = text.toLowerCase();
  context.addPlaceReference({ id });
  return id;
}

function readCode(json: unknown, context: ParseContext): string | undefined {
  const code = readJsonText(json, context);
  if (code !== undefined) context.addPlaceReference({ code });
  return code;
}

/** What a client may send. */
type SentList = Omit<PlaceList, 'divisions'>;

const readers: {
  readonly [Name in keyof SentList]-?: (json: unknown, context: ParseContext) => SentList[Name] | undefined;
} = {
  uniqueCodes: (json, context) => readJsonList(json, context, readCode),
  ids: (json, context) => readJsonList(json, context, readId),
  postalCodes: (json, context) => readJsonList(json, context, (one, at) => readJsonText(one, at)),
  centerPoint: readCenterPoint,
  geoShapes: readShapes,
};

const placeMembers = Object.keys(readers) as (keyof SentList)[];

/** The places of `in` or of `nin`. */
function readPlaceList(json: unknown, context: ParseContext): PlaceList | undefined {
  const members = readJsonMembers(json, placeMembers, context);
  if (members === undefined) return undefined;
  if (members.size === 0)
    return context.error('required', `Give at least one of ${placeMembers.join(', ')}.`);
  const read = placeMembers
    .filter((name) => members.has(name))
    .map((name) => [name, readers[name](members.get(name), context.member(name))] as const);
  return read.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(read);
}
