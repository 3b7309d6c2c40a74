import { seededBits } from '../lib/seeded-random.ts';

/** A pseudo-random stream that is the same for the same seed on every machine. */
export interface RandomSource {
  /** At least 0 and below 1. */
  unit(): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  between(from: number, to: number): number;
  happens(share: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  /** Several distinct values, fewer when there are not enough. */
  some<Value>(values: readonly Value[], count: number): Value[];
  weighted<Value>(choices: readonly (readonly [Value, number])[]): Value;
  /** Of mean 0 and deviation 1, clipped at three deviations. */
  normal(): number;
  bits(): number;
}

/** FNV-1a over the words, so that any entity has its own stream, independent of the order of draws. */
export function computeSeed(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  const text = words.join('|');
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

export function createRandom(...words: readonly (string | number)[]): RandomSource {
  const bits = seededBits(computeSeed(...words));
  const unit = (): number => bits() / 2 ** 32;
  const whole = (from: number, to: number): number => from + Math.floor(unit() * (to - from + 1));
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[whole(0, values.length - 1)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  };
  return {
    unit,
    whole,
    between: (from, to) => from + unit() * (to - from),
    happens: (share) => unit() < share,
    pick,
    some: (values, count) => drawSample(values, count, whole),
    weighted: (choices) => weighted(choices, unit()),
    normal: () =>
      Math.max(-3, Math.min(3, Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit()))),
    bits,
  };
}

/** A partial shuffle: three of sixty cost three draws. */
function drawSample<Value>(values: readonly Value[], count: number, whole: RandomSource['whole']): Value[] {
  const left = [...values];
  const size = Math.min(count, left.length);
  for (let at = 0; at < size; at += 1) {
    const from = whole(at, left.length - 1);
    [left[at], left[from]] = [left[from] as Value, left[at] as Value];
  }
  return left.slice(0, size);
}

function weighted<Value>(choices: readonly (readonly [Value, number])[], unit: number): Value {
  let left = unit * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of choices) {
    left -= weight;
    if (left < 0) return value;
  }
  const last = choices.at(-1);
  if (last === undefined) throw new Error('nothing to choose from');
  return last[0];
}
