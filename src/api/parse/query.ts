import type { TObject, TSchema } from 'typebox';
import { COMMA_SEPARATED } from '../../lib/comma-separated.ts';
import { describeKnownWords } from '../../lib/known-words.ts';
import type { RequestFault } from '../../lib/request-fault.ts';
import { type Validate, validator } from '../../service/validator.ts';

/** More than any route has; a longer list is refused before it is read. */
const MAX_QUERY_PARAMETERS = 100;

export type ParsedQuery = { value: Record<string, unknown> } | { faults: RequestFault[] };
export type ParseQuery = (text: string) => ParsedQuery;

const fault = (propertyPath: string, message: string, code: string): RequestFault => ({
  propertyPath: propertyPath.slice(0, 100),
  message,
  code,
  understood: false,
});

/** A route's query string: declared parameters only, each once, lists as `x=a&x=b` or `x[]=a&x[]=b`. */
export function queryParser(schema: TObject): ParseQuery {
  const validate = validator(schema);
  // Found with the first request: the first use of a validator compiles its schema.
  let mayBeEmpty: boolean | undefined;
  return (text) => {
    mayBeEmpty ??= validate({}).length === 0;
    if (text === '' && mayBeEmpty) return { value: {} };
    const pairs = splitQuery(text);
    if (pairs === undefined) return { faults: [fault('', 'The query string is not valid.', 'malformed')] };
    const faults: RequestFault[] = [];
    const value = collect(schema, pairs, faults);
    faults.push(...validateRest(validate, value, faults));
    return faults.length > 0 ? { faults } : { value };
  };
}

function splitQuery(text: string): [string, string][] | undefined {
  if (text === '') return [];
  const parts = text.split('&', MAX_QUERY_PARAMETERS + 1);
  if (parts.length > MAX_QUERY_PARAMETERS) return undefined;
  try {
    return parts.filter((part) => part !== '').map(decodePair);
  } catch {
    return undefined;
  }
}

function decodePair(part: string): [string, string] {
  const [name = '', ...rest] = part.split('=');
  const decode = (raw: string): string => decodeURIComponent(raw.replaceAll('+', ' '));
  return [decode(name), decode(rest.join('='))];
}

function collect(
  schema: TObject,
  pairs: [string, string][],
  faults: RequestFault[],
): Record<string, unknown> {
  const value: Record<string, unknown> = Object.create(null);
  const spellings = new Map<string, string>();
  for (const [name, text] of pairs) {
    const listed = name.endsWith('[]') ? name.slice(0, -2) : name;
    const isList = isListParameter(schema, listed);
    const key = isList ? listed : name;
    const declared = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    if (declared === undefined) {
      const known = describeKnownWords(key, Object.keys(schema.properties));
      faults.push(fault(key, `There is no such query parameter here. ${known}`, 'unknown_member'));
    } else if (!isList && key in value) {
      faults.push(fault(key, 'This query parameter is given twice.', 'duplicate_member'));
    } else if (isList && (spellings.get(key) ?? name) !== name) {
      faults.push(fault(key, `Use either ${key} or ${key}[], not both.`, 'duplicate_member'));
    } else if (text.includes('\0')) {
      faults.push({ ...fault(key, 'Text may not hold NUL.', 'not_storable'), understood: true });
    } else {
      spellings.set(key, name);
      value[key] = isList
        ? [...((value[key] as unknown[]) ?? []), ...entriesOf(declared, text)]
        : convertValue(declared, text);
    }
  }
  return value;
}

const entriesOf = (schema: TSchema, text: string): string[] =>
  COMMA_SEPARATED in schema ? text.split(',') : [text];

const isListParameter = (schema: TObject, name: string): boolean =>
  Object.hasOwn(schema.properties, name) &&
  (schema.properties[name] as { type?: string } | undefined)?.type === 'array';

/** Numbers by our own grammar, as Number() reads "0x10", "" and " 1 " too. What does not fit stays text and is named by the schema. */
function convertValue(schema: TSchema, text: string): unknown {
  const { type } = schema as { type?: string };
  if (type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (type === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

/** A parameter already named as faulty is not named again as missing or of the wrong type. */
function validateRest(
  validate: Validate,
  value: Record<string, unknown>,
  named: RequestFault[],
): RequestFault[] {
  return validate(value).filter(({ propertyPath }) => !named.some((f) => f.propertyPath === propertyPath));
}
