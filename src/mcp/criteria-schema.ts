import { type TUnsafe, Type } from 'typebox';
import { EXAMPLE } from '../api/routes/search-body.ts';
import { criteriaSchemas } from '../criteria/json-schema.ts';

/** What a parser tells better than a schema, and what a model need not read to write a tree. */
const LEFT_OUT = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'pattern',
  'minimum',
  'maximum',
  'additionalProperties',
  'prefixItems',
]);

/** Shapes are drawn by programs, which send GeoJSON as it is. */
const SHAPES = {
  type: 'array',
  items: { type: 'object' },
  description: 'GeoJSON Polygons or MultiPolygons.',
};

/** Told once, over the whole tree. */
const OPERATORS =
  'Ranges take gte, lte and orMissing (true lets the unknown pass); lists take in (any; of features all), nin (none; with the values of in) and inOrMissing (any, or unknown); times take from and to.';
const SAID_ABOVE = new Set(['gte', 'lte', 'orMissing', 'in', 'from', 'to']);
const AS_IN = new Set(['nin', 'inOrMissing']);

function brief(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(brief);
  if (typeof schema === 'string') return schema.replace(' Give `gte`, `lte` or both.', '');
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) => {
      if (LEFT_OUT.has(name)) return [];
      if (name === 'geoShapes') return [[name, SHAPES]];
      if (AS_IN.has(name) && 'in' in schema) return [[name, {}]];
      const inner = brief(value);
      return [[name, SAID_ABOVE.has(name) ? unsaid(inner) : inner]];
    }),
  );
}

const unsaid = (schema: unknown): unknown => ({ ...(schema as object), description: undefined });

/** The named schemas of the criteria tree as a tool carries them: derived from the catalogue, without bounds. */
export const criteriaDefinitions = brief(criteriaSchemas((name) => `#/$defs/${name}`)) as object;

const EXAMPLES = `Example: ${JSON.stringify(EXAMPLE)}`;

export const criteriaSchema = (size: 'whole' | 'brief'): TUnsafe<object | null> =>
  size === 'whole'
    ? Type.Unsafe<object | null>({
        anyOf: [{ $ref: '#/$defs/Criteria' }, { type: 'null' }],
        description: `Instead of the plain arguments, a criteria tree for all that they cannot say. ${OPERATORS} ${EXAMPLES}`,
      })
    : Type.Unsafe<object | null>({
        type: ['object', 'null'],
        description: `Instead of the plain arguments, a criteria tree as search_properties takes it. ${EXAMPLES}`,
      });
