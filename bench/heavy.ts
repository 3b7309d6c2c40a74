import { setTimeout as pause } from 'node:timers/promises';
import type { OpenDatabase } from '../src/db/pool.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createOwner } from '../test/support/owners.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { loadProperties } from './search/load.ts';
import { createBenchQueries } from './search/questions.ts';
import { startServe } from './search/served.ts';
import { formatTimes, quantile } from './search/spread.ts';
import { currentLoad, loadFrance, openBenchDatabase } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Ordinary searches by SQL alone, and beside a flood of too heavy ones of other accounts: p99';

/** Below the 500 of a minute. */
const MAX_ORDINARY_CALLS = 400;
const FLOOD_CONNECTIONS = 30;
/** An account is refused above 500 requests a minute; so many share the flood and stay below. */
const FLOOD_KEYS = 6;
const FLOOD_PAUSE_MS = 1_000;
const TOO_HEAVY = '422 query-too-heavy';
/** The statement limit of the API and some time to refuse it. */
const FLOOD_START_MS = 6_000;

/** How often each outcome came: "200", or the status and the problem. */
type Outcomes = Record<string, number>;

interface Served {
  port: number;
  key: string;
}

/** `--seconds N` of each part. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const { rows, seconds } = parseOptions(args, { rows: 30_000, seconds: 40 });
  const { db, dataDir } = await openBenchDatabase(scope);
  await loadFrance(db);
  await loadProperties(db, { rows });
  await compare(db, dataDir, seconds);
}

async function compare(db: OpenDatabase, dataDir: string, seconds: number): Promise<void> {
  const bodies = (await createBenchQueries(db)).flat();
  const { port, stop } = await startServe({ DATA_DIR: dataDir, SERVE_THREADS: '1', SEARCH_MEMORY_MB: '0' });
  try {
    const newKey = async () => (await createOwner(db, systemClock)).key;
    const measure = async () => timeOrdinary({ port, key: await newKey() }, bodies, seconds);
    await measure();
    const alone = await measure();
    const heavy = await search({ port, key: await newKey() }, heavyQuery);
    if (heavy !== TOO_HEAVY) throw new Error(`the heavy query is none here: ${heavy}; give more --rows`);
    const keys = await Promise.all(Array.from({ length: FLOOD_KEYS }, newKey));
    const stopFlood = startFlood(port, keys);
    await pause(FLOOD_START_MS);
    const beside = await measure();
    const flooded = await stopFlood();
    console.log(`load ${currentLoad()}; the flood was answered ${JSON.stringify(flooded)}`);
    for (const [name, { times, refused }] of Object.entries({ alone, beside }))
      console.log(
        `ordinary ${name}: ${times.length} calls, ${formatTimes(times)}, not answered: ${JSON.stringify(refused)}`,
      );
    if ((flooded[TOO_HEAVY] ?? 0) === 0) throw new Error('no query of the flood was too heavy');
    const ratio = quantile(beside.times, 0.99) / quantile(alone.times, 0.99);
    console.log(`p99 beside ${ratio.toFixed(2)} times alone`);
  } finally {
    await stop();
  }
}

interface OrdinaryTimes {
  times: number[];
  refused: Outcomes;
}

async function timeOrdinary(
  served: Served,
  bodies: readonly object[],
  seconds: number,
): Promise<OrdinaryTimes> {
  const times: number[] = [];
  const refused: Outcomes = {};
  const end = performance.now() + seconds * 1_000;
  for (let at = 0; at < MAX_ORDINARY_CALLS && performance.now() < end; at += 1) {
    const began = performance.now();
    const outcome = await search(served, bodies[(at * 7) % bodies.length] ?? {});
    times.push(performance.now() - began);
    if (outcome !== '200') refused[outcome] = (refused[outcome] ?? 0) + 1;
  }
  return { times, refused };
}

/** Every home passes every clause, so that all words are compared over the whole country: no index narrows it. */
const heavyQuery = {
  criteria: {
    and: Array.from({ length: 60 }, (_, at) => ({
      property: {
        body: { description: { nin: Array.from({ length: 25 }, (_, word) => `balcon ${at} ${word}`) } },
      },
    })),
  },
};

function startFlood(port: number, keys: readonly string[]): () => Promise<Outcomes> {
  const outcomes: Outcomes = {};
  let isOver = false;
  const flood = Array.from({ length: FLOOD_CONNECTIONS }, async (_, at) => {
    while (!isOver) {
      const outcome = await search({ port, key: keys[at % keys.length] ?? '' }, heavyQuery);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      await pause(FLOOD_PAUSE_MS);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(flood);
    return outcomes;
  };
}

/** The outcome: "200", or the status and the name of the problem. */
async function search({ port, key }: Served, body: object): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/properties`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  });
  if (answer.status === 200) {
    await answer.arrayBuffer();
    return '200';
  }
  const { type = '' } = (await answer.json()) as { type?: string };
  return `${answer.status} ${type.split('/').at(-1)}`;
}
