import type { AttributePath } from '../paths.ts';
import { vocabularyAt } from './builders.ts';
import type { FilterPart, PlacesFilter } from './kinds.ts';

const divisions = ['city', 'district', 'neighborhood', 'subNeighborhood'] as const;

const ofEachDivision = <Member extends 'id' | 'uniqueCode'>(member: Member): AttributePath[] =>
  divisions.map((division) => `property.location.${division}.${member}` as const);

const position: FilterPart = { reads: ['property.location.geometry'], columns: ['longitude', 'latitude'] };

/** The position also as a point in space: a distance is then three squares, without trigonometry for each row. */
const inSpace: FilterPart = { ...position, columns: [...position.columns, 'space_x', 'space_y', 'space_z'] };

const accuracy = vocabularyAt('property.location.accuracy');

export const placesFilter: PlacesFilter<'property.locations'> = {
  path: 'property.locations',
  kind: 'places',
  label: 'Places',
  description:
    'Where the property is, or is not. Ids and unique codes include everything below them in the administrative tree.',
  scope: 'property',
  operators: ['in', 'nin'],
  beside: {
    countryCode: { reads: ['property.location.countryCode'], columns: ['country_code'] },
    accuracy: {
      reads: ['property.location.accuracy'],
      columns: ['location_accuracy'],
      ...(accuracy && { vocabulary: accuracy }),
    },
  },
  inside: {
    // The columns include the codes and ids of ancestors, so that one lookup finds a whole region.
    uniqueCodes: { reads: ofEachDivision('uniqueCode'), columns: ['division_codes'] },
    ids: { reads: ofEachDivision('id'), columns: ['division_ids'] },
    postalCodes: {
      reads: [
        'property.location.district.postalCodes[]',
        'property.location.city.postalCodes[]',
        'property.location.stated.postalCode',
      ],
      columns: ['postal_codes'],
    },
    centerPoint: inSpace,
    geoShapes: position,
  },
};
