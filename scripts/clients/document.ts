/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  patternProperties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean | Schema;
  items?: boolean | Schema;
  prefixItems?: readonly Schema[];
  format?: string;
}

interface Media {
  schema: Schema;
}

export interface DescribedOperation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  parameters?: readonly {
    name: string;
    in: 'path' | 'query' | 'header';
    required: boolean;
    description?: string;
    schema: Schema;
  }[];
  requestBody?: { content: Readonly<Record<string, Media>> };
  responses: Readonly<Record<string, { content?: Readonly<Record<string, Media>> }>>;
}

export interface ApiDocument {
  info: { version: string };
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

export const refName = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** The names that a schema refers to, directly. */
export function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [refName(value.$ref)] : [];
  return [...own, ...Object.values(value).flatMap(refsIn)];
}
