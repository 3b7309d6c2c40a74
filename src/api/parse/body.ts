import { setImmediate } from 'node:timers/promises';
import type { TObject } from 'typebox';
import type { Clock } from '../../lib/clock.ts';
import { isObject } from '../../lib/is-object.ts';
import { describeUnknownMember } from '../../lib/known-words.ts';
import type { RequestFault, Violation } from '../../lib/request-fault.ts';
import { Problem } from '../../service/problem.ts';
import { validator } from '../../service/validator.ts';
import { FLAT_JSON, isPlainJsonApi, JSON_API, parseMediaRange } from '../negotiate.ts';
import type { Resource } from '../resource.ts';
import type { RouteBody } from '../route.ts';
import { scanJson } from './json-scan.ts';

type BodyType = typeof FLAT_JSON | typeof JSON_API;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Judged from the headers alone, before a byte of the body is read. */
export function rejectBodyType(headers: Headers): Problem | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && String(encoding).toLowerCase() !== 'identity') {
    return new Problem('unsupported-media-type', 'Bodies are read uncompressed only.');
  }
  if (bodyType(headers) !== undefined) return undefined;
  return isBodyless(headers)
    ? new Problem('bad-request', 'A JSON body is expected.')
    : new Problem(
        'unsupported-media-type',
        `Send the body as ${FLAT_JSON} or ${JSON_API}, the latter without parameters.`,
      );
}

export function bodyType(headers: Headers): BodyType | undefined {
  const declared = String(headers['content-type'] ?? '');
  if (declared === FLAT_JSON) return FLAT_JSON;
  const range = parseMediaRange(declared);
  if (range?.type === FLAT_JSON && range.parameters.every(isUtf8)) return FLAT_JSON;
  return range?.type === JSON_API && isPlainJsonApi(range) ? JSON_API : undefined;
}

const isUtf8 = ([name, value]: [string, string]): boolean => name === 'charset' && /^utf-?8$/i.test(value);

const isBodyless = (headers: Headers): boolean =>
  headers['content-type'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  (headers['content-length'] ?? '0') === '0';

/** `wrapped` when the members stand in a JSON:API document. */
export type ParsedBody = { value: unknown; wrapped?: boolean } | { faults: RequestFault[] };
/** A small body is parsed at once; see MAX_BYTES_AT_ONCE. */
export type ParseBody = (bytes: Buffer, type: BodyType) => ParsedBody | Promise<ParsedBody>;

/** A body of up to so many bytes holds the event loop for a millisecond or two; turns would only delay it. */
const MAX_BYTES_AT_ONCE = 64 * 1024;

/** Members the service computes are ignored when sent back, so that a client may send what it read. */
export function bodyParser({ schema, resource, read, bare = false }: RouteBody, clock: Clock): ParseBody {
  const validate = validator(schema);
  const shown = Object.keys((resource.flat as TObject).properties ?? {});
  const computed = shown.filter((name) => !(name in schema.properties));
  const checked = (sent: unknown): ParsedBody => {
    const value = omitMembers(sent, computed);
    const faults = validate(value);
    const further = read && isObject(value) ? read(value, clock.now()) : { value };
    const all = 'faults' in further ? [...faults, ...further.faults] : faults;
    return all.length > 0 || 'faults' in further ? { faults: all } : further;
  };

  function* steps(bytes: Buffer, type: BodyType): Steps<ParsedBody> {
    const parsed = yield* strictJsonSteps(bytes);
    if ('faults' in parsed) return parsed;
    yield;
    const body = checkDocument(parsed.value, type);
    yield;
    return body;
  }

  function checkDocument(value: unknown, type: BodyType): ParsedBody {
    if (type === FLAT_JSON || (bare && member(value, 'data') === undefined)) return checked(value);
    const { attributes, faults } = unwrap(value, resource);
    if (attributes === undefined) return { faults };
    const inner = checked(attributes);
    const all = 'faults' in inner ? [...faults, ...inner.faults.map(withAttributesPath)] : faults;
    return all.length > 0 || 'faults' in inner ? { faults: all } : { ...inner, wrapped: true };
  }

  return (bytes, type) =>
    bytes.length > MAX_BYTES_AT_ONCE ? runInTurns(steps(bytes, type)) : runAtOnce(steps(bytes, type));
}

/** What a JSON:API document may hold beside the attributes: what a client read from us, which is ignored. */
const DOCUMENT_MEMBERS = ['data', 'included', 'jsonapi', 'links', 'meta'];
const DATA_MEMBERS = ['type', 'id', 'lid', 'attributes', 'links', 'meta'];

function unwrap(document: unknown, resource: Resource): { attributes?: unknown; faults: RequestFault[] } {
  const { type } = resource;
  const data = member(document, 'data');
  const sent = member(data, 'type');
  if (sent !== type) {
    const message = `A JSON:API document with data.type "${type}" is expected.`;
    return {
      faults: [unreadableFault('data.type', message, sent === undefined ? 'required' : 'unknown_value')],
    };
  }
  const readable = resource.relationships === undefined ? DATA_MEMBERS : [...DATA_MEMBERS, 'relationships'];
  const faults = [
    ...unknownMemberFaults(document, DOCUMENT_MEMBERS, ''),
    ...unknownMemberFaults(data, readable, 'data.'),
  ];
  const attributes = member(data, 'attributes');
  return { attributes: attributes === undefined ? {} : attributes, faults };
}

const unreadableFault = (propertyPath: string, message: string, code: string): RequestFault => ({
  propertyPath,
  message,
  code,
  understood: false,
});

const unknownMemberFaults = (of: unknown, known: string[], prefix: string): RequestFault[] =>
  Object.keys(of as object)
    .filter((name) => !known.includes(name))
    .map((name) => unreadableFault(`${prefix}${name}`, describeUnknownMember(name, known), 'unknown_member'));

const member = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, name)
    ? (of as Record<string, unknown>)[name]
    : undefined;

function omitMembers(value: unknown, names: string[]): unknown {
  if (names.length === 0 || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** The members of a resource stand deeper in a JSON:API document than in flat JSON, and are named where they stand. */
export const withAttributesPath = <Named extends Violation>(violation: Named): Named => {
  const { propertyPath } = violation;
  return { ...violation, propertyPath: `data.attributes${propertyPath === '' ? '' : `.${propertyPath}`}` };
};

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
type Steps<Result> = Generator<undefined, Result, undefined>;

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
