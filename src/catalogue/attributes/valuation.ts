import { choice, number, shape, timestamp } from '../nodes.ts';
import { propertyVocabularies as words } from '../property-vocabularies.ts';

/** Written by the worker that values properties, not by a source. A property outside the reach of the model has none. */
export const valuation = shape('PropertyValuation', 'What the service estimates the asked price to be.', {
  value: number('The estimate of the displayed price.', { minimum: 0 }),
  low: number('Four of five prices lie above this.', { minimum: 0 }),
  high: number('The upper end of the same interval.', { minimum: 0 }),
  confidence: choice('The class of confidence, A to D, by the error to expect.', words.valuationConfidence),
  deviationPercent: number('The displayed price against the estimate; a price below it is negative.', {
    unit: 'per cent',
  }),
  valuedAt: timestamp('When the estimate last changed.'),
});
