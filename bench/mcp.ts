import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { assistant2025, assistant2026 } from '../test/support/assistants.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import {
  buildCallPairs,
  buildToolCall,
  type CallPair,
  type SentRequest,
  type ServerState,
} from './mcp/calls.ts';
import { parseOptions } from './support/options.ts';

export const title = 'Assistants: CPU of a tool call against the same HTTP call; 100 clients × 50 calls';

const ROUNDS = 5;
const SECONDS = 2;
const WARM_UP_SECONDS = 5;
const CONNECTIONS = 8;
/**
 * Both are called at one pace. At full speed the slower server waits for a database and a client that fell asleep meanwhile, and
 * the kernel charges it for waking them: a profile showed 270 µs in writes of a tool call, twice that of the same bytes by the route.
 */
const PACE_PER_SECOND = 200;
const CLIENTS = 100;
const CALLS = 50;
const MAX_COST_RATIO = 2;

interface ServerReady extends ServerState {
  accounts: { key: string; alertId: string }[];
}

/** `--only cpu` or `--only crowd` runs one half. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const { only } = parseOptions(args, { only: '' });
  const execArgv = process.env['BENCH_PROFILE'] === undefined ? [] : ['--cpu-prof'];
  const child = fork(join(import.meta.dirname, 'mcp/server.ts'), [String(CLIENTS)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv,
  });
  scope.after(async () => {
    const gone = once(child, 'exit');
    child.send('end');
    await gone;
  });
  const [ready] = (await once(child, 'message')) as [ServerReady];
  if (only !== 'crowd') for (const pair of buildCallPairs(ready)) await compare(child, ready, pair);
  if (only !== 'cpu') await crowd(ready);
}

/** CPU of the serving process, so that the figure is valid on a shared machine; route and tool take turns, as its speed varies. */
async function compare(
  child: ChildProcess,
  known: ServerState,
  { what, route, tool }: CallPair,
): Promise<void> {
  const calls = [route, buildToolCall(known, tool, 2026), buildToolCall(known, tool, 2025)];
  for (const sent of calls) await costOf(child, sent, { duration: WARM_UP_SECONDS });
  const costs: number[][] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, sent] of calls.entries()) costs[at]?.push(await costOf(child, sent, PACED));
  const [plain = 0, modern = 0, legacy = 0] = costs.map(median);
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `${what}: ${route.method} ${plain.toFixed(0)} µs of CPU; ${tool.name} ${modern.toFixed(0)} (2026), ${legacy.toFixed(0)} (2025): ` +
      `${(modern / plain).toFixed(2)} and ${(legacy / plain).toFixed(2)} times, at most ${MAX_COST_RATIO} (load ${load})`,
  );
}

const PACED = { duration: SECONDS, overallRate: PACE_PER_SECOND };

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function costOf(
  child: ChildProcess,
  sent: SentRequest,
  pace: { duration: number; overallRate?: number },
): Promise<number> {
  const before = await cpuMicros(child);
  const { requests, non2xx, errors } = await autocannon({
    ...sent,
    connections: CONNECTIONS,
    ...pace,
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${sent.url}: ${non2xx} refused, ${errors} failed`);
  return ((await cpuMicros(child)) - before) / requests.total;
}

async function cpuMicros(child: ChildProcess): Promise<number> {
  const reply = once(child, 'message');
  child.send('cpu');
  const [{ user, system }] = await reply;
  return user + system;
}

/** Each client has its own account, in both revisions: each response must belong to that account. */
async function crowd({ port, accounts }: ServerReady): Promise<void> {
  const started = performance.now();
  let strays = 0;
  await Promise.all(
    accounts.map(async ({ key, alertId }, at) => {
      const client = await (at % 2 === 0 ? assistant2026 : assistant2025)({ port, key });
      for (let turn = 0; turn < CALLS; turn++) {
        const { structured } = await client.call('list_alerts');
        const ids = (structured['alerts'] as { id: string }[]).map(({ id }) => id);
        if (ids.join() !== alertId) strays += 1;
      }
      await client.close();
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${accounts.length} clients × ${CALLS} calls: ${strays} answers of another account, ${seconds.toFixed(1)} s, ${((accounts.length * CALLS) / seconds).toFixed(0)} calls/s`,
  );
}
