// The client of `npm run bench -- wire`, in its own process: only the server's CPU is measured.
import { Agent, request } from 'node:http';

export interface WireTask {
  port: number;
  key: string;
  accept: string;
  coding: string;
  bodies: readonly object[];
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function fetchBytes({ port, key, accept, coding }: WireTask, body: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-api-key': key,
      accept,
      'accept-encoding': coding,
      'content-type': 'application/json',
    };
    const sent = request({ port, agent, headers, method: 'POST', path: '/properties' }, (answer) => {
      const isRight =
        answer.statusCode === 200 && (answer.headers['content-encoding'] ?? 'identity') === coding;
      if (!isRight) reject(new Error(`${answer.statusCode} ${answer.headers['content-encoding']}`));
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve(bytes));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

process.on('message', async (task: WireTask) => {
  let bytes = 0;
  for (const body of task.bodies) bytes += await fetchBytes(task, body);
  process.send?.(bytes);
});
