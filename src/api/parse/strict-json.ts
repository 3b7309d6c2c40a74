import type { RequestFault } from '../../lib/request-fault.ts';
import { scanJson } from './json-scan.ts';
import type { Steps } from './turns.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BYTE_ORDER_MARK = 0xfeff;

export type ParsedJson = { value: unknown } | { faults: RequestFault[] };

const unreadable = (message: string): ParsedJson => ({
  faults: [{ propertyPath: '', message, code: 'malformed', understood: false }],
});

/**
 * JSON as it must be: UTF-8 without a mark, no member twice, no number we would round, no text we could not store.
 * It is scanned in one step and parsed in the next.
 */
export function* strictJsonSteps(bytes: Buffer): Steps<ParsedJson> {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return unreadable('The body is not valid UTF-8.');
  }
  if (text.charCodeAt(0) === BYTE_ORDER_MARK) return unreadable('The body begins with a byte order mark.');
  const faults = scanJson(text);
  if (faults === undefined)
    return unreadable(
      text.trim() === '' ? 'The body is empty; JSON was expected.' : 'The body is not well-formed JSON.',
    );
  if (faults.length > 0) return { faults };
  yield;
  // The scan has accepted all of JSON's grammar: nothing is thrown here.
  return { value: JSON.parse(text) };
}
