import { vocabularies } from '../../catalogue/vocabularies.ts';
import type { Vocabulary } from '../../catalogue/vocabulary.ts';
import { componentRef, mapSchemas, pascalCase, type SchemaNode } from './schema-node.ts';

/**
 * The document with a reference in the place of each enumeration, and the named enumerations beside it. Generators
 * then write one type for each list instead of one for each use.
 */
export function nameEnumerations<Document extends object>(
  document: Document,
): { document: Document; schemas: Record<string, SchemaNode> } {
  const schemas: Record<string, SchemaNode> = {};
  const named = mapSchemas(document, (schema) => {
    const found = enumerationOf(schema);
    if (found === undefined) return schema;
    const { name, values, description } = found;
    const known = schemas[name]?.['enum'] as readonly string[] | undefined;
    if (known !== undefined && keyOf(known) !== keyOf(values))
      throw new Error(`two enumerations are called ${name}`);
    schemas[name] ??= { type: 'string', ...(description !== undefined && { description }), enum: values };
    return reference(schema, name, description);
  });
  return { document: named as Document, schemas };
}

interface Enumeration {
  name: string;
  values: readonly string[];
  /** Of the list itself, where the catalogue has it. */
  description?: string;
}

function enumerationOf({ enum: listed, title }: SchemaNode): Enumeration | undefined {
  if (!Array.isArray(listed)) return undefined;
  const values = listed.filter((value): value is string => typeof value === 'string');
  if (typeof title === 'string') return { name: title, values };
  const vocabulary = byValues.get(keyOf(values));
  if (vocabulary !== undefined)
    return { name: pascalCase(vocabulary.name), values, description: vocabulary.description };
  const extended = all.find((one) => one.values.every((value, at) => values[at] === value));
  if (extended === undefined) return undefined;
  return {
    name: `${pascalCase(extended.name)}OrGroup`,
    values,
    description: `${extended.description} Or a group of these values.`,
  };
}

/** The same values in another order are the same list. */
const keyOf = (values: readonly string[]): string => values.toSorted().join();

const all: readonly Vocabulary[] = Object.values(vocabularies);
const byValues = new Map(all.map((vocabulary) => [keyOf(vocabulary.values), vocabulary]));

/** What is said of the use stays beside the reference. */
function reference(schema: SchemaNode, name: string, listDescription: string | undefined): SchemaNode {
  const { type: _type, enum: listed, title: _title, description, ...rest } = schema;
  const $ref = componentRef(name);
  const target = (listed as unknown[]).includes(null) ? { anyOf: [{ $ref }, { type: 'null' }] } : { $ref };
  const own = description === undefined || description === listDescription ? {} : { description };
  return { ...target, ...own, ...rest };
}
