import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasDivisions } from '../src/geo/lookup.ts';
import { createDataDirectory, spawnGable } from '../test/support/gable.ts';
import { databaseUrl } from '../test/support/ingest-snapshot.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { quantile } from './search/spread.ts';
import { readCpuSeconds, readTreeCpuSeconds } from './start/cpu-ticks.ts';
import { type BenchDatabase, currentLoad, loadFrance, openBenchDatabase } from './support/database.ts';
import { parseOptions } from './support/options.ts';
import { withScope } from './support/scope.ts';

export const title =
  'CPU of a process of the built service that nobody uses: until it runs, and some seconds later (--rounds N, --seconds N, --keep DIR)';

const ROLES = ['serve', 'work'] as const;
type Role = (typeof ROLES)[number];

/** In seconds of CPU. */
interface ProcessCost {
  readonly toRunning: number;
  readonly after: number;
  /** Of the database server. */
  readonly server: number;
}

export async function run(args: string[], scope: TestScope): Promise<void> {
  const { rounds, seconds, keep } = parseOptions(args, { rounds: 5, seconds: 5, keep: '' });
  const database = await openBenchDatabase(scope, { keep });
  if (!(await hasDivisions(database.db))) await loadFrance(database.db);
  const costs = new Map<Role, ProcessCost[]>(ROLES.map((role) => [role, []]));
  // The first of each fills the compile cache.
  for (let round = 0; round <= rounds; round += 1)
    for (const role of ROLES) {
      const cost = await withScope((own) => measureProcess(own, role, { database, seconds }));
      if (round > 0) costs.get(role)?.push(cost);
    }
  for (const [role, own] of costs) {
    const median = (member: keyof ProcessCost): string =>
      quantile(
        own.map((cost) => cost[member]),
        0.5,
      ).toFixed(2);
    console.log(
      `gable ${role}: ${median('toRunning')} s of CPU until it runs, ${median('after')} s ${seconds} s later, ` +
        `${median('server')} s of PostgreSQL; median of ${rounds}, load ${currentLoad()}`,
    );
  }
}

/** The data directory is empty, as those of the tests are: nothing is stored there for its start. */
async function measureProcess(
  scope: TestScope,
  role: Role,
  { database, seconds }: { database: BenchDatabase; seconds: number },
): Promise<ProcessCost> {
  const server = Number(
    readFileSync(join(database.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
  );
  const serverBefore = readTreeCpuSeconds(server);
  const { child, url } = spawnGable(scope, [role], {
    DATABASE_URL: databaseUrl(database.connection),
    DATA_DIR: createDataDirectory(scope),
  });
  await url();
  const toRunning = readCpuSeconds(child.pid ?? 0);
  await pause(seconds * 1_000);
  return {
    toRunning,
    after: readCpuSeconds(child.pid ?? 0),
    server: readTreeCpuSeconds(server) - serverBefore,
  };
}
