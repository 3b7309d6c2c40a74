import { editDistance } from '../../lib/edit-distance.ts';
import { strongSpelling } from './gazetteer.ts';

/** The similarity of two names from 0 to 1; both are words joined by a space. */
export function nameSimilarity(written: string, name: string): number {
  if (written === name) return 1;
  const [strong, strongName] = [strongSpelling(written), strongSpelling(name)];
  if (strong === strongName && strong !== '') return SAME_STRONG_WORDS_SIMILARITY;
  const cut = prefixSimilarity(strong, strongName);
  const length = Math.max(written.length, name.length);
  const typed = 1 - boundedDistance(written.replaceAll(' ', ''), name.replaceAll(' ', '')) / length;
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

/** Names that differ by more than a third in length count as entirely different: no distance is computed. */
function boundedDistance(one: string, other: string): number {
  const length = Math.max(one.length, other.length);
  return Math.abs(one.length - other.length) > Math.ceil(length / 3) ? length : editDistance(one, other);
}
