import { componentRef } from './schema-node.ts';

/** The named schemas that something of the document refers to, directly or through others. */
export function reachableSchemas(
  roots: unknown,
  schemas: Readonly<Record<string, object>>,
): Record<string, object> {
  const reached = new Set<string>();
  const waiting = referencesIn(roots);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...referencesIn(schemas[name]));
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => reached.has(name)));
}

const PREFIX = componentRef('');

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  const names = own.filter((ref) => ref.startsWith(PREFIX)).map((ref) => ref.slice(PREFIX.length));
  return [...names, ...Object.values(value).flatMap(referencesIn)];
}
