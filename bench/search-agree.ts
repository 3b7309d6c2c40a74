import { HOUR_MS } from '../src/lib/durations.ts';
import { QueryTally } from '../test/support/consistency-questions.ts';
import { freshDatabase } from '../test/support/database.ts';
import {
  findIndexMismatches,
  type IndexCheckOptions,
  type IndexCheckResult,
} from '../test/support/index-mismatches.ts';
import { Tally } from '../test/support/tally.ts';
import { currentLoad } from './support/database.ts';
import { parseOptions } from './support/options.ts';
import { withScope } from './support/scope.ts';

export const title =
  'Search: memory, SQL and predicate answer random trees while rows change, and must agree on all';

/** Each market has its own rows and seed, so that a mismatch is found again soon. */
const TREES_PER_MARKET = 5_000;
const SMALL = { properties: 400, every: 80 };
/** So many that blocks, chunks and counts are full. */
const LARGE = { properties: 30_000, every: 25 };

/** The machine may be busy or pause for a while. */
const TIMEOUT_MS = HOUR_MS;

/** The sums over all markets. */
class CheckTotals {
  readonly queries = new QueryTally();
  readonly changes = new Tally();
  readonly steps = new Tally();
  readonly found: object[] = [];
  states = 0;

  add({ queries, changes, steps, states, mismatches }: IndexCheckResult): void {
    this.queries.add(queries);
    this.changes.add(changes);
    this.steps.add(steps);
    this.states += states;
    this.found.push(...mismatches);
  }
}

/** `--trees N` answered from memory, `--large N` of them over 30,000 properties. */
export async function run(args: string[]): Promise<void> {
  const { seed, trees: wanted, large } = parseOptions(args, { seed: Date.now(), trees: 5_000, large: 0 });
  const together = new CheckTotals();
  const began = performance.now();
  if (large > 0) together.add(await oneMarket({ ...LARGE, seed, trees: large }));
  for (let market = 1; together.queries.answeredCount < wanted; market += 1) {
    const trees = Math.min(TREES_PER_MARKET, wanted - together.queries.answeredCount);
    together.add(await oneMarket({ ...SMALL, seed: seed + market, trees }));
    const { queries, states, found } = together;
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(
      `  ${queries.answeredCount} trees, ${states} states, ${found.length} disagree, ${seconds} s, load ${currentLoad()}`,
    );
  }
  printTotals(together, seed);
}

const oneMarket = (measure: IndexCheckOptions): Promise<IndexCheckResult> =>
  withScope(async (scope) =>
    findIndexMismatches(await freshDatabase(scope, { statementTimeoutMs: TIMEOUT_MS }), measure),
  );

function printTotals({ queries, changes, steps, states, found }: CheckTotals, seed: number): void {
  const lines = [
    `seed ${seed}: ${queries.answeredCount} trees answered from memory in ${states} states, ${queries.nonEmptyCount} of them found something, ${queries.passes} properties in all; ${found.length} disagree with SQL or the predicate`,
    `left to SQL, and not counted: ${queries.left}`,
    `conditions: ${queries.conditions}`,
    `${queries.filters.size} filters, the rarest ${Math.min(...queries.filters.entries().map(([, times]) => times))} times`,
    `orders: ${queries.orders}; first rows: ${queries.offsets}`,
    `changes: ${changes}`,
    `cursor scans: ${steps}`,
  ];
  for (const line of lines) console.log(`  ${line}`);
  for (const one of found.slice(0, 3)) console.log(`  ${JSON.stringify(one).slice(0, 3_000)}`);
  if (found.length > 0) process.exitCode = 1;
}
