import { Type } from 'typebox';
import { listMapRoads } from '../../geo/map-roads.ts';
import { ROAD_CLASSES, ROAD_LEVELS } from '../../lib/road-levels.ts';
import { listedResource } from '../resource.ts';
import { type Route, readOne } from '../route.ts';
import { consoleRouteBase } from './action-route.ts';

const closed = { additionalProperties: false };
const MAX_COLUMN = 180 / Math.min(...ROAD_LEVELS.map(({ squareDegrees }) => squareDegrees));

const square = listedResource(
  'MapRoads',
  Type.Object(
    {
      id: Type.String({ description: 'Level, column and row of the square.' }),
      hasRoads: Type.Boolean({ description: 'Whether any roads are imported, here or elsewhere.' }),
      lines: Type.Array(
        Type.Object(
          {
            class: Type.Enum([...ROAD_CLASSES]),
            ref: Type.Optional(Type.String({ description: 'The number of the road.' })),
            name: Type.Optional(Type.String()),
            steps: Type.Array(Type.Integer(), {
              description: 'Steps in units of the level, longitude and latitude alternating.',
            }),
          },
          closed,
        ),
      ),
      credits: Type.Array(
        Type.Object(
          {
            text: Type.String(),
            url: Type.Optional(Type.String()),
            licence: Type.Optional(Type.String()),
          },
          closed,
        ),
        { description: 'Whom the map names for these lines.' },
      ),
    },
    closed,
  ),
);

/** By squares of a level, each of which a map reads once. */
export const mapRoadRoutes: Route[] = [
  readOne({
    ...consoleRouteBase,
    path: '/console/api/map-roads',
    operationId: 'getMapRoads',
    tag: 'Homes',
    summary: 'Get the main roads in a square of the map',
    description:
      'Of files that the operator imported, generalised for the zooms of a level; empty without any.',
    resource: square,
    query: Type.Object(
      {
        level: Type.Integer({
          minimum: 0,
          maximum: ROAD_LEVELS.length - 1,
          description: `Squares of ${ROAD_LEVELS.map((level) => `${level.squareDegrees}°`).join(', ')}.`,
        }),
        column: Type.Integer({
          minimum: -MAX_COLUMN,
          maximum: MAX_COLUMN,
          description: 'Where the square begins in the west, in squares of the level.',
        }),
        row: Type.Integer({
          minimum: -MAX_COLUMN / 2,
          maximum: MAX_COLUMN / 2,
          description: 'Where it begins in the south.',
        }),
      },
      closed,
    ),
    async find({ reads, query: { level, column, row } }) {
      return { id: `${level}_${column}_${row}`, ...(await listMapRoads(reads, level, { column, row })) };
    },
  }),
];
