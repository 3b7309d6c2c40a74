import { Type } from 'typebox';
import { filters } from '../catalogue/filters.ts';
import { EXAMPLE_CRITERIA } from '../criteria/example.ts';
import { criteriaSchemas } from '../criteria/json-schema.ts';

interface Branch extends Map<string, Branch> {}

/** Every filter of the criteria tree in one line, as `property{type,pricing{displayed,…}}`; of places what is inside. */
export function criteriaOutline(): string {
  const root: Branch = new Map();
  for (const filter of filters) {
    let at = root;
    for (const step of filter.path.split('.')) at = branch(at, step);
    if (filter.kind !== 'places') continue;
    for (const name of Object.keys(filter.beside)) branch(at, name);
    const inside = branch(at, 'in');
    for (const name of Object.keys(filter.inside)) branch(inside, name);
  }
  return render(root);
}

function branch(parent: Branch, name: string): Branch {
  const found = parent.get(name) ?? (new Map() as Branch);
  parent.set(name, found);
  return found;
}

const render = (at: Branch): string =>
  [...at].map(([name, inner]) => (inner.size === 0 ? name : `${name}{${render(inner)}}`)).join(',');

/** The JSON schema of the criteria tree, with every value: a resource that a client reads when it needs it. */
export const criteriaDocument = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $ref: '#/$defs/Criteria',
  $defs: criteriaSchemas((name) => `#/$defs/${name}`),
};

const OPERATORS =
  'Numbers take {gte,lte,orMissing}, values {in,nin,inOrMissing}, times {from,to}; nodes join by and, or.';

/** The tree in a few hundred tokens. A fault names the members and values that are known at its place. */
export const criteriaSchema = Type.Unsafe<object | null>({
  type: ['object', 'null'],
  description: `Instead of the other arguments, a tree for all that they cannot say. ${OPERATORS} Filters: ${criteriaOutline()}. Example: ${JSON.stringify(EXAMPLE_CRITERIA)}`,
});
