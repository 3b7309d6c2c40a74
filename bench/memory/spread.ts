/** Milliseconds, told shortly. */
export function shown(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2);
  const mean = meanOf(times);
  return `mean ${mean.toFixed(2)}, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms`;
}

export const meanOf = (times: readonly number[]): number =>
  times.reduce((sum, one) => sum + one, 0) / times.length;
