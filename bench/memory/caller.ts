// A thread that calls the API as a client would: the questions one after another over one kept-alive connection, then over several.
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export interface Calling {
  port: number;
  key: string;
  accept: string;
  bodies: readonly string[];
  callers: number;
  /** Rounds with all callers at once. */
  rounds: number;
}

export interface Called {
  times: number[];
  aSecond: number;
}

const { port, key, accept, bodies, callers, rounds } = workerData as Calling;
const agent = new Agent({ keepAlive: true, maxSockets: callers });

const ask = (body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = {
      'x-api-key': key,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept,
    };
    const asked = request(
      { host: '127.0.0.1', port, path: '/properties', method: 'POST', agent, headers },
      (answered) => {
        answered.resume();
        answered.on('end', () =>
          answered.statusCode === 200
            ? resolve()
            : reject(new Error(`answered ${answered.statusCode}: ${body}`)),
        );
      },
    );
    asked.on('error', reject).end(body);
  });

for (const body of bodies) await ask(body);
const times: number[] = [];
for (const body of bodies) {
  const began = performance.now();
  await ask(body);
  times.push(performance.now() - began);
}
const left = Array.from({ length: rounds }, () => bodies).flat();
const count = left.length;
const began = performance.now();
await Promise.all(
  Array.from({ length: callers }, async () => {
    for (let body = left.pop(); body !== undefined; body = left.pop()) await ask(body);
  }),
);
const called: Called = { times, aSecond: (count / (performance.now() - began)) * 1_000 };
agent.destroy();
parentPort?.postMessage(called);
