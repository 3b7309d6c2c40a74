import type { Segment } from './segment.ts';

const TEXT_OVERHEAD = 24;

/** Counted once: dictionaries are long, and probes ask every second. */
const known = new WeakMap<Segment, number>();

/** What a segment takes of the memory, its dictionaries guessed. */
export function bytesOf(segment: Segment): number {
  const bytes = known.get(segment) ?? taken(segment);
  known.set(segment, bytes);
  return bytes;
}

function taken(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value === 'string') return value.length + TEXT_OVERHEAD;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce<number>((sum, one) => sum + taken(one), 0);
}
