import { choice, number, object, shape } from '../nodes.ts';
import { propertyVocabularies as words } from '../property-vocabularies.ts';

const unit = choice('The unit of the areas beside it.', words.areaUnit, { consolidate: 'with-figure' });

const largest = (description: string) =>
  number(description, { consolidate: 'max', minimum: 0, unitFrom: 'unit' });

export const area = shape('PropertyArea', 'The areas of a property.', {
  displayed: number('The area a buyer compares by: the living area, else the total area.', {
    consolidate: 'largest-living-area',
    variant: 'area',
    change: 'DISPLAYED_AREA',
    minimum: 0,
    unitFrom: 'unit',
  }),
  unit,
  indoor: object('Areas under the roof of the unit.', {
    unit,
    legal: object(
      'The area measured under a law.',
      {
        value: number('The legal area.', { minimum: 0, unit: 'the unit of the indoor areas' }),
        law: choice('The law it was measured under.', words.legalAreaLaw),
      },
      { consolidate: 'max' },
    ),
    living: largest('The living area.'),
    total: largest('The total floor area, low ceilings and walls included.'),
  }),
  outdoor: object('Areas in the open that belong to the unit.', {
    unit,
    terrace: largest('The area of the terraces.'),
    balcony: largest('The area of the balconies.'),
    garden: largest('The area of the private garden.'),
  }),
  annexes: object('Areas apart from the unit.', {
    unit,
    basement: largest('The area of the basement or cellar.'),
    parking: largest('The area of the parking spaces.'),
  }),
  land: object(
    'The plot the property stands on.',
    {
      unit: choice('The unit of the plot.', words.areaUnit),
      value: number('The area of the plot.', { minimum: 0, unitFrom: 'unit' }),
    },
    { consolidate: 'max' },
  ),
});
