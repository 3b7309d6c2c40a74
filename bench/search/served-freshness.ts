import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenDatabase } from '../../src/db/pool.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { madeListing, recordTogether } from '../../test/fixtures/listing-states.ts';
import { createOwner } from '../../test/support/owners.ts';
import { createCity, flat } from '../../test/support/searches.ts';
import { formatTimes } from './spread.ts';

const ROUNDS = 40;
const STEP_MS = 5;
const CALLS_PER_KEY = 450;

interface Newest {
  thread: string;
  text: string;
}

/** From the commit of a property until a search finds it, in the slowest of all threads. */
export async function measureServedFreshness(db: OpenDatabase, port: number, threads: number): Promise<void> {
  const keys = await Promise.all(Array.from({ length: 12 }, () => createOwner(db, systemClock)));
  let calls = 0;
  const newest = (agent: Agent): Promise<Newest> => {
    const { key = '' } = keys[Math.floor(calls / CALLS_PER_KEY)] ?? {};
    calls += 1;
    return newestBy(agent, port, key);
  };
  const byThread = new Map<string, Agent>();
  while (byThread.size < threads) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { thread } = await newest(agent);
    if (byThread.has(thread)) agent.destroy();
    else byThread.set(thread, agent);
  }
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const at = systemClock.now();
    const listing = madeListing(flat(createCity()), { createdAt: at, updatedAt: at, lastSeenAt: at });
    const id = await recordTogether(db, [listing], at);
    const committed = performance.now();
    const sees = async (agent: Agent): Promise<void> => {
      while (!(await newest(agent)).text.includes(id)) await pause(STEP_MS);
    };
    await Promise.all([...byThread.values()].map(sees));
    times.push(performance.now() - committed);
    await pause(Math.random() * 100);
  }
  for (const agent of byThread.values()) agent.destroy();
  console.log(
    `from commit to an answer of each of ${threads} threads: ${formatTimes(times)}, the longest ${Math.max(...times).toFixed(0)} ms`,
  );
}

const newestBy = (agent: Agent, port: number, key: string): Promise<Newest> =>
  new Promise((resolve, reject) => {
    const headers = { 'x-api-key': key, accept: 'application/json', 'content-type': 'application/json' };
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path: '/properties',
      method: 'POST',
      agent,
      headers,
    });
    outgoing.on('error', reject).on('response', (answered) => {
      let text = '';
      answered.setEncoding('utf8').on('data', (part: string) => (text += part));
      answered.on('end', () => {
        const thread = String(answered.headers['x-request-id']).slice(0, 16);
        if (answered.statusCode === 200) resolve({ thread, text });
        else reject(new Error(`answered ${answered.statusCode}: ${text}`));
      });
    });
    outgoing.end('{}');
  });
