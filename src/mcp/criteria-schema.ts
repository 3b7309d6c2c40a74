import { type TUnsafe, Type } from 'typebox';
import { EXAMPLE_CRITERIA } from '../criteria/example.ts';
import { criteriaSchemas } from '../criteria/json-schema.ts';

/** Keywords that a model need not read to write a tree. The parser checks them with better messages. */
const OMITTED_KEYWORDS = new Set([
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

/** Shapes come from programs, which send GeoJSON as it is. */
const SHAPES = {
  type: 'array',
  items: { type: 'object' },
  description: 'GeoJSON Polygons or MultiPolygons.',
};

/** Stands once in the description of the whole tree. */
const OPERATORS =
  'Ranges take gte, lte and orMissing (true lets the unknown pass); lists take in (any; of features all), nin (none; with the values of in) and inOrMissing (any, or unknown); times take from and to.';
const UNDESCRIBED_OPERATORS = new Set(['gte', 'lte', 'orMissing', 'in', 'from', 'to']);
const LIST_OPERATORS = new Set(['nin', 'inOrMissing']);

function simplifySchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(simplifySchema);
  if (typeof schema === 'string') return schema.replace(' Give `gte`, `lte` or both.', '');
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) => {
      if (OMITTED_KEYWORDS.has(name)) return [];
      if (name === 'geoShapes') return [[name, SHAPES]];
      if (LIST_OPERATORS.has(name) && 'in' in schema) return [[name, {}]];
      const inner = simplifySchema(value);
      return [[name, UNDESCRIBED_OPERATORS.has(name) ? withoutDescription(inner) : inner]];
    }),
  );
}

const withoutDescription = (schema: unknown): unknown => ({ ...(schema as object), description: undefined });

/** The named schemas of the criteria tree for tools: derived from the catalogue, without bounds. */
export const criteriaDefinitions = simplifySchema(criteriaSchemas((name) => `#/$defs/${name}`)) as object;

const EXAMPLES = `Example: ${JSON.stringify(EXAMPLE_CRITERIA)}`;

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
