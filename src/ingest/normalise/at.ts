export type Block = Record<string, unknown>;

export const isBlock = (value: unknown): value is Block =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function valueAt(block: object, steps: readonly string[]): unknown {
  let value: unknown = block;
  for (const step of steps) {
    if (!isBlock(value)) return undefined;
    value = value[step];
  }
  return value;
}

/** Writes a value below a block, making the blocks on the way. */
export function putAt(block: Block, [step, ...rest]: readonly string[], value: unknown): void {
  if (step === undefined) return;
  if (rest.length === 0) {
    block[step] = value;
    return;
  }
  const inner = block[step];
  const next = isBlock(inner) ? inner : {};
  block[step] = next;
  putAt(next, rest, value);
}
