import { factAt, facts } from './facts.ts';
import type { Subject } from './market-rows.ts';

/** Keeps the coefficient of a fact that few homes state near nothing: as if so many homes showed no difference. */
const RIDGE_ROWS = 5;
const ROBUST_ERROR = 0.1;
const ROUNDS = 3;
const MAX_FLOOR = 10;
const YEAR_STEPS = [1940, 1990, 2005];
const CODES = [1, 2, 3, 4, 5, 6];

/** The linear terms of a home. A term names the fact that an adjustment is reported under. */
export interface Term {
  readonly fact: string;
  read(subject: Subject): number;
}

const stated = (value: number): number => (Number.isNaN(value) ? 0 : value);

function termsOf(name: string, kind: string, at: number): Term[] {
  const value = ({ facts: own }: Subject): number => own[at] as number;
  const missing: Term = { fact: name, read: (subject) => (Number.isNaN(value(subject)) ? 1 : 0) };
  switch (kind) {
    case 'code':
      return CODES.map((code) => ({ fact: name, read: (subject) => (value(subject) === code ? 1 : 0) }));
    case 'year':
      return [
        missing,
        ...YEAR_STEPS.map((year) => ({
          fact: name,
          read: (subject: Subject) => (value(subject) >= year ? 1 : 0),
        })),
      ];
    case 'floor': {
      const elevator = factAt('elevator');
      return [
        missing,
        { fact: name, read: (subject) => Math.min(stated(value(subject)), MAX_FLOOR) },
        { fact: name, read: (subject) => (value(subject) === 0 ? 1 : 0) },
        {
          fact: name,
          read: (subject) =>
            Math.min(stated(value(subject)), MAX_FLOOR) * (1 - stated(subject.facts[elevator] as number)),
        },
      ];
    }
    case 'number':
      return [missing, { fact: name, read: (subject) => stated(value(subject)) }];
    default:
      return [{ fact: name, read: (subject) => stated(value(subject)) }];
  }
}

export const terms: readonly Term[] = [
  { fact: 'area', read: ({ area }) => Math.log(area) },
  { fact: 'area', read: ({ area }) => Math.log(area) ** 2 },
  ...facts.flatMap(({ name, kind }, at) => termsOf(name, kind, at)),
];

export function readTerms(subject: Subject, into: Float32Array): Float32Array {
  for (const [at, term] of terms.entries()) into[at] = term.read(subject);
  return into;
}

export function linearValue(coefficients: Float64Array, values: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += (coefficients[at] as number) * (values[at] as number);
  return sum;
}

/** What the subject's facts are worth beside those of a comparable, in log price, by fact. */
export function adjustmentsBetween(
  coefficients: Float64Array,
  subject: Float32Array,
  comparable: Float32Array,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const [at, { fact }] of terms.entries()) {
    const worth = (coefficients[at] as number) * ((subject[at] as number) - (comparable[at] as number));
    if (worth !== 0) found.set(fact, (found.get(fact) ?? 0) + worth);
  }
  return found;
}

/** Sums for a regression of differences from the neighbourhood: the level of a place drops out. */
export class HedonicSums {
  private readonly products = terms.map(() => new Float64Array(terms.length));
  private readonly targets = new Float64Array(terms.length);

  add(difference: Float32Array, target: number, weight: number): void {
    for (let one = 0; one < difference.length; one++) {
      const value = (difference[one] as number) * weight;
      if (value === 0) continue;
      this.targets[one] = (this.targets[one] as number) + value * target;
      const row = this.products[one] as Float64Array;
      for (let other = 0; other < difference.length; other++)
        row[other] = (row[other] as number) + value * (difference[other] as number);
    }
  }

  solve(): Float64Array {
    const system = this.products.map((row, at) => {
      const line = Float64Array.from([...row, this.targets[at] as number]);
      line[at] = (line[at] as number) + RIDGE_ROWS;
      return line;
    });
    return solveLinear(system);
  }
}

/** Gauss-Jordan elimination with pivots. */
function solveLinear(system: Float64Array[]): Float64Array {
  const size = system.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column; row < size; row++)
      if (Math.abs(cell(system, row, column)) > Math.abs(cell(system, pivot, column))) pivot = row;
    const line = system[pivot] as Float64Array;
    system[pivot] = system[column] as Float64Array;
    system[column] = line;
    for (let row = 0; row < size; row++)
      if (row !== column) eliminate(system[row] as Float64Array, line, column);
  }
  return Float64Array.from(system, (row, at) => (row[size] as number) / (row[at] as number));
}

const cell = (system: Float64Array[], row: number, column: number): number => system[row]?.[column] ?? 0;

function eliminate(row: Float64Array, by: Float64Array, column: number): void {
  const factor = (row[column] as number) / (by[column] as number);
  if (factor === 0) return;
  for (let at = column; at < row.length; at++) row[at] = (row[at] as number) - factor * (by[at] as number);
}

export interface DifferenceRows {
  count: number;
  /** Terms less those of the neighbourhood, written into the array given. */
  difference(row: number, into: Float32Array): void;
  target(row: number): number;
}

/** Robust least squares: odd prices count less in each round. */
export function fitHedonic(rows: DifferenceRows): Float64Array {
  let coefficients: Float64Array = new Float64Array(terms.length);
  const difference = new Float32Array(terms.length);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = new HedonicSums();
    for (let row = 0; row < rows.count; row++) {
      rows.difference(row, difference);
      const target = rows.target(row);
      const error = (target - linearValue(coefficients, difference)) / ROBUST_ERROR;
      sums.add(difference, target, round === 0 ? 1 : 1 / Math.sqrt(1 + error * error));
    }
    coefficients = sums.solve();
  }
  return coefficients;
}
