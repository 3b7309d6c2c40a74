// npm run test:citus: regions on the nodes of a Citus cluster. Needs CITUS_COORDINATOR_URL; docs/guides/scaling.md says how
// to make a cluster.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

if (process.env['CITUS_COORDINATOR_URL'] === undefined) {
  console.log('skipped: test/citus/regions.citus.ts needs CITUS_COORDINATOR_URL');
} else {
  const suite = join(import.meta.dirname, '../test/citus/regions.citus.ts');
  process.exitCode = spawnSync(process.execPath, ['--test', suite], { stdio: 'inherit' }).status ?? 1;
}
