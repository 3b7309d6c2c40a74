/** One file that imports another, types included. */
export interface FileImport {
  from: string;
  to: string;
  line: number;
}

interface Component {
  order: number;
  lowest: number;
  isOpen: boolean;
}

/**
 * Every group of files that import each other in a circle, as "file:line -> file: …", one line per group.
 * A type-only circle counts: neither file can be read, moved or tested without the other.
 */
export function findImportCycles(imports: readonly FileImport[]): string[] {
  const byFile = Map.groupBy(imports, ({ from }) => from);
  return findComponents(byFile).map((files) => {
    const group = new Set(files);
    const edges = files.flatMap((file) => (byFile.get(file) ?? []).filter(({ to }) => group.has(to)));
    const [first] = edges;
    const path = edges.map(({ from, to }) => `${from} -> ${to}`).join(', ');
    return `${first?.from}:${first?.line} -> ${first?.to}: import cycle (${path})`;
  });
}

/** Tarjan's strongly connected components with more than one file. */
function findComponents(byFile: ReadonlyMap<string, readonly FileImport[]>): string[][] {
  const seen = new Map<string, Component>();
  const open: string[] = [];
  const found: string[][] = [];
  const connect = (file: string): Component => {
    const own = { order: seen.size, lowest: seen.size, isOpen: true };
    seen.set(file, own);
    open.push(file);
    for (const { to } of byFile.get(file) ?? []) {
      const next = seen.get(to);
      if (next === undefined) own.lowest = Math.min(own.lowest, connect(to).lowest);
      else if (next.isOpen) own.lowest = Math.min(own.lowest, next.order);
    }
    if (own.lowest === own.order) {
      const component = open.splice(open.indexOf(file));
      for (const member of component) (seen.get(member) as Component).isOpen = false;
      if (component.length > 1) found.push(component);
    }
    return own;
  };
  for (const file of byFile.keys()) if (!seen.has(file)) connect(file);
  return found;
}
