import { realQueries } from '../../test/conformance/geo-queries.ts';
import { createTypingRandom, withTypo } from '../../test/support/typing.ts';

const SEED = 2026;
const TYPO_SHARE = 0.2;

/** The queries of a field while people type: every prefix of every real query, one in five of them mistyped. */
export function keystrokes(): string[] {
  const random = createTypingRandom(SEED);
  const prefixes: string[] = [];
  for (const { typed } of realQueries) {
    const text = random() < TYPO_SHARE && typed.length >= 6 ? withTypo(typed, random) : typed;
    for (let length = 1; length <= text.length; length += 1) prefixes.push(text.slice(0, length));
  }
  return prefixes.filter((text) => text.trim() !== '');
}

export interface LatencySpread {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export function computeSpread(values: readonly number[]): LatencySpread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

export const formatSpread = ({ p50, p99, max }: LatencySpread): string =>
  `p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(2)} ms, at most ${max.toFixed(1)} ms`;

export const formatPercent = (part: number, whole: number): string =>
  `${((100 * part) / whole).toFixed(2)} %`;
