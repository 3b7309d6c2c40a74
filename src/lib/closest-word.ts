/** The known word that a misspelt one most likely stands for; undefined when none is near. */
export function findClosestWord(word: string, known: readonly string[]): string | undefined {
  if (word.length > MAX_WORD_CHARS) return undefined;
  const lowered = word.toLowerCase();
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    // Words differ by at least the difference of their lengths.
    if (Math.abs(candidate.length - lowered.length) >= fewest) continue;
    const edits = editDistance(lowered, candidate.toLowerCase());
    if (edits >= fewest) continue;
    best = candidate;
    fewest = edits;
  }
  return best;
}

/** Nobody misspells so long a name; with it the work of one comparison is bounded too. */
const MAX_WORD_CHARS = 40;

/** Levenshtein's distance: letters to add, drop or replace. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
