import type { Fault } from '../problem.ts';
import { JsonScan } from './json-scan.ts';
import { sizeFault } from './json-size.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export type ParsedJson = { value: unknown } | { faults: Fault[] };

const unreadable = (message: string): ParsedJson => ({
  faults: [{ propertyPath: '', message, code: 'malformed', understood: false }],
});

/** JSON as it must be: UTF-8 without a mark, no member twice, no number we would round, no text we could not store. */
export function parseStrictJson(bytes: Buffer): ParsedJson {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return unreadable('The body is not valid UTF-8.');
  }
  if (text.startsWith('\ufeff')) return unreadable('The body begins with a byte order mark.');
  if (text.trim() === '') return unreadable('The body is empty; JSON was expected.');
  const oversized = sizeFault(text);
  if (oversized !== undefined) return { faults: [oversized] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreadable('The body is not well-formed JSON.');
  }
  const faults = new JsonScan(text).faults();
  return faults.length > 0 ? { faults } : { value };
}
