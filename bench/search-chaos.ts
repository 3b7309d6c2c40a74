import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { freshDatabase } from '../test/support/database.ts';
import { killMemory } from '../test/support/killed-memory.ts';

export const title =
  'Search in memory killed while it folds, writes documents and snapshots (--kills 100, --seed N): the next start against SQL';

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Date.now()) },
    },
  });
  const endings: (() => Promise<void>)[] = [];
  const house = await freshDatabase({ after: (end) => endings.push(end) });
  try {
    const [kills, seed] = [Number(values.kills), Number(values.seed)];
    const { wrong, fromFile, compared } = await killMemory(house, { seed, kills, longestMs: 1_500 });
    console.log(
      `  seed ${seed}: ${kills} kills, ${fromFile} starts from the snapshot, ${compared} properties with their documents compared with SQL, ${wrong.length} starts differ, load ${loadavg()[0]?.toFixed(1)}`,
    );
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    for (const end of endings) await end();
  }
}
