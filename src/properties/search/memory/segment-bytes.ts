import type { Segment } from './segment.ts';

const STRING_OVERHEAD_BYTES = 24;

/** Computed once: dictionaries are long, and probes read it every second. */
const cache = new WeakMap<Segment, number>();

/** The memory a segment takes; dictionaries are estimated. */
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
