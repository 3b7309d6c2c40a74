import { componentRef } from './schema-node.ts';

/** The named schemas that something of the document refers to, directly or through others. */
export function reachableSchemas(
  roots: unknown,
  schemas: Readonly<Record<string, object>>,
): Record<string, object> {
  const reached = new Set<string>();
  addReferences(roots, reached);
  // A set also yields what is added while it is read.
  for (const name of reached) addReferences(schemas[name], reached);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => reached.has(name)));
}

const PREFIX = componentRef('');

function addReferences(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if ('$ref' in value && typeof value.$ref === 'string' && value.$ref.startsWith(PREFIX))
    names.add(value.$ref.slice(PREFIX.length));
  for (const inner of Object.values(value)) addReferences(inner, names);
}
