import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { freshDatabase } from '../test/support/database.ts';
import { memoryDisagreements } from '../test/support/memory-agreement.ts';

export const title =
  'Search: memory, SQL and predicate answer random trees while rows change, and must agree on all (--trees N, --seed N)';

/** Each tree is judged over all properties: 500 trees over 400 are 200,000 pairs. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: String(Date.now()) },
      properties: { type: 'string', default: '400' },
      trees: { type: 'string', default: '800' },
    },
  });
  const measure = {
    seed: Number(values.seed),
    properties: Number(values.properties),
    trees: Number(values.trees),
    every: 5,
  };
  const endings: (() => Promise<void>)[] = [];
  const { db } = await freshDatabase({ after: (end) => endings.push(end) });
  try {
    const { found, answered, passes } = await memoryDisagreements(db, measure);
    console.log(
      `  seed ${measure.seed}: memory answered ${answered} of ${measure.trees} trees over ${measure.properties} changing properties, ${passes} found, ${found.length} disagree, load ${loadavg()[0]?.toFixed(1)}`,
    );
    for (const one of found.slice(0, 3)) console.log(`  ${JSON.stringify(one).slice(0, 3_000)}`);
    if (found.length > 0) process.exitCode = 1;
  } finally {
    for (const end of endings) await end();
  }
}
