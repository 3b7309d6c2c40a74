import { choice, flag, integer, list, object, shape } from '../nodes.ts';
import { propertyVocabularies as words } from '../property-vocabularies.ts';
import { energy } from './energy.ts';
import { amenityFlags } from './features.ts';

export const building = shape('PropertyBuilding', 'The building the unit is in.', {
  constructionYear: integer('The year the building was built.', { consolidate: 'min' }),
  renovationYear: integer('The year the building was last renovated.', { consolidate: 'latest' }),
  constructionType: choice('The style or main material of the building.', words.constructionType, {
    consolidate: 'most-frequent',
  }),
  condition: choice('The state of repair of the building.', words.condition, {
    consolidate: 'most-frequent',
  }),
  floors: integer('Floors above the ground floor.', { consolidate: 'max', minimum: 0 }),
  numberOfLots: integer('Lots in the condominium.', { consolidate: 'max', minimum: 0 }),
  legalStatus: object('The legal standing of the condominium.', {
    underLegalProceedings: flag('The condominium is under legal proceedings.', { consolidate: 'true-wins' }),
  }),
  energy: energy('building'),
});

export const amenities = shape('PropertyAmenities', 'What the building or estate offers.', {
  parking: object(
    'Parking shared by the building.',
    {
      type: choice('The kind of the spaces.', words.parkingType, { consolidate: 'most-frequent' }),
      spaces: integer('How many spaces there are.', { consolidate: 'max', minimum: 0 }),
    },
    { change: 'FEATURES' },
  ),
  ...amenityFlags,
  connectivity: list('The networks that reach it.', choice('A network.', words.connectivity), {
    consolidate: 'union',
  }),
});
