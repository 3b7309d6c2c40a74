import type { PropertyResult } from '../../catalogue/document.ts';
import { type Attribute, leafAttributes } from '../../catalogue/paths.ts';

/** A column of the file: its name is the path of the member in the API. */
interface CsvColumn {
  readonly name: string;
  read(home: PropertyResult): unknown;
}

/** Members of adverts, pictures and changes are lists of their own: a line of a file is one home. */
const isOneValue = ({ path }: Attribute): boolean =>
  path.startsWith('property.') && !/\[\]\./.test(path) && !path.endsWith('.iri');

const readPath = (home: object, path: string): unknown =>
  path.split('.').reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], home);

function toColumns({ path, node }: Attribute): CsvColumn[] {
  const name = path.replace(/\[\]$/, '');
  if (node.kind !== 'point') return [{ name, read: (home) => readPath(home, name) }];
  const coordinate = (home: object, axis: 0 | 1) =>
    (readPath(home, path) as { coordinates: readonly number[] } | undefined)?.coordinates[axis];
  return [
    { name: `${name}.longitude`, read: (home) => coordinate(home, 0) },
    { name: `${name}.latitude`, read: (home) => coordinate(home, 1) },
  ];
}

const columns: readonly CsvColumn[] = [
  { name: 'id', read: ({ id }) => id },
  { name: 'listings', read: ({ listings }) => listings.length },
  { name: 'listings.url', read: ({ listings }) => listings.map(({ url }) => url) },
  ...leafAttributes.filter(isOneValue).flatMap(toColumns),
];

/** A spreadsheet runs a cell that begins like this as a formula: it becomes plain text. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

function formatCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = Array.isArray(value) ? value.filter((one) => one !== undefined).join(' ') : String(value);
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Lets spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Homes as a CSV file of RFC 4180: every column of the catalogue that at least one of them states. */
export function formatCsv(homes: readonly PropertyResult[]): string {
  const stated = columns.filter(({ read }) => homes.some((home) => formatCell(read(home)) !== ''));
  const lines = [
    stated.map(({ name }) => name.replace(/^property\./, '')),
    ...homes.map((home) => stated.map(({ read }) => formatCell(read(home)))),
  ];
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}
