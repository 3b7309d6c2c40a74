import { Type } from 'typebox';
import { listMapContours } from '../../geo/map-contours.ts';
import { listedResource } from '../resource.ts';
import { type Route, readOne } from '../route.ts';
import { consoleRouteBase } from './action-route.ts';

const closed = { additionalProperties: false };
const SQUARES_PER_DEGREE = 2;

const square = listedResource(
  'MapContours',
  Type.Object(
    {
      id: Type.String({ description: 'Column and row of the square.' }),
      contours: Type.Array(
        Type.Object(
          {
            id: Type.String({ format: 'uuid' }),
            rings: Type.Array(Type.Array(Type.Integer()), {
              description: 'Steps in ten thousandths of a degree, longitude and latitude alternating.',
            }),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
);

const halfDegrees = (limit: number, description: string) =>
  Type.Integer({
    minimum: -limit * SQUARES_PER_DEGREE,
    maximum: limit * SQUARES_PER_DEGREE - 1,
    description,
  });

/** By squares, so that a browser that was there before has them. */
export const mapContourRoutes: Route[] = [
  readOne({
    ...consoleRouteBase,
    path: '/console/api/map-contours',
    operationId: 'getMapContours',
    tag: 'Homes',
    summary: 'Get the contours of communes in a square of the map',
    description:
      'Of the packages of a country and of files that the operator imported; empty where none is known.',
    resource: square,
    query: Type.Object(
      {
        column: halfDegrees(180, 'Where the square begins in the west, in half degrees: 4 is 2° east.'),
        row: halfDegrees(90, 'Where it begins in the south: 97 is 48.5° north.'),
      },
      closed,
    ),
    async find({ reads, query: { column, row } }) {
      const [west, south] = [column / SQUARES_PER_DEGREE, row / SQUARES_PER_DEGREE];
      const side = 1 / SQUARES_PER_DEGREE;
      const box = { west, south, east: west + side, north: south + side };
      return { id: `${column}_${row}`, contours: await listMapContours(reads, box) };
    },
  }),
];
