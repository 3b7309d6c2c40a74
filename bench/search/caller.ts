// A thread that calls the API with little CPU: the queries one after another over one kept-alive connection, then over several at once.
import { parentPort, workerData } from 'node:worker_threads';
import { LightConnection } from './light-connection.ts';

/** Warm-up: frequent code is compiled meanwhile. Both engines are warmed up for as long. */
const WARM_MS = 15_000;
/** One round is too short for a figure. */
const TIMED_ROUNDS = 3;

export interface CallerTask {
  port: number;
  /** Keys in turn, each for as many calls as an account may make in a minute; a key is used again after a minute at the earliest. */
  keys: readonly string[];
  callsAKey: number;
  /** The media type of the responses. */
  format: string;
  bodies: readonly string[];
  callers: number;
  /** Rounds with all connections at once. */
  rounds: number;
}

/** Sent after a first message, `warm`. */
export interface CallerResult {
  times: number[];
  aSecond: number;
  /** Calls that were refused beside heavy ones, and sent again. */
  refused: number;
}

const { port, keys, callsAKey, format, bodies, callers, rounds } = workerData as CallerTask;
let calls = 0;
let refused = 0;

async function ask(connection: LightConnection, body: string): Promise<void> {
  const key = keys[Math.floor(calls / callsAKey) % keys.length] as string;
  calls += 1;
  refused += await connection.request(key, format, body);
}

/** All queries repeatedly, over all connections at once. */
async function askFor(ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until) await askAll(1);
}

/** All queries so many times, over all connections at once: so every thread is called. */
async function askAll(times: number): Promise<void> {
  const left = Array.from({ length: times }, () => bodies).flat();
  await Promise.all(
    connections.map(async (connection) => {
      for (let body = left.pop(); body !== undefined; body = left.pop()) await ask(connection, body);
    }),
  );
}

const connections = await Promise.all(Array.from({ length: callers }, () => LightConnection.open(port)));
const [first] = connections;
if (first === undefined) throw new Error('nobody calls');
await askFor(WARM_MS);
const times: number[] = [];
for (let round = 0; round < TIMED_ROUNDS; round += 1)
  for (const body of bodies) {
    const began = performance.now();
    await ask(first, body);
    times.push(performance.now() - began);
  }
parentPort?.postMessage('warm');
const began = performance.now();
await askAll(rounds);
const called: CallerResult = {
  times,
  aSecond: ((rounds * bodies.length) / (performance.now() - began)) * 1_000,
  refused,
};
for (const connection of connections) connection.close();
parentPort?.postMessage(called);
