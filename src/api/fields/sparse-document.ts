import type { JsonApiResource, Reference, ResourceObject } from '../resource.ts';
import { type Selection, selectMembers } from './selection.ts';

/** The chosen fields of JSON:API resource objects by type. A type without an entry is whole. */
export type Fieldsets = ReadonlyMap<string, Selection>;

/** JSON:API 1.1, sparse fieldsets. What no remaining relationship leads to is left out of `included`. */
export function sparseJsonApi({ resource, included }: JsonApiResource, sets: Fieldsets): JsonApiResource {
  const sparse = sparseObject(resource, sets);
  const byReference = new Map(included.map((object) => [keyOf(object), sparseObject(object, sets)]));
  const reached = new Set<string>();
  const waiting: ResourceObject[] = [sparse];
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    for (const key of referencesOf(object)) {
      const target = byReference.get(key);
      if (target === undefined || reached.has(key)) continue;
      reached.add(key);
      waiting.push(target);
    }
  }
  return {
    resource: sparse,
    included: [...byReference].flatMap(([key, one]) => (reached.has(key) ? one : [])),
  };
}

const keyOf = ({ type, id }: Reference): string => `${type} ${id}`;

const referencesOf = ({ relationships = {} }: ResourceObject): string[] =>
  Object.values(relationships).flatMap(({ data }) => [data].flat().flatMap((one) => (one ? keyOf(one) : [])));

function sparseObject(object: ResourceObject, sets: Fieldsets): ResourceObject {
  const selection = sets.get(object.type);
  if (selection === undefined) return object;
  const { attributes, relationships, ...rest } = object;
  const related = Object.entries(relationships ?? {}).filter(([name]) => selection.has(name));
  return {
    ...rest,
    ...(attributes === undefined ? {} : { attributes: selectMembers(attributes, selection) as object }),
    ...(related.length === 0 ? {} : { relationships: Object.fromEntries(related) }),
  };
}
