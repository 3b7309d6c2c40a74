import { filters } from '../catalogue/filters.ts';

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
