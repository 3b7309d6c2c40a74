/** The words with fewer letters than this are not corrected: any of them would match something. */
const MIN_CORRECTED_CHARS = 5;
const MIN_TWO_TYPOS_CHARS = 9;

export const allowedTypos = (letters: number): number =>
  letters < MIN_CORRECTED_CHARS ? 0 : letters < MIN_TWO_TYPOS_CHARS ? 1 : 2;

/** Letters to insert, remove, replace or exchange; more than `most` are not counted further. */
export function countTypos(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    let least = at;
    for (let to = 1; to <= other.length; to += 1) {
      const same = one[at - 1] === other[to - 1];
      let cost = Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + (same ? 0 : 1));
      const exchanged = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      if (exchanged) cost = Math.min(cost, (before[to - 2] ?? 0) + 1);
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[other.length] ?? most + 1;
}
