import { choice, date, flag, keyed, list, number, object, shape, shaped, text } from '../nodes.ts';
import { propertyVocabularies as words } from '../property-vocabularies.ts';

const heating = shape('Heating', 'One heating installation.', {
  system: choice('The heating installation.', words.heatingSystem),
  energyCarrier: choice('What the heating consumes.', words.energyCarrier),
  collective: flag('Whether the heating is shared by the building, not private to the unit.'),
});

/** Taken as a whole from one listing: entries of several listings would name the same boiler twice. */
export const energy = (whose: string) =>
  object(`The energy of the ${whose}.`, {
    heating: list(`How the ${whose} is heated.`, shaped('One heating installation.', heating), {
      consolidate: 'most-recent',
    }),
  });

/** Taken as a whole from one certificate, so that a reference never mixes with the scores of another. */
export const diagnostic = shape('Diagnostic', 'The energy diagnostic of the unit.', {
  type: choice('The scheme of the diagnostic.', words.diagnosticType),
  date: date('The day the diagnostic was made.'),
  standard: choice(
    'The edition of the rules; absent when the source did not state it.',
    words.diagnosticStandard,
  ),
  methodVersion: text('The version of the calculation method.', { maxLength: 100 }),
  reference: text('The number of the certificate at the registry.', { maxLength: 100 }),
  scores: keyed(
    'The scores, by what they measure.',
    words.scoreType,
    object('One score of the diagnostic.', {
      rating: choice('The letter of the score, A the best.', words.scoreRating),
      value: number('The value of the score.', { minimum: 0, unitFrom: 'unit' }),
      unit: choice('The unit of the score.', words.scoreUnit),
    }),
  ),
});
