import { choice, flag, integer, list, number, object, shape, shaped } from '../nodes.ts';
import { propertyVocabularies as words } from '../property-vocabularies.ts';
import { diagnostic, energy } from './energy.ts';
import { unitFlags } from './features.ts';

const count = (description: string) =>
  integer(description, { consolidate: 'max', variant: true, minimum: 0 });

/** Rooms and baths are numbers, not integers: Switzerland and Germany count half rooms. */
export const unit = shape('PropertyUnit', 'The dwelling or premises itself.', {
  rooms: number('Main rooms: living rooms and bedrooms, not kitchen nor bathrooms.', {
    consolidate: 'max',
    variant: true,
    change: 'ROOMS',
    minimum: 0,
  }),
  bedrooms: number('Bedrooms.', { consolidate: 'max', variant: true, change: 'BEDROOMS', minimum: 0 }),
  bathrooms: number('Bathrooms; shower rooms are counted apart.', {
    consolidate: 'max',
    variant: true,
    minimum: 0,
  }),
  showerRooms: count('Shower rooms.'),
  wc: count('Toilets.'),
  livingRooms: count('Living rooms.'),
  kitchens: count('Kitchens.'),
  floor: integer('The floor it is on; 0 is the ground floor, below it is negative.', {
    consolidate: 'most-frequent',
    variant: true,
  }),
  ...unitFlags,
  orientation: list('The directions it faces.', choice('A direction the unit faces.', words.orientation), {
    consolidate: 'union',
  }),
  condition: choice('The state of repair of the unit.', words.condition, {
    consolidate: 'most-frequent',
    variant: true,
  }),
  parking: object('The parking that comes with the unit.', {
    total: integer('Parking spaces in all.', { consolidate: 'max', minimum: 0 }),
    spots: list(
      'The spaces one by one, where the source lists them.',
      object('One space.', {
        type: choice('The kind of the space.', words.parkingType),
        box: flag('Closed by walls and a door.'),
      }),
      { consolidate: 'most-recent' },
    ),
  }),
  diagnostic: shaped('The energy diagnostic.', diagnostic, { consolidate: 'latest' }),
  energy: energy('unit'),
});
