import type { Segment } from './segment.ts';

const STRING_OVERHEAD_BYTES = 24;

/** Counted once: dictionaries are long, and probes ask every second. */
const cache = new WeakMap<Segment, number>();

/** What a segment takes of the memory, its dictionaries guessed. */
export function segmentBytes(segment: Segment): number {
  const bytes = cache.get(segment) ?? estimateBytes(segment);
  cache.set(segment, bytes);
  return bytes;
}

function estimateBytes(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value === 'string') return value.length + STRING_OVERHEAD_BYTES;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce<number>((sum, one) => sum + estimateBytes(one), 0);
}
