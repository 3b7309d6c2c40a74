import { filters } from '../../catalogue/filters.ts';
import { placeColumnNames } from '../../criteria/kinds/place-columns.ts';

const places = filters.find((filter) => filter.kind === 'places');
if (places === undefined) throw new Error('there is no filter of places');

export const placeFilter = places;
export const PLACE_COLUMNS = placeColumnNames(places);
