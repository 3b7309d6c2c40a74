import { COMPARISONS, type Comparison, comparisons, type FittedWeights } from '../../src/identity/levels.ts';
import { zonePrior } from '../../src/identity/score.ts';
import type { Example } from './training.ts';

export interface FitOptions {
  /** The listings of a zone that the examples are taken to come from. */
  zoneListings: number;
  /** How many examples a starting weight is worth: rare levels stay near it. */
  trust: number;
  /** The same of comparisons whose starting weights rest on nothing. */
  trustOf?: Partial<Record<Comparison, number>>;
  rounds: number;
}

const LN2 = Math.LN2;
const STEP = 0.08;

/** Logistic regression on the levels, one weight each, in bits, drawn to the starting weights. */
export function fit(start: FittedWeights, examples: readonly Example[], options: FitOptions): FittedWeights {
  const slots = comparisons.flatMap((name) => COMPARISONS[name].map((level) => ({ name, level })));
  const slotOf = new Map(slots.map(({ name, level }, index) => [`${name} ${level}`, index + 1]));
  const rows = distinctRows(examples, slotOf);
  const from = Float64Array.from([
    start.bias,
    ...slots.map(({ name, level }) => weightOf(start, name, level)),
  ]);
  const { trust, trustOf = {} } = options;
  const trusts = Float64Array.from([trust, ...slots.map(({ name }) => trustOf[name] ?? trust)]);
  const fitted = descend(from, rows, { ...options, trusts });
  return asWeights(slots, inOrder(slots, fitted, countsOf(rows, from.length)));
}

/** Examples that agree on every level: how many there are, their weight, and that of the ones of one home. */
interface ExampleRow {
  slots: Uint8Array;
  examples: number;
  weight: number;
  sameWeight: number;
}

/** Many pairs agree on every level, above all those that state figures only: each set of levels is computed once a round. */
function distinctRows(examples: readonly Example[], slotOf: ReadonlyMap<string, number>): ExampleRow[] {
  const rows = new Map<string, ExampleRow>();
  for (const { levels, same, weight = 1 } of examples) {
    const named = Object.entries(levels).flatMap(([name, level]) => slotOf.get(`${name} ${level}`) ?? []);
    const key = String.fromCharCode(...named);
    let row = rows.get(key);
    if (row === undefined) {
      row = { slots: Uint8Array.from([0, ...named]), examples: 0, weight: 0, sameWeight: 0 };
      rows.set(key, row);
    }
    row.examples += 1;
    row.weight += weight;
    if (same) row.sameWeight += weight;
  }
  return [...rows.values()];
}

const weightOf = (model: FittedWeights, name: Comparison, level: string): number =>
  (model.weights[name] as Record<string, number>)[level] ?? 0;

/** Adam over all examples at once: ninety weights, a few hundred rounds. */
function descend(
  from: Float64Array,
  rows: readonly ExampleRow[],
  { zoneListings, rounds, trusts }: FitOptions & { trusts: Float64Array },
): Float64Array {
  const prior = zonePrior(zoneListings);
  const count = rows.reduce((sum, { examples }) => sum + examples, 0);
  const weights = Float64Array.from(from);
  const [mean, square] = [new Float64Array(from.length), new Float64Array(from.length)];
  for (let round = 1; round <= rounds; round += 1) {
    const slope = new Float64Array(from.length);
    for (const row of rows) {
      let score = prior;
      for (const slot of row.slots) score += weights[slot] ?? 0;
      const wrong = row.weight / (1 + Math.exp(-score * LN2)) - row.sameWeight;
      for (const slot of row.slots) slope[slot] = (slope[slot] ?? 0) + wrong * LN2;
    }
    for (let slot = 0; slot < weights.length; slot += 1) {
      const pull =
        (slope[slot] ?? 0) + (trusts[slot] ?? 0) * ((weights[slot] ?? 0) - (from[slot] ?? 0)) * 0.05;
      const scaled = pull / count;
      mean[slot] = 0.9 * (mean[slot] ?? 0) + 0.1 * scaled;
      square[slot] = 0.99 * (square[slot] ?? 0) + 0.01 * scaled ** 2;
      const move =
        (mean[slot] ?? 0) /
        (1 - 0.9 ** round) /
        (Math.sqrt((square[slot] ?? 0) / (1 - 0.99 ** round)) + 1e-12);
      weights[slot] = (weights[slot] ?? 0) - STEP * (1 - round / (rounds + 1)) * move;
    }
  }
  return weights;
}

function countsOf(rows: readonly ExampleRow[], length: number): Float64Array {
  const counts = new Float64Array(length).fill(1);
  for (const { slots, examples } of rows)
    for (const slot of slots) counts[slot] = (counts[slot] ?? 0) + examples;
  return counts;
}

type Slot = { name: Comparison; level: string };

/** Pools neighbours that came out of order, each by how often it was seen, so that more alike never weighs less. */
function inOrder(slots: readonly Slot[], weights: Float64Array, counts: Float64Array): Float64Array {
  const ordered = Float64Array.from(weights);
  for (const own of Map.groupBy(slots.keys(), (index) => slots[index]?.name).values()) {
    const pools: { sum: number; count: number; at: number[] }[] = [];
    for (const index of own) {
      const count = counts[index + 1] ?? 1;
      pools.push({ sum: (weights[index + 1] ?? 0) * count, count, at: [index + 1] });
      for (;;) {
        const [before, last] = pools.slice(-2);
        if (before === undefined || last === undefined || before.sum / before.count >= last.sum / last.count)
          break;
        pools.splice(-2, 2, {
          sum: before.sum + last.sum,
          count: before.count + last.count,
          at: [...before.at, ...last.at],
        });
      }
    }
    for (const { sum, count, at } of pools) for (const index of at) ordered[index] = sum / count;
  }
  return ordered;
}

function asWeights(slots: readonly Slot[], weights: Float64Array): FittedWeights {
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  const table: Record<string, Record<string, number>> = {};
  for (const [index, { name, level }] of slots.entries()) {
    table[name] = { ...table[name], [level]: rounded(weights[index + 1] ?? 0) };
  }
  return { bias: rounded(weights[0] ?? 0), weights: table as FittedWeights['weights'] };
}
