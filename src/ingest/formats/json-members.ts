import type { JsonObject } from '../reading/json-object.ts';

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands on a path of members: `address.city`. */
export const valueAt = (block: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, name) => (isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
      block,
    );

/** The text or figure on a path, as text without blanks around it; undefined when there is none. */
export function textAt(block: unknown, path: string): string | undefined {
  const value = valueAt(block, path);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

/** The objects on a path: those of a list, or the one that stands without a list around it. */
export function objectsAt(block: unknown, path: string): JsonObject[] {
  const value = valueAt(block, path);
  return (Array.isArray(value) ? value : [value]).filter(isJsonObject);
}

/** The texts on a path: those of a list, or the one that stands alone. */
export function textsAt(block: unknown, path: string): string[] {
  const value = valueAt(block, path);
  return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string');
}
