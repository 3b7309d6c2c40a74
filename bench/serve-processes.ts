import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { joinEmbeddedServer } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../src/db/pool.ts';
import { loadDivisions } from '../src/geo/load.ts';
import { systemClock } from '../src/lib/clock.ts';
import { MIGRATIONS } from '../src/processes/storage.ts';
import { createOwner } from '../test/support/owners.ts';
import { LightConnection } from './search/light-connection.ts';
import { loadProperties } from './search/load.ts';
import { createBenchQueries } from './search/questions.ts';

export const title =
  'Two threads of one serve against two serve processes, both answering from memory (--rows N, --seconds N a round)';

const log = { info() {}, warn: console.warn, error: console.error };
const MAIN = join(import.meta.dirname, '../src/processes/main.ts');
/** Copies are made by the server itself, in a fifth of the time. */
const MADE_SHARE = 0.05;
const CONNECTIONS = 8;
const KEYS = 400;
/** An account may make 500 calls a minute. */
const CALLS_PER_KEY = 450;
const WARM_UP_MS = 15_000;
const ROUNDS = 7;
const STATEMENT_TIMEOUT_MS = 3_600_000;

interface Variant {
  name: string;
  processes: number;
  threads: number;
}

const VARIANTS: readonly Variant[] = [
  { name: '2 threads', processes: 1, threads: 2 },
  { name: '2 processes', processes: 2, threads: 1 },
];

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string', default: '200000' }, seconds: { type: 'string', default: '5' } },
  });
  const rows = Number(values.rows);
  const dataDir = mkdtempSync(join(tmpdir(), 'gable-bench-'));
  const embedded = await joinEmbeddedServer({ dataDir, log, durable: false });
  const db = openDatabase(embedded.connection, {
    log,
    applicationName: 'gable bench',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    await migrate(embedded.connection, { folder: MIGRATIONS, log });
    await loadDivisions(db, systemClock, log, 'FR');
    const made = Math.ceil(rows * MADE_SHARE);
    await loadProperties(db, { rows: made, copies: Math.ceil(rows / made) - 1, unsearched: true });
    const bodies = (await createBenchQueries(db)).flat().map((body) => JSON.stringify(body));
    await compare({ db, dataDir, bodies, roundMs: Number(values.seconds) * 1_000 });
  } finally {
    await db.end();
    await embedded.leave();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Measuring {
  db: OpenDatabase;
  dataDir: string;
  bodies: readonly string[];
  roundMs: number;
}

interface RunningVariant {
  name: string;
  servers: Server[];
  call(ms: number): Promise<number>;
  rates: number[];
}

/** Rounds alternate between the variants, so that a busy machine slows both. */
async function compare(given: Measuring): Promise<void> {
  const running: RunningVariant[] = [];
  try {
    for (const variant of VARIANTS) running.push(await startVariant(variant, given));
    for (const { call } of running) await call(WARM_UP_MS);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { call, rates } of running) rates.push(await call(given.roundMs));
    for (const variant of running) await report(variant);
  } finally {
    await Promise.all(running.flatMap(({ servers }) => servers.map(({ stop }) => stop())));
  }
}

async function startVariant(
  { name, processes, threads }: Variant,
  given: Measuring,
): Promise<RunningVariant> {
  const servers: Server[] = [];
  for (let count = 0; count < processes; count += 1) servers.push(await startServe(given.dataDir, threads));
  for (const { port } of servers) await waitUntilReady(port);
  const keys: string[] = [];
  while (keys.length < KEYS) keys.push((await createOwner(given.db, systemClock)).key);
  return { name, servers, call: await openCaller(servers, keys, given.bodies), rates: [] };
}

async function report({ name, servers, rates }: RunningVariant): Promise<void> {
  const memory = servers.map(({ child }) => readMemory(child.pid ?? 0));
  const sum = (kind: 'rss' | 'pss') => memory.reduce((total, one) => total + one[kind], 0);
  const median = rates.toSorted((one, other) => one - other)[Math.floor(rates.length / 2)] ?? 0;
  const answeredBySql = await Promise.all(servers.map(({ port }) => countSqlAnswers(port)));
  console.log(
    `${name}: median ${median.toFixed(0)} answers a second (${rates.map((rate) => rate.toFixed(0)).join(', ')}), ` +
      `${sum('rss').toFixed(0)} MB resident, ${sum('pss').toFixed(0)} MB proportional, ` +
      `${answeredBySql.join(' + ')} answers by SQL, load ${loadavg()[0]?.toFixed(1)}`,
  );
}

/** Calls over all connections at once for so long; the result is answers a second. Connections are dealt to the servers in turn. */
async function openCaller(servers: readonly Server[], keys: readonly string[], bodies: readonly string[]) {
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, at) =>
      LightConnection.open(servers[at % servers.length]?.port ?? 0),
    ),
  );
  let calls = 0;
  return async (ms: number): Promise<number> => {
    const before = calls;
    const began = performance.now();
    await Promise.all(
      connections.map(async (connection) => {
        while (performance.now() - began < ms) {
          const body = bodies[calls % bodies.length] ?? '{}';
          const key = keys[Math.floor(calls / CALLS_PER_KEY) % keys.length] ?? '';
          calls += 1;
          await connection.request(key, 'application/json', body);
        }
      }),
    );
    return ((calls - before) / (performance.now() - began)) * 1_000;
  };
}

/** In megabytes; proportional counts a page that several processes share in parts. */
function readMemory(pid: number): { rss: number; pss: number } {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1_024;
  return { rss: read('Rss'), pss: read('Pss') };
}

async function countSqlAnswers(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return [...text.matchAll(/^gable_search_queries_total\{engine="sql"[^}]*\} (\d+)/gm)].reduce(
    (total, [, count]) => total + Number(count),
    0,
  );
}

/** Each connection may reach another thread: several in a row have reached all. */
async function waitUntilReady(port: number): Promise<void> {
  for (let ready = 0; ready < 8; await pause(50)) {
    const headers = { connection: 'close' };
    const text = await (await fetch(`http://127.0.0.1:${port}/health/ready`, { headers })).text();
    ready = text.includes('"search":"ok"') ? ready + 1 : 0;
  }
}

interface Server {
  child: ChildProcess;
  port: number;
  stop(): Promise<void>;
}

async function startServe(dataDir: string, threads: number): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'gable-served-'));
  const logFile = join(folder, 'log');
  const file = openSync(logFile, 'w');
  const child = spawn(process.execPath, ['--max-semi-space-size=128', MAIN, 'serve'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      LOG_FORMAT: 'json',
      DEMO: 'off',
      DATA_DIR: dataDir,
      SERVE_THREADS: String(threads),
      SEARCH_MEMORY_MB: '100000',
    },
    stdio: ['ignore', 'ignore', file],
  });
  closeSync(file);
  const ended = once(child, 'exit');
  const findPort = () =>
    /"msg":"running".*?"http:\/\/localhost:(\d+)"/.exec(readFileSync(logFile, 'utf8'))?.[1];
  while (findPort() === undefined) {
    if (child.exitCode !== null) throw new Error(`serve ended: ${readFileSync(logFile, 'utf8')}`);
    await pause(50);
  }
  return {
    child,
    port: Number(findPort()),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
