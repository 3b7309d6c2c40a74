import fc, { type Arbitrary } from 'fast-check';

/** The parts of a JSON schema that our routes use. */
interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  examples?: unknown[];
}

/** Texts that are known to break programs. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '$1',
  "'; drop table account; --",
  '../../etc/passwd',
  'urn:uuid:0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f',
  '{0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f}',
  '<script>',
  '=1+1',
  '\u001b[31m',
  '\ufeff',
  '\ufffd',
  '\ud800',
  '\u202e',
  'e\u0301'.repeat(50),
  '\u0130ı',
  '((((a+)+)+)+)',
  '-0',
  '1e400',
  'NaN',
  '0x10',
  '9007199254740993',
  '99999999999999999999',
  '2026-02-31',
  'true',
  'null',
  '__proto__',
  'constructor',
  'toString',
];

const [FIRST_SURROGATE, SURROGATES, LAST_CODE_POINT] = [0xd800, 0x800, 0x10ffff];

/** Any character. The unit of fast-check builds a map of all of them, which takes a second of CPU. */
const anyCharacter = fc
  .integer({ min: 0, max: LAST_CODE_POINT - SURROGATES })
  .map((at) => String.fromCodePoint(at < FIRST_SURROGATE ? at : at + SURROGATES));

export const hostileText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

export const hostileJson: Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, 0, -1, 1.5, 1e308, [], {}, [[]], { a: { b: [] } }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that match a schema; `ids` are those that exist. */
export function arbitraryOfSchema(schema: Schema, ids: readonly string[]): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.examples !== undefined) {
    const { examples, ...plain } = schema;
    return fc.oneof(fc.constantFrom(...examples), arbitraryOfSchema(plain, ids));
  }
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => arbitraryOfSchema(one, ids)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => arbitraryOfSchema({ ...schema, type }, ids)));
  }
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'object') return arbitraryObject(schema, ids);
  if (schema.type === 'array') return fc.array(arbitraryOfSchema(schema.items ?? {}, ids), { maxLength: 5 });
  if (schema.type === 'integer')
    return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 });
  if (schema.type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (schema.type === 'string') return fc.string({ maxLength: Math.min(schema.maxLength ?? 30, 300) });
  return hostileJson;
}

function arbitraryObject(
  { properties = {}, required = [] }: Schema,
  ids: readonly string[],
): Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, arbitraryOfSchema(schema, ids)]),
  );
  return fc.record(members, { requiredKeys: required });
}
