import { MapGrid } from '../../../lib/map-grid.ts';

/** The cells of the grid postings: 0.02 degrees, about 2 km. */
export const postingGrid = new MapGrid(20_000);
