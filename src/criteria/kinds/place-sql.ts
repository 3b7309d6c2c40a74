import type { Polygon } from '../../lib/polygon-edges.ts';
import { boxAroundPoint, type SearchBox, squaredChord, toSpacePoint } from '../../lib/sphere.ts';
import type { CenterPoint, PlaceList } from '../tree.ts';
import type { SqlWriter } from './kind.ts';
import type { placeColumnNames } from './place-columns.ts';

type ColumnNames = ReturnType<typeof placeColumnNames>;

/** In any of the places; null when the position is unknown and no other place matches. */
export function listSql(list: PlaceList, names: ColumnNames, write: SqlWriter): string {
  const among = (column: string, type: string, values?: readonly string[]) =>
    values ? [`${write.column(column)} && ${write.bind(values, type)}`] : [];
  const shorter = list.uniqueCodes && write.inDivisions?.(list.uniqueCodes, write);
  const polygons = list.geoShapes?.flatMap((shape) => shape.polygons) ?? [];
  const conditions = [
    ...(shorter === undefined ? among(names.codes, 'text[]', list.uniqueCodes) : [shorter]),
    ...among(names.ids, 'uuid[]', list.ids),
    ...among(names.postalCodes, 'text[]', list.postalCodes),
    ...(list.centerPoint ? [nearSql(list.centerPoint, names, write)] : []),
    ...polygons.map((polygon) => polygonSql(polygon, names, write)),
  ];
  return conditions.length === 1 ? conditions.join() : `(${conditions.join(' or ')})`;
}

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
  const within = `${x} >= ${number(polygon.west)} and ${x} <= ${number(polygon.east)} and ${y} >= ${number(polygon.south)} and ${y} <= ${number(polygon.north)}`;
  const lists = [polygon.x1, polygon.y1, polygon.y2, polygon.slope].map((list) =>
    write.bind(list, 'double precision[]'),
  );
  const crossed = `(edge.y1 > ${y}) <> (edge.y2 > ${y}) and ${x} < edge.x1 + (${y} - edge.y1) * edge.slope`;
  return `(${box} and ${within} and (select count(*) % 2 = 1 from unnest(${lists.join(', ')}) as edge (x1, y1, y2, slope) where ${crossed}))`;
}
