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

export function buildCodeIndex(divisions: readonly Division[]): CodeIndex {
  const byPostalCode = new Map<string, number[]>();
  const byCode = new Map<string, number[]>();
  const subregions = new Map<string, number[]>();
  for (const [number, { type, uniqueCode, postalCodes }] of divisions.entries()) {
    for (const code of postalCodes) add(byPostalCode, code, number);
    add(byCode, uniqueCode.toLowerCase(), number);
    if (type === 'ADMINISTRATIVE_SUBREGION') add(subregions, uniqueCode.toLowerCase(), number);
  }
  const codes = [...byPostalCode.keys()].sort();
  return {
    *withPostalCode(beginning) {
      for (let at = lowerBound(codes, beginning); codes[at]?.startsWith(beginning); at += 1) {
        yield* byPostalCode.get(codes[at] ?? '') ?? [];
      }
    },
    knownBeginning(typed) {
      for (let length = typed.length; length > 0; length -= 1) {
        const beginning = typed.slice(0, length);
        if (codes[lowerBound(codes, beginning)]?.startsWith(beginning)) return beginning;
      }
      return '';
    },
    subregions: (code) => subregions.get(code) ?? [],
    subregionsStarting: (beginning) =>
      [...subregions].filter(([code]) => code.startsWith(beginning)).flatMap(([, numbers]) => numbers),
    byUniqueCode: (code) => byCode.get(code) ?? [],
  };
}

function add(map: Map<string, number[]>, key: string, number: number): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [number]);
  else known.push(number);
}
