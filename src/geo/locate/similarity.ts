import { strongSpelling } from './spellings.ts';

/** The similarity of two names from 0 to 1; both are words joined by a space. */
export function nameSimilarity(written: string, name: string): number {
  if (written === name) return 1;
  const [strong, strongName] = [strongSpelling(written), strongSpelling(name)];
  if (strong === strongName && strong !== '') return SAME_STRONG_WORDS_SIMILARITY;
  const cut = prefixSimilarity(strong, strongName);
  const length = Math.max(written.length, name.length);
  const typed = 1 - editDistance(written.replaceAll(' ', ''), name.replaceAll(' ', '')) / length;
  return Math.max(cut, typed);
}

const SAME_STRONG_WORDS_SIMILARITY = 0.97;
export const PREFIX_SIMILARITY = 0.85;
const MIN_PREFIX_CHARS = 4;

/** "villefranche" for Villefranche-sur-Saône, and labels cut after 20 letters. */
const prefixSimilarity = (written: string, name: string): number =>
  written.length >= MIN_PREFIX_CHARS && (name.startsWith(written) || written.startsWith(`${name} `))
    ? PREFIX_SIMILARITY
    : 0;

/** The Damerau-Levenshtein distance. Lengths that differ by more than a third count as entirely different. */
export function editDistance(one: string, other: string): number {
  const maxDifference = Math.ceil(Math.max(one.length, other.length) / 3);
  if (Math.abs(one.length - other.length) > maxDifference) return Math.max(one.length, other.length);
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const changed = one[row - 1] === other[at - 1] ? 0 : 1;
      let least = Math.min((above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1, (above[at - 1] ?? 0) + changed);
      if (one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        least = Math.min(least, (before[at - 2] ?? 0) + 1);
      line.push(least);
    }
    [before, above] = [above, line];
  }
  return above[other.length] ?? 0;
}
