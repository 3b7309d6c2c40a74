import type { Box } from './fit.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What a map shows: positions are shares of the width of the world, from its north-west corner. */
export interface MapView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** The width of the world in the outline of the first frame: one is about two kilometres. */
export const OUTLINE_UNITS = 2 ** 14;
const TILE_PX = 512;
/** As the map: space around the homes, and no closer than a quarter of a town. */
export const FIT_PADDING_PX = 50;
export const MAX_FIT_ZOOM = 14;
/** Where the projection of web maps ends. */
const MAX_LATITUDE = 85.05;

export const toWorldX = (longitude: number): number => (longitude + 180) / 360;
export function toWorldY(latitude: number): number {
  const clamped = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude));
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (clamped * Math.PI) / 360)) / (2 * Math.PI);
}

const toLatitude = (y: number): number => (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90;

/** Pixels from one side of the world to the other. */
export const worldPx = (zoom: number): number => TILE_PX * 2 ** zoom;

/** The view that the map itself takes to show a box. */
export function fitView({ west, south, east, north }: Box, { width, height }: Size): MapView {
  const [left, right, top, bottom] = [toWorldX(west), toWorldX(east), toWorldY(north), toWorldY(south)];
  const room = (px: number): number => Math.max(1, px - 2 * FIT_PADDING_PX);
  const pixels = Math.min(room(width) / (right - left), room(height) / (bottom - top));
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    zoom: Math.min(MAX_FIT_ZOOM, Math.log2(pixels / TILE_PX)),
  };
}

export function viewBox({ x, y, zoom }: MapView, { width, height }: Size): Box {
  const pixels = worldPx(zoom);
  const [left, right] = [x - width / 2 / pixels, x + width / 2 / pixels];
  const [top, bottom] = [y - height / 2 / pixels, y + height / 2 / pixels];
  return {
    west: Math.max(-180, left * 360 - 180),
    south: Math.max(-MAX_LATITUDE, toLatitude(bottom)),
    east: Math.min(180, right * 360 - 180),
    north: Math.min(MAX_LATITUDE, toLatitude(top)),
  };
}

/** Longitude and latitude of shares of the world. */
export const toPosition = (x: number, y: number): [number, number] => [x * 360 - 180, toLatitude(y)];

export const viewCenter = ({ x, y }: MapView): [number, number] => toPosition(x, y);

/** Pixels from the north-west corner of a view. */
export const projectInto =
  ({ x, y, zoom }: MapView, { width, height }: Size) =>
  ([longitude, latitude]: readonly [number, number]): [number, number] => [
    width / 2 + (toWorldX(longitude) - x) * worldPx(zoom),
    height / 2 + (toWorldY(latitude) - y) * worldPx(zoom),
  ];
