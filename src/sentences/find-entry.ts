import type { FoldedText } from './folded-text.ts';
import { type Lexicon, type LexiconEntry, singular } from './lexicon.ts';

export interface EntryContext {
  readonly sentence: FoldedText;
  readonly lexicon: Lexicon;
  readonly language: 'fr' | 'en';
}

/** The longest phrase of the lexicon that begins at a word. */
export function findEntry(
  { sentence, lexicon, language }: EntryContext,
  index: number,
): { entry: LexiconEntry; end: number } | undefined {
  if (index < 0) return undefined;
  const { words, text } = sentence;
  for (const entry of lexicon.get(singular(words[index]?.text ?? '')) ?? []) {
    const last = words[index + entry.words.length - 1];
    const fits = entry.words.every((word, step) => {
      const one = words[index + step];
      const before = words[index + step - 1];
      if (one === undefined || singular(one.text) !== word) return false;
      return step === 0 || /^(?:[-'/ .]|' | ')+$/.test(text.slice(before?.end ?? 0, one.start));
    });
    if (fits && last !== undefined && isMeant(entry, language)) return { entry, end: last.end };
  }
  return undefined;
}

/** In English a location is a place. */
const isMeant = ({ words }: LexiconEntry, language: 'fr' | 'en'): boolean =>
  !(language === 'en' && words.length === 1 && words[0] === 'location');
