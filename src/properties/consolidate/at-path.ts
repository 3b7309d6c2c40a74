/** The steps of a catalogue path inside the consolidated view: `property.unit.rooms` is `unit`, `rooms`. */
export const splitMemberPath = (path: string): readonly string[] =>
  path.replace(/^property\./, '').split('.');

export function readPath(view: object | undefined, steps: readonly string[]): unknown {
  let value: unknown = view;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
