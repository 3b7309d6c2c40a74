import { isObject } from '../../lib/is-object.ts';
import type { JsonObject } from '../reading/json-object.ts';

/** The value on a path of members: `address.city`. */
export const valueAt = (object: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), object);

/** The text or number on a path, as trimmed text; undefined when empty. */
export function textAt(object: unknown, path: string): string | undefined {
  const value = valueAt(object, path);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

/** The objects on a path: the entries of a list, or a single object. */
export function objectsAt(object: unknown, path: string): JsonObject[] {
  const value = valueAt(object, path);
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}

/** The texts on a path: the entries of a list, or a single text. */
export function textsAt(object: unknown, path: string): string[] {
  const value = valueAt(object, path);
  return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string');
}
