import { setImmediate } from 'node:timers/promises';
import type { RequestFault } from '../../lib/request-fault.ts';
import { scanJson } from './json-scan.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BYTE_ORDER_MARK = 0xfeff;

type ParsedJson = { value: unknown } | { faults: RequestFault[] };

const unreadable = (message: string): ParsedJson => ({
  faults: [{ propertyPath: '', message, code: 'malformed', understood: false }],
});

/**
 * JSON as it must be: UTF-8 without a mark, no member twice, no number we would round, no text we could not store.
 * It is scanned in one step, and parsed or its fault described in the next.
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
  if (typeof faults !== 'number' && faults.length > 0) return { faults };
  yield;
  if (typeof faults === 'number') return unreadable(describeMalformed(text, faults));
  // The scan has accepted all of JSON's grammar: nothing is thrown here.
  return { value: JSON.parse(text) };
}

const [LINE_FEED, QUOTE] = [10, 34];
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Lines and columns count from 1, as in an editor; a column is a character. */
function describeMalformed(text: string, at: number): string {
  if (text.trim() === '') return 'The body is empty; JSON was expected.';
  let [line, column] = [1, 1];
  for (let before = 0; before < at; before += 1) {
    const code = text.charCodeAt(before);
    if (code === LINE_FEED) [line, column] = [line + 1, 1];
    else if (!isLowSurrogate(code)) column += 1;
  }
  return `The body is not well-formed JSON: line ${line}, column ${column}: ${describeToken(text, at)}.`;
}

function describeToken(text: string, at: number): string {
  if (at >= text.length) return 'it ends too early';
  if (text.charCodeAt(at) === QUOTE)
    return 'a text is not expected here, has no end, or holds a character that must be escaped';
  return `${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))} is not expected here`;
}

/** Work in steps: between two of them, others may have the event loop. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** All steps at once. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Each step in a turn of the event loop of its own, so that the loop stands still for the longest step only. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn();
  }
}

/** The first immediate may run before timers and I/O of others had their turn; what it schedules runs after them. */
async function nextTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
