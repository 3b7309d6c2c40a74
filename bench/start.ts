import { type ChildProcess, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryDirectory } from '../test/support/temporary-directory.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { cpuSeconds, killAll, startNpm, stop } from './start/npm.ts';
import { currentLoad } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'npm start to the first answered call and the first homes: fresh clone (with --cold), installed, again, and after kill -9';

const root = join(import.meta.dirname, '..');

/** `--cold` clones the repository and installs with an empty npm cache: it needs the registry, so it is optional. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const { cold } = parseOptions(args, { cold: false });
  const folder = temporaryDirectory(scope);
  const dataDir = join(folder, 'data');
  if (cold) await coldClone(folder);
  await report('installed, first start', () => firstAnswer(root, { DATA_DIR: dataDir }, stop));
  await measureFirstHomes(join(folder, 'homes'));
  await report('installed, second start', () => firstAnswer(root, { DATA_DIR: dataDir }, stop));
  await report('start to be killed', () => firstAnswer(root, { DATA_DIR: dataDir }, killAll));
  await report('after kill -9 of the whole tree', () => firstAnswer(root, { DATA_DIR: dataDir }, stop));
}

const FIRST_HOMES = {
  size: 1,
  criteria: {
    property: {
      type: { in: ['FLAT'] },
      transaction: { type: 'SELL' },
      pricing: { displayed: { lte: 300_000 } },
    },
  },
};
const MAX_WAIT_MS = 180_000;

/** From listening in a new data directory until a search answers a home, as the second call of the README does. */
async function measureFirstHomes(dataDir: string): Promise<void> {
  const npm = startNpm(root, { DATA_DIR: dataDir });
  const { url, headers } = await printedCall(npm);
  const started = performance.now();
  const search = new URL('/properties', url);
  const sent = { method: 'POST', body: JSON.stringify(FIRST_HOMES) };
  const accepts = { ...headers, accept: 'application/json', 'content-type': 'application/json' };
  for (let homes = 0; homes === 0; await pause(100)) {
    const answer = await fetch(search, { ...sent, headers: accepts });
    if (answer.ok) homes = ((await answer.json()) as unknown[]).length;
    if (performance.now() - started > MAX_WAIT_MS) throw new Error('no home is found');
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(2);
  console.log(
    `first homes ${seconds} s after listening, ${cpuSeconds(npm.pid ?? 0).toFixed(1)} s of CPU since the start; load ${currentLoad()}`,
  );
  await stop(npm);
}

async function coldClone(folder: string): Promise<void> {
  const clone = join(folder, 'clone');
  execFileSync('git', ['clone', '--quiet', root, clone]);
  const env = { DATA_DIR: join(clone, 'data'), npm_config_cache: join(folder, 'npm-cache') };
  await report('fresh clone, empty npm cache', () => firstAnswer(clone, env, stop));
}

async function report(what: string, measure: () => Promise<number>): Promise<void> {
  console.log(`${what}: first call answered after ${((await measure()) / 1000).toFixed(2)} s`);
}

/** From `npm start` to the response of the call that it prints. */
async function firstAnswer(
  cwd: string,
  env: Record<string, string>,
  end: (npm: ChildProcess) => Promise<void>,
): Promise<number> {
  const started = performance.now();
  const npm = startNpm(cwd, env);
  const call = await printedCall(npm);
  const answer = await fetch(call.url, { headers: call.headers });
  const took = performance.now() - started;
  if (!answer.ok) throw new Error(`the first call was answered ${answer.status}`);
  await end(npm);
  return took;
}

async function printedCall(npm: ChildProcess): Promise<{ url: string; headers: Record<string, string> }> {
  let printed = '';
  for await (const text of npm.stdout ?? []) {
    printed += text;
    const line = printed.split('\n').find((some) => some.includes('curl ') && some.includes('http'));
    if (line === undefined || !printed.endsWith('\n')) continue;
    const headers = Object.fromEntries(
      [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value]),
    );
    return { url: /(http\S+)$/.exec(line)?.[1] ?? '', headers };
  }
  throw new Error(`npm start ended: ${printed}`);
}
