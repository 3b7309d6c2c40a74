import { editDistance } from './edit-distance.ts';

/** The known word that a misspelt one most likely means; undefined when none is near. */
export function findClosestWord(word: string, known: readonly string[]): string | undefined {
  if (word.length > MAX_WORD_CHARS) return undefined;
  const lowered = word.toLowerCase();
  let best: string | undefined;
  let maxEdits = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    // Words differ by at least the difference of their lengths.
    if (Math.abs(candidate.length - lowered.length) >= maxEdits) continue;
    const edits = editDistance(lowered, candidate.toLowerCase());
    if (edits >= maxEdits) continue;
    best = candidate;
    maxEdits = edits;
  }
  return best;
}

/** Bounds the work of one comparison: real names are shorter. */
const MAX_WORD_CHARS = 40;
