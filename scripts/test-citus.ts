// npm run test:citus: regions and accounts on the nodes of a Citus cluster. Needs CITUS_COORDINATOR_URL;
// docs/guides/scaling.md says how to make a cluster.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { CLUSTER_VARIABLE } from '../test/support/cluster-variable.ts';

const ROOT = join(import.meta.dirname, '..');

const runTests = (files: readonly string[], variables: NodeJS.ProcessEnv = {}): boolean =>
  spawnSync(process.execPath, ['--test', '--test-concurrency=1', ...files], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...variables },
  }).status === 0;

const url = process.env['CITUS_COORDINATOR_URL'];
if (url === undefined) {
  console.log('skipped: test/citus/regions.citus.ts needs CITUS_COORDINATOR_URL');
} else {
  const regions = runTests(['test/citus/regions.citus.ts']);
  // The same files as on one PostgreSQL, with tables that are distributed by account.
  const deliveries = runTests(globSync('test/delivery/*.test.ts', { cwd: ROOT }).sort(), {
    [CLUSTER_VARIABLE]: url,
  });
  if (!regions || !deliveries) process.exitCode = 1;
}
