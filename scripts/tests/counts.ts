/** Sums the summary lines of several passes ("tests 12", "duration_ms 3.5"). */
export function addCounts(passes: readonly (readonly string[])[]): string[] {
  const sums = new Map<string, number>();
  for (const line of passes.flat()) {
    const [name = '', value = '0'] = line.split(' ');
    sums.set(name, (sums.get(name) ?? 0) + Number(value));
  }
  return [...sums].map(([name, sum]) => `${name} ${Number.isInteger(sum) ? sum : sum.toFixed(3)}`);
}
