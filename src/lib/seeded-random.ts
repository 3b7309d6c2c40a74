/** Mulberry32: whole numbers of 32 bits, the same for the same seed on every machine. */
export function seededBits(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** The same as numbers of at least 0 and below 1. */
export function seededRandom(seed: number): () => number {
  const bits = seededBits(seed);
  return () => bits() / 2 ** 32;
}
