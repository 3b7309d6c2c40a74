import { choice, list, point, shape, shaped, text } from '../nodes.ts';
import { propertyVocabularies as words } from '../property-vocabularies.ts';

export const division = shape('AdministrativeDivision', 'A place of the administrative tree.', {
  iri: text('The path of the division in this API.', { format: 'uri-reference', required: true }),
  id: text('The id of the division.', { format: 'uuid', required: true }),
  name: text('Its name.', { required: true }),
  type: choice('Its level.', words.divisionType, { required: true }),
  uniqueCode: text('Its official code, as the criteria tree takes it.'),
  postalCodes: list('The postal codes it holds.', text('A postal code.')),
});

/** A place as its source names it, when no division matches: the country may not be loaded yet. */
export const statedPlace = shape('StatedPlace', 'A place in the words of its source.', {
  city: text('The town as the source writes it.'),
  postalCode: text('The postal code as the source writes it.'),
});

export const location = shape('PropertyLocation', 'Where the property is.', {
  geometry: point('The position, as a GeoJSON point.', { consolidate: 'most-accurate', change: 'GEO_POINT' }),
  accuracy: choice('How finely the position is known.', words.locationAccuracy, {
    consolidate: 'most-accurate',
    change: 'LOCATION_ACCURACY',
  }),
  address: text('The address as the sources give it.', {
    consolidate: 'most-accurate',
    change: 'ADDRESS',
    maxLength: 500,
    ifLonger: 'cut',
  }),
  countryCode: text('ISO 3166-1 alpha-2 code of the country.', {
    consolidate: 'computed',
    pattern: '^[A-Z]{2}$',
  }),
  city: shaped('The municipality.', division, { consolidate: 'computed', change: 'CITY' }),
  district: shaped('The municipal district, in a city that has them.', division, {
    consolidate: 'computed',
    change: 'DISTRICT',
  }),
  neighborhood: shaped('The neighbourhood.', division, { consolidate: 'computed', change: 'NEIGHBORHOOD' }),
  subNeighborhood: shaped('The part of the neighbourhood.', division, {
    consolidate: 'computed',
    change: 'NEIGHBORHOOD',
  }),
  stated: shaped('Town and postal code as stated, where no division is known for them.', statedPlace, {
    consolidate: 'computed',
  }),
});
