import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { OpenDatabase } from '../../src/db/pool.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { MAIN } from '../../test/support/main-file.ts';
import { createOwner } from '../../test/support/owners.ts';
import type { CallerResult, CallerTask } from './caller.ts';
import { measureServedFreshness } from './served-freshness.ts';
import { formatTimes } from './spread.ts';

const CALLERS = 8;
/** Below the 500 of a minute. */
const CALLS_PER_KEY = 450;
/** Enough for 180,000 calls a minute; above that a call is refused, and the bench ends. */
const KEYS = 400;
const MEMORY_MB = 100_000;
const MEGABYTE = 2 ** 20;

export const FORMATS = { flat: 'application/json', 'JSON:API': 'application/vnd.api+json' } as const;
export type Formats = Readonly<Record<keyof typeof FORMATS, CallerResult>>;

export interface ServedOptions {
  name: string;
  dataDir: string;
  threads: number;
  fromMemory: boolean;
  rounds: number;
}

/** The same queries to a real `serve` with so many threads, from a light client, in both formats. */
export async function measureServedMix(
  db: OpenDatabase,
  served: ServedOptions,
  bodies: readonly object[],
): Promise<Formats> {
  const { dataDir, threads, fromMemory } = served;
  const began = performance.now();
  const { port, stop } = await startServe({
    DATA_DIR: dataDir,
    SERVE_THREADS: `${threads}`,
    SEARCH_MEMORY_MB: fromMemory ? `${MEMORY_MB}` : '0',
  });
  try {
    if (fromMemory) {
      const readyAt = await untilReady(port);
      console.log(`a serve answers from memory ${((readyAt - began) / 1_000).toFixed(2)} s after its start`);
    }
    const formats = {
      flat: await callAll({ db, port, served }, 'flat', bodies),
      'JSON:API': await callAll({ db, port, served }, 'JSON:API', bodies),
    };
    if (fromMemory) await measureServedFreshness(db, port, threads);
    return formats;
  } finally {
    await stop();
  }
}

interface Running {
  db: OpenDatabase;
  port: number;
  served: ServedOptions;
}

async function callAll(
  { db, port, served: { name, threads, rounds } }: Running,
  format: keyof typeof FORMATS,
  bodies: readonly object[],
): Promise<CallerResult> {
  const keys: string[] = [];
  while (keys.length < KEYS) keys.push((await createOwner(db, systemClock)).key);
  const calling: CallerTask = {
    port,
    keys,
    callsAKey: CALLS_PER_KEY,
    format: FORMATS[format],
    bodies: bodies.map((body) => JSON.stringify(body)),
    callers: CALLERS,
    rounds,
  };
  const worker = new Worker(new URL('./caller.ts', import.meta.url), { workerData: calling });
  await once(worker, 'message');
  const before = await figures(port);
  const [called] = (await once(worker, 'message')) as [CallerResult];
  const after = await figures(port);
  const cpuMs = ((after.cpu - before.cpu) * 1_000) / (bodies.length * rounds);
  console.log(
    `${name} over HTTP, ${format}, ${threads} threads: ${formatTimes(called.times)}; ${CALLERS} callers ${called.aSecond.toFixed(0)} answers a second, ${cpuMs.toFixed(3)} ms of the server's CPU each, ${(after.resident / MEGABYTE).toFixed(0)} MB resident; ${called.refused} refused and sent again`,
  );
  await worker.terminate();
  return called;
}

async function figures(port: number): Promise<{ cpu: number; resident: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const of = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0);
  return { cpu: of('gable_process_cpu_seconds_total'), resident: of('gable_process_resident_memory_bytes') };
}

/** Each connection may reach another thread: several in a row have reached all. Returns when the first of them answered from memory. */
export async function untilReady(port: number): Promise<number> {
  let readyAt = 0;
  for (let ready = 0; ready < 8; await pause(20)) {
    const headers = { connection: 'close' };
    const text = await (await fetch(`http://127.0.0.1:${port}/health/ready`, { headers })).text();
    ready = text.includes('"search":"ok"') ? ready + 1 : 0;
    if (ready <= 1) readyAt = performance.now();
  }
  return readyAt;
}

export async function startServe(
  settings: Record<string, string>,
): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'gable-served-'));
  const log = join(folder, 'log');
  const file = openSync(log, 'w');
  const environment = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    PORT: '0',
    LOG_FORMAT: 'json',
    DEMO: 'off',
    // For --cpu-prof.
    NODE_OPTIONS: process.env['SERVED_OPTIONS'],
  };
  // With the semi-space size of `npm run gable`.
  const child = spawn(process.execPath, ['--max-semi-space-size=128', MAIN, 'serve'], {
    cwd: folder,
    env: { ...environment, ...settings },
    stdio: ['ignore', 'ignore', file],
  });
  closeSync(file);
  const ended = once(child, 'exit');
  const found = () =>
    /"msg":"running","event":"process.running","url":"http:\/\/localhost:(\d+)"/.exec(
      readFileSync(log, 'utf8'),
    )?.[1];
  while (found() === undefined) {
    if (child.exitCode !== null) throw new Error(`it ended: ${readFileSync(log, 'utf8')}`);
    await pause(20);
  }
  return {
    port: Number(found()),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
