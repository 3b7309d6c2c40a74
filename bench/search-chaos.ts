import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { freshDatabase } from '../test/support/database.ts';
import { killMoments } from '../test/support/kill-moments.ts';
import { ANY_TIME, killMemoryWorkers } from '../test/support/killed-memory.ts';

export const title =
  'Search in memory killed while it compacts and writes documents and snapshots (--kills 40, --seed N): the next start against SQL';

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '40' },
      seed: { type: 'string', default: String(Date.now()) },
    },
  });
  const cleanups: (() => Promise<void>)[] = [];
  const database = await freshDatabase({ after: (end) => cleanups.push(end) });
  try {
    const [kills, seed] = [Number(values.kills), Number(values.seed)];
    // Of three kills two hit a point of file work.
    const moments = Object.keys(killMoments).flatMap((name, at) =>
      at % 2 === 0 ? [name] : [name, ANY_TIME],
    );
    const { mismatches, killedIn, fromFile, compared } = await killMemoryWorkers(database, {
      seed,
      kills,
      moments,
      maxLifeMs: 1_500,
    });
    console.log(
      `  seed ${seed}: ${kills} kills, ${fromFile} starts from the snapshot, ${compared} properties with their documents compared with SQL, ${mismatches.length} starts differ, load ${loadavg()[0]?.toFixed(1)}`,
    );
    for (const [moment, times] of killedIn.entries()) console.log(`  killed ${times} times: ${moment}`);
    for (const one of mismatches) console.log(`  ${one}`);
    if (mismatches.length > 0) process.exitCode = 1;
  } finally {
    for (const end of cleanups) await end();
  }
}
