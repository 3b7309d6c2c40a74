import { foldText } from '../lib/text.ts';
import { splitCells } from './cells.ts';

/** The position of each column in the file; -1 when it is missing. */
export type ColumnPositions<Name extends string> = Readonly<Record<Name, number>>;

/** Names are compared without accents, case and punctuation: exports spell `N°_étage` and `No etage` alike. */
export const plainColumn = (name: string): string => foldText(name).replace(/[^a-z0-9]+/g, '');

const SEPARATORS = [';', ',', '|', '\t'];

/** The separator that splits the header into the most columns. */
export function detectSeparator(header: string): string {
  const counts = SEPARATORS.map((separator) => splitCells(header, separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

export function findColumnPositions<Name extends string>(
  header: readonly string[],
  columns: Readonly<Record<Name, readonly string[]>>,
): ColumnPositions<Name> {
  const positions = new Map<string, number>();
  for (const [at, name] of header.entries()) {
    const plain = plainColumn(name);
    if (!positions.has(plain)) positions.set(plain, at);
  }
  const find = (names: readonly string[]): number =>
    names.map((name) => positions.get(plainColumn(name))).find((at) => at !== undefined) ?? -1;
  const entries = Object.entries(columns) as [Name, readonly string[]][];
  return Object.fromEntries(entries.map(([name, names]) => [name, find(names)])) as ColumnPositions<Name>;
}
