import { type AttributePath, attributeAt } from '../paths.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type {
  Filter,
  FilterKind,
  FilterScope,
  Operator,
  PhrasesFilter,
  PresenceFilter,
  RangeFilter,
  SetFilter,
  SwitchFilter,
  TimeFilter,
  UrlFilter,
} from './kinds.ts';

const scopeBySection: Readonly<Record<string, FilterScope>> = {
  publisher: 'publisher',
  listings: 'listing',
  changes: 'change',
};

/** The column of the search table, from the path: `property.pricing.displayed` is `pricing_displayed`. */
export const columnName = (path: string): string =>
  path
    .replace(/^property\./, '')
    .replace(/[a-z](?=[A-Z])/g, '$&_')
    .replaceAll('.', '_')
    .toLowerCase();

export const scopeOf = (path: string): FilterScope => scopeBySection[path.split('.')[0] ?? ''] ?? 'property';

/** The vocabulary of the attribute a filter reads, so that no filter repeats it. */
export function vocabularyAt(path: AttributePath): Vocabulary | undefined {
  const { node } = attributeAt(path);
  return node.kind === 'choice' ? node.vocabulary : undefined;
}

/** The data of an entry beyond path and label. By default a filter reads the attribute at its own path. */
type FilterOptions<F extends Filter> = Partial<Omit<F, 'path' | 'kind' | 'label' | 'reads'>> & {
  readonly reads?: AttributePath | readonly AttributePath[];
};

function readPaths<F extends Filter>(path: string, { reads = path as AttributePath }: FilterOptions<F>) {
  const paths: readonly AttributePath[] = typeof reads === 'string' ? [reads] : reads;
  const [main] = paths;
  if (main === undefined) throw new Error(`The filter ${path} reads nothing.`);
  return { reads: paths, main, node: attributeAt(main).node };
}

const operatorsOf = {
  range: ['gte', 'lte', 'orMissing'],
  set: ['in', 'nin', 'inOrMissing'],
  switch: [],
  presence: [],
  phrases: ['in', 'nin'],
  time: ['from', 'to'],
  url: [],
} as const satisfies Partial<Record<FilterKind, readonly Operator[]>>;

const single =
  <F extends Filter>(kind: F['kind'] & keyof typeof operatorsOf) =>
  <const Path extends string>(path: Path, label: string, more: FilterOptions<F> = {}) => {
    const { reads, node } = readPaths(path, more);
    return {
      path,
      kind,
      label,
      description: node.description,
      scope: scopeOf(path),
      operators: operatorsOf[kind],
      column: columnName(path),
      ...more,
      reads,
    } as Omit<F, 'path'> & { readonly path: Path };
  };

const plainRange = single<RangeFilter>('range');
const plainSet = single<SetFilter>('set');
export const toggle = single<SwitchFilter>('switch');
export const presence = single<PresenceFilter>('presence');
export const phrases = single<PhrasesFilter>('phrases');
export const time = single<TimeFilter>('time');
export const url = single<UrlFilter>('url');

export function range<const Path extends string>(
  path: Path,
  label: string,
  more: FilterOptions<RangeFilter> = {},
) {
  const { node } = readPaths(path, more);
  const unit = node.kind === 'number' || node.kind === 'integer' ? (node.unit ?? node.unitFrom) : undefined;
  return plainRange(path, label, { integer: node.kind === 'integer', ...(unit && { unit }), ...more });
}

export function set<const Path extends string>(
  path: Path,
  label: string,
  more: FilterOptions<SetFilter> = {},
) {
  const vocabulary = vocabularyAt(readPaths(path, more).main);
  return plainSet(path, label, { ...(vocabulary && { vocabulary }), ...more });
}
