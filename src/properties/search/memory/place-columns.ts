import { filters } from '../../../catalogue/filters.ts';
import { placeColumnNames } from '../../../criteria/kinds/place-columns.ts';
import type { SearchBox } from '../../../lib/sphere.ts';

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

export const PLACE_COLUMNS = placeColumnNames(places);
/** What nearly every question names beside a place. */
export const TRANSACTION_COLUMN = columnAt('property.transaction.type');
export const TYPE_COLUMN = columnAt('property.type');

/** Squares of the map, in degrees: some two kilometres. */
const GRID_CELL_DEGREES = 0.02;
const CELLS_PER_COLUMN = 360 / GRID_CELL_DEGREES;

const gridColumn = (longitude: number): number => Math.floor((longitude + 180) / GRID_CELL_DEGREES);
const gridRow = (latitude: number): number => Math.floor((latitude + 90) / GRID_CELL_DEGREES);

export const gridCellOf = (longitude: number, latitude: number): number =>
  gridColumn(longitude) * CELLS_PER_COLUMN + gridRow(latitude);

/** The squares that a frame touches, as stretches of numbers that follow each other, the end left out. */
export function* gridCellRanges({
  west,
  south,
  east,
  north,
}: SearchBox): Generator<readonly [number, number]> {
  for (let column = gridColumn(west); column <= gridColumn(east); column += 1)
    yield [column * CELLS_PER_COLUMN + gridRow(south), column * CELLS_PER_COLUMN + gridRow(north) + 1];
}
