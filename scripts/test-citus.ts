// npm run test:citus: regions and accounts on the nodes of a Citus cluster. Needs CITUS_COORDINATOR_URL;
// docs/guides/scaling.md says how to make a cluster. `-- PART …` runs the parts whose names have one of these words, so
// that a run which was ended goes on where it was: each part makes databases of its own.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { CLUSTER_VARIABLE } from '../test/support/cluster-variable.ts';

const ROOT = join(import.meta.dirname, '..');

const runTest = (file: string, variables: NodeJS.ProcessEnv): boolean =>
  spawnSync(process.execPath, ['--test', '--test-concurrency=1', file], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...variables },
  }).status === 0;

function runParts(url: string, words: readonly string[]): boolean {
  // The same files as on one PostgreSQL, with tables that are distributed by account and regions on workers.
  const repeated = [
    'test/conformance/regions.test.ts',
    'src/properties/search/regions-engine.test.ts',
    ...globSync('test/delivery/*.test.ts', { cwd: ROOT }).sort(),
  ];
  const parts = [...globSync('test/citus/*.citus.ts', { cwd: ROOT }).sort(), ...repeated].filter(
    (file) => words.length === 0 || words.some((word) => file.includes(word)),
  );
  const failed: string[] = [];
  for (const [at, file] of parts.entries()) {
    const began = performance.now();
    const hasPassed = runTest(file, repeated.includes(file) ? { [CLUSTER_VARIABLE]: url } : {});
    if (!hasPassed) failed.push(file);
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(
      `part ${at + 1} of ${parts.length}, ${file}: ${hasPassed ? 'passed' : 'FAILED'} in ${seconds} s`,
    );
  }
  console.log(`${parts.length - failed.length} of ${parts.length} parts passed ${failed.join(' ')}`);
  return parts.length > 0 && failed.length === 0;
}

const url = process.env['CITUS_COORDINATOR_URL'];
if (url === undefined) console.log('skipped: test/citus/regions.citus.ts needs CITUS_COORDINATOR_URL');
else if (!runParts(url, process.argv.slice(2))) process.exitCode = 1;
