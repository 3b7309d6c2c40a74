import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Asked } from '../test/support/agreeing-questions.ts';
import { freshDatabase } from '../test/support/database.ts';
import {
  type MemoryAgreement,
  type MemoryMeasure,
  memoryDisagreements,
} from '../test/support/memory-agreement.ts';
import { Tally } from '../test/support/tally.ts';

export const title =
  'Search: memory, SQL and predicate answer random trees while rows change, and must agree on all (--trees N answered from memory, --large N of them over 30,000 properties, --seed N)';

/** Each market has its own rows and seed, so that what differs is found again soon. */
const TREES_A_MARKET = 5_000;
const SMALL = { properties: 400, every: 80 };
/** So many that blocks, chunks and counts are full. */
const LARGE = { properties: 30_000, every: 25 };

/** The machine may be busy, or stand still for a while. */
const PATIENCE_MS = 3_600_000;

/** What all markets told together. */
class Together {
  readonly asked = new Asked();
  readonly changes = new Tally();
  readonly steps = new Tally();
  readonly found: object[] = [];
  states = 0;

  add({ asked, changes, steps, states, found }: MemoryAgreement): void {
    this.asked.add(asked);
    this.changes.add(changes);
    this.steps.add(steps);
    this.states += states;
    this.found.push(...found);
  }
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: String(Date.now()) },
      trees: { type: 'string', default: '5000' },
      large: { type: 'string', default: '0' },
    },
  });
  const [seed, large] = [Number(values.seed), Number(values.large)];
  const wanted = Number(values.trees);
  const together = new Together();
  const began = performance.now();
  if (large > 0) together.add(await oneMarket({ ...LARGE, seed, trees: large }));
  for (let market = 1; together.asked.answered < wanted; market += 1) {
    const trees = Math.min(TREES_A_MARKET, wanted - together.asked.answered);
    together.add(await oneMarket({ ...SMALL, seed: seed + market, trees }));
    const { asked, states, found } = together;
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(
      `  ${asked.answered} trees, ${states} states, ${found.length} disagree, ${seconds} s, load ${loadavg()[0]?.toFixed(1)}`,
    );
  }
  tell(together, seed);
}

async function oneMarket(measure: MemoryMeasure): Promise<MemoryAgreement> {
  const endings: (() => Promise<void>)[] = [];
  const house = await freshDatabase(
    { after: (end) => endings.push(end) },
    { statementTimeoutMs: PATIENCE_MS },
  );
  try {
    return await memoryDisagreements(house, measure);
  } finally {
    for (const end of endings) await end();
  }
}

function tell({ asked, changes, steps, states, found }: Together, seed: number): void {
  const lines = [
    `seed ${seed}: ${asked.answered} trees answered from memory in ${states} states, ${asked.finding} of them found something, ${asked.passes} properties in all; ${found.length} disagree with SQL or the predicate`,
    `left to SQL, and not counted: ${asked.left}`,
    `conditions: ${asked.conditions}`,
    `${asked.filters.size} filters, the rarest ${Math.min(...asked.filters.entries().map(([, times]) => times))} times`,
    `orders: ${asked.orders}; first rows: ${asked.offsets}`,
    `changes: ${changes}`,
    `walks: ${steps}`,
  ];
  for (const line of lines) console.log(`  ${line}`);
  for (const one of found.slice(0, 3)) console.log(`  ${JSON.stringify(one).slice(0, 3_000)}`);
  if (found.length > 0) process.exitCode = 1;
}
