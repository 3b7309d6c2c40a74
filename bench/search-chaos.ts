import { freshDatabase } from '../test/support/database.ts';
import { killMoments } from '../test/support/kill-moments.ts';
import { ANY_TIME, killMemoryWorkers } from '../test/support/killed-memory.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { currentLoad } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Search in memory killed while it compacts and writes documents and snapshots: the next start against SQL';

export async function run(args: string[], scope: TestScope): Promise<void> {
  const { kills, seed } = parseOptions(args, { kills: 40, seed: Date.now() });
  // Of three kills two hit a point of file work.
  const moments = Object.keys(killMoments).flatMap((name, at) => (at % 2 === 0 ? [name] : [name, ANY_TIME]));
  const { mismatches, killedIn, fromFile, compared } = await killMemoryWorkers(await freshDatabase(scope), {
    ...{ seed, kills, moments, maxLifeMs: 1_500 },
  });
  console.log(
    `  seed ${seed}: ${kills} kills, ${fromFile} starts from the snapshot, ${compared} properties with their documents compared with SQL, ${mismatches.length} starts differ, load ${currentLoad()}`,
  );
  for (const [moment, times] of killedIn.entries()) console.log(`  killed ${times} times: ${moment}`);
  for (const one of mismatches) console.log(`  ${one}`);
  if (mismatches.length > 0) process.exitCode = 1;
}
