import { atFirstUse } from '../../lib/at-first-use.ts';
import { lowerBound } from '../../lib/lower-bound.ts';
import type { Division } from '../division.ts';

/** Finds divisions by postal code, subregion number or unique code. Divisions are numbers. */
export interface CodeIndex {
  /** The divisions with this postal code, or with one of this prefix. */
  withPostalCode(beginning: string): Iterable<number>;
  /** The longest prefix of the typed code that some postal code has: 75000 is none, but Paris is 750.. */
  knownBeginning(typed: string): string;
  /** Subregions by their own code, at most one a country. */
  subregions(code: string): readonly number[];
  subregionsStarting(beginning: string): readonly number[];
  byUniqueCode(code: string): readonly number[];
}

/** Each table is made for the first query that types a code: few of the first queries do. */
export function openCodeIndex(divisions: readonly Division[]): CodeIndex {
  const postal = atFirstUse(() => groupByPostalCode(divisions));
  const byCode = atFirstUse(() => groupByCode(divisions, () => true));
  const subregions = atFirstUse(() => groupByCode(divisions, isSubregion));
  return {
    *withPostalCode(beginning) {
      const { codes, byPostalCode } = postal();
      for (let at = lowerBound(codes, beginning); codes[at]?.startsWith(beginning); at += 1) {
        yield* byPostalCode.get(codes[at] ?? '') ?? [];
      }
    },
    knownBeginning(typed) {
      const { codes } = postal();
      for (let length = typed.length; length > 0; length -= 1) {
        const beginning = typed.slice(0, length);
        if (codes[lowerBound(codes, beginning)]?.startsWith(beginning)) return beginning;
      }
      return '';
    },
    subregions: (code) => subregions().get(code) ?? [],
    subregionsStarting: (beginning) =>
      [...subregions()].filter(([code]) => code.startsWith(beginning)).flatMap(([, numbers]) => numbers),
    byUniqueCode: (code) => byCode().get(code) ?? [],
  };
}

/** With the codes in order. */
function groupByPostalCode(divisions: readonly Division[]): {
  codes: readonly string[];
  byPostalCode: ReadonlyMap<string, readonly number[]>;
} {
  const byPostalCode = new Map<string, number[]>();
  for (const [number, { postalCodes }] of divisions.entries())
    for (const code of postalCodes) add(byPostalCode, code, number);
  return { codes: [...byPostalCode.keys()].sort(), byPostalCode };
}

const isSubregion = ({ type }: Division): boolean => type === 'ADMINISTRATIVE_SUBREGION';

function groupByCode(
  divisions: readonly Division[],
  isMeant: (division: Division) => boolean,
): ReadonlyMap<string, readonly number[]> {
  const numbers = new Map<string, number[]>();
  for (const [number, division] of divisions.entries())
    if (isMeant(division)) add(numbers, division.uniqueCode.toLowerCase(), number);
  return numbers;
}

function add(map: Map<string, number[]>, key: string, number: number): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [number]);
  else known.push(number);
}
