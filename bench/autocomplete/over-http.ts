import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { Connection } from '../../src/db/connection.ts';

const SECONDS = 8;
const WARM_UP_SECONDS = 6;
const CONNECTIONS = 16;

export interface HttpMeasurement {
  readonly perSecond: number;
  readonly p99: number;
  /** CPU of the server, which a busy machine does not stretch. */
  readonly cpuMicros: number;
  /** Heap and buffers of the places after a garbage collection, above what the process used before its first response. */
  readonly placesMegabytes: number;
  readonly rssMegabytes: number;
}

/** Calls a server in its own process as fast as it answers, each request with another query. */
export async function measureOverHttp(
  connection: Connection,
  key: string,
  queries: readonly string[],
): Promise<HttpMeasurement> {
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    env: { ...process.env, BENCH_CONNECTION: JSON.stringify(connection) },
    execArgv: ['--expose-gc', '--cpu-prof', '--cpu-prof-dir=/tmp/prof'],
    // The log is written as in production, to nowhere.
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  });
  try {
    const [port] = await once(child, 'message');
    const empty = await readUsage(child);
    await load(port, key, queries, WARM_UP_SECONDS);
    const before = await readUsage(child);
    const result = await load(port, key, queries, SECONDS);
    const after = await readUsage(child);
    return {
      perSecond: result.requests.average,
      p99: result.latency.p99,
      cpuMicros: (after.micros - before.micros) / result.requests.total,
      placesMegabytes: (after.kept - empty.kept) / 2 ** 20,
      rssMegabytes: after.rss / 2 ** 20,
    };
  } finally {
    child.kill('SIGINT');
    await new Promise((r) => setTimeout(r, 4000));
  }
}

async function load(port: number, key: string, queries: readonly string[], duration: number) {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration,
    requests: queries.map((query) => ({
      path: `/geo/autocomplete?query=${encodeURIComponent(query)}`,
      headers: { 'x-api-key': key, accept: 'application/json' },
    })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return result;
}

async function readUsage(child: ChildProcess): Promise<{ micros: number; rss: number; kept: number }> {
  child.send('used');
  const [{ cpu, rss, kept }] = await once(child, 'message');
  return { micros: cpu.user + cpu.system, rss, kept };
}
