import { catalogueFrench } from '../../catalogue/french.ts';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { vocabularies } from '../../catalogue/vocabularies.ts';
import { labelOf, type Vocabulary } from '../../catalogue/vocabulary.ts';
import type { Language } from '../state/bilingual.ts';
import { useLanguage } from '../state/language.ts';

/** A label of the catalogue in the language of the reader. */
export const labelIn = (language: Language, english: string): string =>
  language === 'fr' ? (catalogueFrench.get(english) ?? english) : english;

/** For a value of an unknown list: the label of any list that has one. */
const anyList: Vocabulary = {
  name: '',
  description: '',
  values: [],
  labels: Object.assign(
    {},
    ...[...Object.values(vocabularies), ...Object.values(serviceVocabularies)].map(({ labels }) => labels),
  ) as Record<string, string>,
};

export interface Labels {
  /** Of a filter or a member. */
  label(english: string): string;
  /** Of a value of a closed list, such as TO_RENOVATE. */
  value(value: string, vocabulary?: Vocabulary): string;
}

export function useLabels(): Labels {
  const language = useLanguage();
  return {
    label: (english) => labelIn(language, english),
    value: (value, vocabulary = anyList) => labelIn(language, labelOf(vocabulary, value)),
  };
}
