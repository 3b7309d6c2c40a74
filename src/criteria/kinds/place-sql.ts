import { partitionPoint } from '../../lib/lower-bound.ts';
import type { Polygon } from '../../lib/polygon-edges.ts';
import { boxAroundPoint, type SearchBox, squaredChord, toSpacePoint } from '../../lib/sphere.ts';
import type { CenterPoint, PlaceList } from '../tree.ts';
import { valuesSql } from './joined-texts.ts';
import type { SqlWriter } from './kind.ts';
import type { placeColumnNames } from './place-columns.ts';

type ColumnNames = ReturnType<typeof placeColumnNames>;

/** In any of the places; null when the position is unknown and no other place matches. */
export function listSql(list: PlaceList, names: ColumnNames, write: SqlWriter): string {
  const among = (column: string, values?: readonly string[]) =>
    values ? [`${valuesSql(write.column(column))} && ${write.bind(values, 'text[]')}`] : [];
  const shorter = list.uniqueCodes && write.inDivisions?.(list.uniqueCodes, write);
  const polygons = list.geoShapes?.flatMap((shape) => shape.polygons) ?? [];
  const conditions = [
    ...(shorter === undefined ? among(names.codes, list.uniqueCodes) : [shorter]),
    ...(list.divisions ?? []).map((division) => divisionSql(division, names, write)),
    ...(list.ids ? [`${write.column(names.ids)} && ${write.bind(list.ids, 'uuid[]')}`] : []),
    ...among(names.postalCodes, list.postalCodes),
    ...(list.centerPoint ? [nearSql(list.centerPoint, names, write)] : []),
    ...polygons.map((polygon) => polygonSql(polygon, names, write)),
  ];
  return conditions.length === 1 ? conditions.join() : `(${conditions.join(' or ')})`;
}

const divisionSql = (
  { code, countryCode }: NonNullable<PlaceList['divisions']>[number],
  names: ColumnNames,
  write: SqlWriter,
): string =>
  `(${write.column(names.country)} = ${write.bind(countryCode, 'text')} and ${valuesSql(write.column(names.codes))} && ${write.bind([code], 'text[]')})`;

/** A bounding box that an index over points can use. It is slightly wider; the condition after it is exact. */
function boxSql({ west, south, east, north }: SearchBox, names: ColumnNames, write: SqlWriter): string {
  const box = write.bind(`(${east},${north}),(${west},${south})`, 'box');
  return `point(${write.column(names.longitude)}, ${write.column(names.latitude)}) <@ ${box}`;
}

function nearSql(
  { longitude, latitude, radiusKm }: CenterPoint,
  names: ColumnNames,
  write: SqlWriter,
): string {
  const box = boxSql(boxAroundPoint(longitude, latitude, radiusKm), names, write);
  const centre = toSpacePoint(longitude, latitude);
  const squares = [names.x, names.y, names.z].map((name, axis) => {
    const distance = `(${write.column(name)} - ${write.bind(centre[axis], 'double precision')})`;
    return `${distance} * ${distance}`;
  });
  return `(${box} and ${squares.join(' + ')} <= ${write.bind(squaredChord(radiusKm), 'double precision')})`;
}

/** A metre, for the index alone. */
const MARGIN = 1e-5;

/** Even-odd rule over the edges, with the same numbers in the same order as `polygonHolds`. */
function polygonSql(polygon: Polygon, names: ColumnNames, write: SqlWriter): string {
  const [x, y] = [write.column(names.longitude), write.column(names.latitude)];
  const number = (value: number) => write.bind(value, 'double precision');
  const box = boxSql(
    {
      west: polygon.west - MARGIN,
      south: polygon.south - MARGIN,
      east: polygon.east + MARGIN,
      north: polygon.north + MARGIN,
    },
    names,
    write,
  );
  if (isRectangle(polygon))
    return `(${box} and ${x} >= ${number(polygon.west)} and ${x} < ${number(polygon.east)} and ${y} >= ${number(polygon.south)} and ${y} < ${number(polygon.north)})`;
  const within = `${x} >= ${number(polygon.west)} and ${x} <= ${number(polygon.east)} and ${y} >= ${number(polygon.south)} and ${y} <= ${number(polygon.north)}`;
  const crossed = `(edge.y1 > ${y}) <> (edge.y2 > ${y}) and ${x} < edge.x1 + (${y} - edge.y1) * edge.slope`;
  const isInside = ({ x1, y1, y2, slope }: Edges): string => {
    // As text: the driver quotes each number of an array, which took 40 ms for the shapes of a body of 512 KiB.
    const lists = [x1, y1, y2, slope].map((list) => write.bind(`{${list.join()}}`, 'double precision[]'));
    return `(select count(*) % 2 = 1 from unnest(${lists.join(', ')}) as edge (x1, y1, y2, slope) where ${crossed})`;
  };
  const [last, ...others] = splitIntoBands(polygon).toReversed();
  const cases = others
    .toReversed()
    .map((band) => `when ${y} < ${number(band.north)} then ${isInside(band)}`)
    .join(' ');
  const rest = isInside(last ?? polygon);
  return `(${box} and ${within} and ${cases === '' ? rest : `case ${cases} else ${rest} end`})`;
}

/** The viewport of a map. By the even-odd rule it contains its west and south sides alone. */
const isRectangle = ({ west, south, east, north, x1, y1, y2, slope }: Polygon): boolean =>
  x1.length === 2 &&
  slope.every((one) => one === 0) &&
  x1.includes(west) &&
  x1.includes(east) &&
  y1.every(
    (one, at) => Math.min(one, y2[at] as number) === south && Math.max(one, y2[at] as number) === north,
  );

type Edges = Pick<Polygon, 'x1' | 'y1' | 'y2' | 'slope'>;

interface Band extends Record<keyof Edges, number[]> {
  readonly north: number;
}

const MIN_BANDED_EDGES = 32;
const MAX_BANDS = 32;

/**
 * Bands of latitude from south to north, each with the edges that a line of its latitude can cross; the others never
 * count. Without bands the server lists all edges for every row: ten times as long for 500 corners.
 */
function splitIntoBands(polygon: Polygon): readonly (Edges & { readonly north: number })[] {
  const { x1, y1, y2, slope } = polygon;
  if (x1.length < MIN_BANDED_EDGES) return [{ x1, y1, y2, slope, north: polygon.north }];
  const latitudes = y1.toSorted((one, other) => one - other);
  const count = Math.min(MAX_BANDS, Math.ceil(x1.length / 8));
  const norths = Array.from({ length: count }, (_, at) =>
    at === count - 1 ? Infinity : (latitudes[Math.floor(((at + 1) * latitudes.length) / count)] as number),
  );
  const bands = [...new Set(norths)].map((north) => ({ x1: [], y1: [], y2: [], slope: [], north }) as Band);
  for (let edge = 0; edge < x1.length; edge += 1) {
    const [from, to] = [y1[edge] as number, y2[edge] as number];
    const high = Math.max(from, to);
    let at = partitionPoint(0, bands.length, (band) => (bands[band] as Band).north <= Math.min(from, to));
    for (let south = -Infinity; at < bands.length && south <= high; at += 1) {
      const band = bands[at] as Band;
      band.x1.push(x1[edge] as number);
      band.y1.push(from);
      band.y2.push(to);
      band.slope.push(slope[edge] as number);
      south = band.north;
    }
  }
  return bands;
}
