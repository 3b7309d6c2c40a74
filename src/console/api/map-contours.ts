import { sendRequest } from './client.ts';
import type { MapContoursJson } from './generated/console.ts';

/** Squares of the map for which contours are read, in each degree. */
export const SQUARES_PER_DEGREE = 2;

export interface MapSquare {
  readonly column: number;
  readonly row: number;
}

export const fetchMapContours = ({ column, row }: MapSquare): Promise<MapContoursJson> =>
  sendRequest('/console/api/map-contours', { query: { column, row } });
