/**
 * The optimal string alignment distance: characters to add, drop or replace, with two adjacent characters swapped
 * as one edit. More than `max` edits are not counted further.
 */
export function editDistance(one: string, other: string, max = Infinity): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let previous: number[] = [];
  let current = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    let minEdits = row;
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (current[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      let edits = Math.min((current[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, replaced);
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        edits = Math.min(edits, (previous[at - 2] ?? 0) + 1);
      next.push(edits);
      minEdits = Math.min(minEdits, edits);
    }
    if (minEdits > max) return max + 1;
    [previous, current] = [current, next];
  }
  return current[other.length] ?? 0;
}
