/** Milliseconds in short form. */
export function formatTimes(times: readonly number[]): string {
  const at = (share: number) => quantile(times, share).toFixed(2);
  return `mean ${meanOf(times).toFixed(2)}, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms`;
}

/** The value below which this share of them is. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const sumOf = (times: readonly number[]): number => times.reduce((sum, one) => sum + one, 0);

export const meanOf = (times: readonly number[]): number => sumOf(times) / times.length;
