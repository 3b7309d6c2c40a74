import { labelOf, type Vocabulary } from '../../catalogue/vocabulary.ts';
import { type Language, useLanguage } from '../app/language.ts';
import { catalogueFrench } from './catalogue-french.ts';

/** A label of the catalogue in the reader's language. */
export const labelIn = (language: Language, english: string): string =>
  language === 'fr' ? (catalogueFrench.get(english) ?? english) : english;

const wordless: Vocabulary = { name: '', description: '', values: [], labels: {} };

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
    value: (value, vocabulary = wordless) => labelIn(language, labelOf(vocabulary, value)),
  };
}
