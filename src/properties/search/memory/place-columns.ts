import { filters } from '../../../catalogue/filters.ts';
import { placeColumnNames } from '../../../criteria/kinds/place-columns.ts';
import { MapGrid } from '../../../lib/map-grid.ts';

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
/** Nearly every query with a place names these too. */
export const TRANSACTION_COLUMN = columnAt('property.transaction.type');
export const TYPE_COLUMN = columnAt('property.type');

/** The cells of the grid postings: 0.02 degrees, about 2 km. */
export const postingGrid = new MapGrid(20_000);
