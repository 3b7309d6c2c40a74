import { featureVocabularies } from './feature-vocabularies.ts';
import { propertyVocabularies } from './property-vocabularies.ts';
import { serviceVocabularies } from './service-vocabularies.ts';
import type { ValueOf } from './vocabulary.ts';

/** Every closed list of the product, by its name. */
export const vocabularies = { ...propertyVocabularies, ...serviceVocabularies, ...featureVocabularies };

export type VocabularyName = keyof typeof vocabularies;

/** `Word<'propertyType'>` is 'FLAT' | 'HOUSE' | … */
export type Word<Name extends VocabularyName> = ValueOf<(typeof vocabularies)[Name]>;
