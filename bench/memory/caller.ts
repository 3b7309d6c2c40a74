// A thread that calls the API as a client would: the questions one after another over one kept-alive connection, then over several.
import { parentPort, workerData } from 'node:worker_threads';
import { LightConnection } from './light-connection.ts';
import { TIMED_ROUNDS, WARM_ROUNDS } from './rounds.ts';

export interface Calling {
  port: number;
  key: string;
  bodies: readonly string[];
  callers: number;
  /** Rounds with all callers at once. */
  rounds: number;
}

export interface Called {
  times: number[];
  aSecond: number;
}

const { port, key, bodies, callers, rounds } = workerData as Calling;
const connections = await Promise.all(Array.from({ length: callers }, () => LightConnection.open(port)));
const [first] = connections;
if (first === undefined) throw new Error('nobody calls');
const ask = (body: string): Promise<void> => first.ask(key, body);

for (let round = 0; round < WARM_ROUNDS; round += 1) for (const body of bodies) await ask(body);
const times: number[] = [];
for (let round = 0; round < TIMED_ROUNDS; round += 1)
  for (const body of bodies) {
    const began = performance.now();
    await ask(body);
    times.push(performance.now() - began);
  }
const left = Array.from({ length: rounds }, () => bodies).flat();
const count = left.length;
const began = performance.now();
await Promise.all(
  connections.map(async (connection) => {
    for (let body = left.pop(); body !== undefined; body = left.pop()) await connection.ask(key, body);
  }),
);
const called: Called = { times, aSecond: (count / (performance.now() - began)) * 1_000 };
for (const connection of connections) connection.close();
parentPort?.postMessage(called);
