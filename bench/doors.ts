import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { Connection } from '../src/db/connection.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createOwner } from '../test/support/owners.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { limiterLatency } from './doors/limiter.ts';
import { openBenchDatabase } from './support/database.ts';
import { parseOptions } from './support/options.ts';
import { startBenchCollector } from './tracing/collector.ts';

export const title = 'Middleware: CPU per request against bare Fastify, and the cost of the rate limiter';

/** Single rounds vary between 1.5 and 1.7 on a shared machine. */
const ROUNDS = 11;
const SECONDS = 2;
const WARM_UP_SECONDS = 15;
const CONNECTIONS = 16;
/**
 * Requests in flight on each connection, so that the client never sleeps. Else the kernel charges the slower server for waking it:
 * a profile showed 23 µs a write for bare Fastify and 87 µs for the same write through the middleware.
 */
const PIPELINING = 8;
const ADDED_BY_NODE = new Set(['connection', 'content-length', 'date', 'keep-alive']);

/** `--traced` compares the middleware with and without traces, and nothing else. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const { traced } = parseOptions(args, { traced: false });
  const { db, connection } = await openBenchDatabase(scope);
  const { key } = await createOwner(db, systemClock);
  if (traced) return compareTraced(connection, key);
  await compare(connection, key);
  await limiterLatency(connection);
}

async function compare(connection: Connection, key: string): Promise<void> {
  const doors = await startServer('doors', { BENCH_CONNECTION: JSON.stringify(connection) });
  const answer = await fetch(doors.url, { headers: { 'x-api-key': key } });
  const head = [...answer.headers].filter(([name]) => !ADDED_BY_NODE.has(name));
  const bare = await startServer('bare', {
    BENCH_BYTES: await answer.text(),
    BENCH_HEADERS: JSON.stringify(Object.fromEntries(head)),
  });
  try {
    const ratio = await medianRatio(bare, doors, key);
    console.log(
      `CPU of a null route through all middleware / bare Fastify, same bytes: ${ratio.toFixed(2)} (median)`,
    );
  } finally {
    doors.process.kill();
    bare.process.kill();
  }
}

async function compareTraced(connection: Connection, key: string): Promise<void> {
  const collector = await startBenchCollector();
  const plain = await startServer('doors', { BENCH_CONNECTION: JSON.stringify(connection) });
  const traced = await startServer('doors', {
    BENCH_CONNECTION: JSON.stringify(connection),
    ...collector.env,
  });
  try {
    const ratio = await medianRatio(plain, traced, key);
    console.log(`CPU of a null route with a span for each request / without: ${ratio.toFixed(2)} (median)`);
  } finally {
    plain.process.kill();
    traced.process.kill();
    collector.close();
  }
}

/** The CPU of a request to the second server, over that of the first. */
async function medianRatio(first: Started, second: Started, key: string): Promise<number> {
  // Both servers are compiled first: after two seconds the longer code of the middleware was still half interpreted. Then the
  // servers take turns, as the machine's speed varies.
  await costOf(first, key, WARM_UP_SECONDS);
  await costOf(second, key, WARM_UP_SECONDS);
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const plain = await costOf(first, key);
    const full = await costOf(second, key);
    ratios.push(full / plain);
    console.log(
      `  round ${round}: ${plain.toFixed(1)} µs, then ${full.toFixed(1)} µs of CPU a request, ratio ${(full / plain).toFixed(2)}`,
    );
  }
  return median(ratios);
}

interface Started {
  process: ChildProcess;
  url: string;
}

async function startServer(kind: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const child = fork(join(import.meta.dirname, 'doors/server.ts'), [kind], {
    env: { ...process.env, ...env },
    // The log is written as in production, to nowhere.
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  });
  const [port] = await once(child, 'message');
  return { process: child, url: `http://127.0.0.1:${port}/null` };
}

async function costOf({ process: child, url }: Started, key: string, duration = SECONDS): Promise<number> {
  const before = await cpuMicros(child);
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    pipelining: PIPELINING,
    duration,
    headers: { 'x-api-key': key },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return ((await cpuMicros(child)) - before) / result.requests.total;
}

async function cpuMicros(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [{ user, system }] = await once(child, 'message');
  return user + system;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
