import { propertyResult } from './attributes/property-result.ts';
import { describeDeprecation } from './deprecation.ts';
import type { Node, Shape } from './nodes.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The subset of JSON Schema 2020-12 that the catalogue uses; OpenAPI 3.1 accepts it as it is. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';
  readonly description?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: JsonSchema | false;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minProperties?: number;
  readonly default?: boolean;
  readonly deprecated?: true;
  readonly anyOf?: readonly JsonSchema[];
}

/** The reference of a named shape: by default under OpenAPI's components. */
export type RefOf = (name: string) => string;
const componentRef: RefOf = (name) => `#/components/schemas/${name}`;

const pointName = 'Point';

const pointSchema: JsonSchema = {
  type: 'object',
  description: 'A GeoJSON point.',
  properties: {
    type: { type: 'string', const: 'Point' },
    coordinates: {
      type: 'array',
      description: 'Longitude, then latitude, in degrees (WGS 84).',
      prefixItems: [
        { type: 'number', minimum: -180, maximum: 180 },
        { type: 'number', minimum: -90, maximum: 90 },
      ],
      items: false,
      minItems: 2,
      maxItems: 2,
    },
  },
  required: ['type', 'coordinates'],
  additionalProperties: false,
};

export const vocabularySchema = (vocabulary: Vocabulary): JsonSchema => ({
  type: 'string',
  description: vocabulary.description,
  enum: vocabulary.values,
});

/** The unit of a number is part of its description. */
export function describe(node: Node): string {
  const description = describeMeaning(node);
  return node.deprecated === undefined ? description : describeDeprecation(description, node.deprecated);
}

function describeMeaning(node: Node): string {
  if (node.kind !== 'number' && node.kind !== 'integer') return node.description;
  if (node.unit !== undefined) return `${node.description} In ${node.unit}.`;
  return node.unitFrom === undefined ? node.description : `${node.description} In \`${node.unitFrom}\`.`;
}

const defined = <Keywords extends JsonSchema>(
  keywords: {
    [Name in keyof Keywords]: Keywords[Name] | undefined;
  },
): JsonSchema => Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));

export function schemaOf(node: Node, refOf: RefOf = componentRef): JsonSchema {
  const schema = shapeSchema(node, refOf);
  return node.deprecated === undefined ? schema : { ...schema, deprecated: true };
}

function shapeSchema(node: Node, refOf: RefOf): JsonSchema {
  const description = describe(node);
  switch (node.kind) {
    case 'text':
      return defined({
        type: 'string',
        description,
        format: node.format,
        pattern: node.pattern,
        maxLength: node.maxLength,
      });
    case 'number':
    case 'integer':
      return defined({ type: node.kind, description, minimum: node.minimum, maximum: node.maximum });
    case 'flag':
      return { type: 'boolean', description };
    case 'date':
      return { type: 'string', format: 'date', description };
    case 'timestamp':
      return { type: 'string', format: 'date-time', description };
    case 'point':
      return { $ref: refOf(pointName), description };
    case 'choice':
      return { ...vocabularySchema(node.vocabulary), description };
    case 'list':
      return { type: 'array', description, items: schemaOf(node.of, refOf) };
    case 'keyed':
      return { ...closed(keyedMembers(node), refOf), description };
    case 'object':
      if (node.shape !== undefined) return { $ref: refOf(node.shape.name), description };
      return { ...closed(node.members, refOf), description };
  }
}

const keyedMembers = (node: { readonly vocabulary: Vocabulary; readonly of: Node }) =>
  Object.fromEntries(node.vocabulary.values.map((value) => [value, node.of]));

/** Unknown members are refused, so that a test finds undocumented members. */
function closed(members: Readonly<Record<string, Node>>, refOf: RefOf): JsonSchema {
  const entries = Object.entries(members);
  const required = entries.filter(([, node]) => node.required).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, node]) => [name, schemaOf(node, refOf)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function shapesIn(node: Node): Shape[] {
  if (node.kind === 'list' || node.kind === 'keyed') return shapesIn(node.of);
  if (node.kind !== 'object') return [];
  const inside = Object.values(node.members).flatMap(shapesIn);
  return node.shape === undefined ? inside : [node.shape, ...inside];
}

/** Every named shape of the property document, ready for OpenAPI's `components.schemas`. */
export function propertySchemas(refOf: RefOf = componentRef): Record<string, JsonSchema> {
  const shapes = new Map(shapesIn(propertyResult).map((shape) => [shape.name, shape]));
  const named = [...shapes.values()].map(({ name, description, members }) => [
    name,
    { ...closed(members, refOf), description },
  ]);
  return { ...Object.fromEntries(named), [pointName]: pointSchema };
}
