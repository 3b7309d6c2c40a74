import type { Cell } from '../../../criteria/readable.ts';
import type { Segment } from './segment.ts';

const TEXT_OVERHEAD = 24;

/** What a segment takes of the memory, its dictionaries guessed. */
export function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value === 'string') return value.length + TEXT_OVERHEAD;
  if (Array.isArray(value)) return sum(value as Cell[]);
  if (typeof value === 'object' && value !== null) return sum(Object.values(value as Segment));
  return 8;
}

const sum = (values: readonly unknown[]): number =>
  values.reduce<number>((total, one) => total + bytesOf(one), 0);
