import { findClosestWord } from './closest-word.ts';

/** A longer list is not shown whole: the nearest word and their number say more. */
const MAX_LISTED_WORDS = 25;

/** A sentence with the words that are known, for one that is not. */
export function describeKnownWords(word: string, known: readonly string[]): string {
  const meant = findClosestWord(word, known);
  const hint = meant === undefined ? '' : `Did you mean "${meant}"? `;
  if (known.length === 0) return 'There are none here.';
  if (known.length <= MAX_LISTED_WORDS) return `${hint}Known: ${known.join(', ')}.`;
  const first = known.slice(0, MAX_LISTED_WORDS).join(', ');
  return meant === undefined
    ? `Known are ${known.length}, among them ${first}.`
    : `${hint}${known.length} are known.`;
}

const MAX_SHOWN_CHARS = 100;

export function describeUnknownMember(name: string, known: readonly string[]): string {
  const shown = name.length > MAX_SHOWN_CHARS ? `${name.slice(0, MAX_SHOWN_CHARS)}…` : name;
  return `There is no member called "${shown}". ${describeKnownWords(name, known)}`;
}
