import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { freshDatabase } from '../test/support/database.ts';
import { findMatchMismatches } from '../test/support/match-mismatches.ts';

export const title =
  'Criteria: SQL and predicate on 100,000 random pairs of a tree and a property must agree on all';

/** [--seed N] [--properties N] [--trees N] */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: String(Date.now()) },
      properties: { type: 'string', default: '200' },
      trees: { type: 'string', default: '500' },
    },
  });
  const measure = {
    seed: Number(values.seed),
    properties: Number(values.properties),
    trees: Number(values.trees),
  };
  const cleanups: (() => Promise<void>)[] = [];
  const { db } = await freshDatabase({ after: (end) => cleanups.push(end) });
  try {
    const started = performance.now();
    const { found, pairs, passes } = await findMatchMismatches(db, measure);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    console.log(
      `  seed ${measure.seed}: ${pairs} pairs, ${passes} pass, ${found.length} trees disagree, ${seconds} s, load ${loadavg()[0]?.toFixed(1)}`,
    );
    for (const one of found.slice(0, 5)) console.log(`  ${JSON.stringify(one)}`);
    if (found.length > 0) process.exitCode = 1;
  } finally {
    for (const end of cleanups) await end();
  }
}
