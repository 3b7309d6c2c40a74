/** The known word that a misspelt one most likely stands for; undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > LONGEST) return undefined;
  const ranked = known
    .map((candidate) => ({ candidate, edits: editsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((one, other) => one.edits - other.edits);
  const [best] = ranked;
  return best !== undefined && best.edits <= Math.max(1, Math.floor(word.length / 3))
    ? best.candidate
    : undefined;
}

/** Nobody misspells so long a name. */
const LONGEST = 40;

/** Levenshtein's distance: letters to add, drop or replace. */
function editsBetween(one: string, other: string): number {
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
