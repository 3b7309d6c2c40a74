import { foldText } from '../lib/text.ts';
import { splitCells } from './cells.ts';

/** The columns a format reads, each by every name it has had. */
export type ColumnAliases = Readonly<Record<string, readonly string[]>>;

/** Where each column stands in the file at hand; -1 for one that it lacks. */
export type ColumnPositions<Name extends string> = Readonly<Record<Name, number>>;

/** Names are compared without accents, case and punctuation: exports spell `N°_étage` and `No etage` alike. */
export const plainColumn = (name: string): string => foldText(name).replace(/[^a-z0-9]+/g, '');

const SEPARATORS = [';', ',', '|', '\t'];

/** The separator that cuts a header into most columns. */
export function detectSeparator(header: string): string {
  const counts = SEPARATORS.map((separator) => splitCells(header, separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

export function findColumnPositions<Name extends string>(
  header: readonly string[],
  columns: Readonly<Record<Name, readonly string[]>>,
): ColumnPositions<Name> {
  const standing = new Map<string, number>();
  for (const [at, name] of header.entries()) {
    const plain = plainColumn(name);
    if (!standing.has(plain)) standing.set(plain, at);
  }
  const find = (names: readonly string[]): number =>
    names.map((name) => standing.get(plainColumn(name))).find((at) => at !== undefined) ?? -1;
  const entries = Object.entries(columns) as [Name, readonly string[]][];
  return Object.fromEntries(entries.map(([name, names]) => [name, find(names)])) as ColumnPositions<Name>;
}
