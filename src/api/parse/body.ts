import type { TObject } from 'typebox';
import type { Clock } from '../../lib/clock.ts';
import { describeUnknownMember } from '../../lib/known-words.ts';
import type { RequestFault, Violation } from '../../lib/request-fault.ts';
import { Problem } from '../../service/problem.ts';
import { validator } from '../../service/validator.ts';
import { FLAT_JSON, isPlainJsonApi, JSON_API, parseMediaRange } from '../negotiate.ts';
import type { Resource } from '../resource.ts';
import type { RouteBody } from '../route.ts';
import { runAtOnce, runInTurns, type Steps, strictJsonSteps } from './strict-json.ts';

export type BodyType = typeof FLAT_JSON | typeof JSON_API;

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

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function omitMembers(value: unknown, names: string[]): unknown {
  if (names.length === 0 || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** The members of a resource stand deeper in a JSON:API document than in flat JSON, and are named where they stand. */
export const withAttributesPath = <Named extends Violation>(violation: Named): Named => {
  const { propertyPath } = violation;
  return { ...violation, propertyPath: `data.attributes${propertyPath === '' ? '' : `.${propertyPath}`}` };
};
