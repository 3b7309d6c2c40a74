import { expansionsOf, ordinalNumber } from '../geo/abbreviations.ts';
import type { Word } from './folded-text.ts';

/** As written, then with abbreviations in full: "st malo", "bdx". */
export function spellingsOf(words: readonly Word[]): string[] {
  const plain = words.map(({ text }) => ordinalNumber(text) ?? text);
  const full = plain.map((word, at) => {
    const [form] =
      word.length > 1 && (plain.length > 1 || word.length > 2 || word === 'bx') ? expansionsOf(word) : [];
    return form !== undefined && !(at === plain.length - 1 && plain.length > 1 && word.length < 3)
      ? form
      : word;
  });
  const whole = plain.map((word) => (word.length > 1 ? (expansionsOf(word)[0] ?? word) : word));
  const without = plain.filter((word) => !['de', 'd', 'la', 'le'].includes(word));
  return [
    ...new Set([
      plain.join(' '),
      full.join(' '),
      whole.join(' '),
      ...(without.length > 1 ? [without.join(' ')] : []),
    ]),
  ];
}
