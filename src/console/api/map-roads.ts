import { sendRequest } from './client.ts';
import type { MapRoadsJson } from './generated/console.ts';

export interface RoadSquare {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

export const fetchMapRoads = ({ level, column, row }: RoadSquare): Promise<MapRoadsJson> =>
  sendRequest('/console/api/map-roads', { query: { level, column, row } });
