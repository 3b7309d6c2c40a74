import { filters } from '../../../catalogue/filters.ts';
import { placeNames } from '../../../criteria/kinds/place-columns.ts';
import type { Frame } from '../../../lib/sphere.ts';

const filterAt = (path: string) => {
  const found = filters.find((filter) => filter.path === path);
  if (found === undefined) throw new Error(`there is no filter ${path}`);
  return found;
};

const columnAt = (path: string): string => {
  const filter = filterAt(path);
  if (!('column' in filter)) throw new Error(`${path} has no column of its own`);
  return filter.column;
};

const places = filters.find((filter) => filter.kind === 'places');
if (places === undefined) throw new Error('there is no filter of places');

export const PLACES = placeNames(places);
/** What nearly every question names beside a place. */
export const TRANSACTION = columnAt('property.transaction.type');
export const TYPE = columnAt('property.type');

/** Squares of the map, in degrees: some two kilometres. */
const SQUARE = 0.02;
const COLUMN = 360 / SQUARE;

const across = (longitude: number): number => Math.floor((longitude + 180) / SQUARE);
const up = (latitude: number): number => Math.floor((latitude + 90) / SQUARE);

export const squareOf = (longitude: number, latitude: number): number =>
  across(longitude) * COLUMN + up(latitude);

/** The squares that a frame touches, as stretches of numbers that follow each other, the end left out. */
export function* squaresIn({ west, south, east, north }: Frame): Generator<readonly [number, number]> {
  for (let column = across(west); column <= across(east); column += 1)
    yield [column * COLUMN + up(south), column * COLUMN + up(north) + 1];
}
