import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { joinEmbeddedServer } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../src/db/pool.ts';
import { loadDivisions } from '../src/geo/load.ts';
import { systemClock } from '../src/lib/clock.ts';
import { MINUTE_MS } from '../src/lib/durations.ts';
import { MIGRATIONS } from '../src/processes/storage.ts';
import { createOwner } from '../test/support/owners.ts';
import { loadProperties } from './search/load.ts';
import { createBenchQueries } from './search/questions.ts';
import { startServe } from './search/served.ts';
import { formatTimes, quantile } from './search/spread.ts';

export const title =
  'Ordinary searches by SQL alone, and beside a flood of heavy ones of another account (--rows N)';

const log = { info() {}, warn: console.warn, error: console.error };
/** Below the 500 of a minute. */
const ORDINARY_CALLS = 400;
const FLOOD_CONNECTIONS = 30;
/** The heavy account is refused above 500 requests a minute; so many accounts share the flood. */
const FLOOD_KEYS = 4;
const FLOOD_PAUSE_MS = 200;

type Statuses = Record<number, number>;

interface Served {
  port: number;
  key: string;
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rows: { type: 'string', default: '100000' } } });
  const dataDir = mkdtempSync(join(tmpdir(), 'gable-bench-'));
  const embedded = await joinEmbeddedServer({ dataDir, log });
  try {
    await migrate(embedded.connection, { folder: MIGRATIONS, log });
    const db = openDatabase(embedded.connection, {
      log,
      applicationName: 'gable bench',
      statementTimeoutMs: 30 * MINUTE_MS,
    });
    try {
      await loadDivisions(db, systemClock, log, 'FR');
      await loadProperties(db, { rows: Number(values.rows) });
      await compare(db, dataDir);
    } finally {
      await db.end();
    }
  } finally {
    await embedded.leave();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function compare(db: OpenDatabase, dataDir: string): Promise<void> {
  const bodies = (await createBenchQueries(db)).flat();
  const { port, stop } = await startServe({ DATA_DIR: dataDir, SERVE_THREADS: '1', SEARCH_MEMORY_MB: '0' });
  try {
    const newKey = async () => (await createOwner(db, systemClock)).key;
    await timeOrdinary({ port, key: await newKey() }, bodies);
    const alone = await timeOrdinary({ port, key: await newKey() }, bodies);
    const keys = await Promise.all(Array.from({ length: FLOOD_KEYS }, newKey));
    const heavy = await search({ port, key: await newKey() }, heavyQuery);
    if (heavy !== 200 && heavy !== 422) throw new Error(`the heavy query answered ${heavy}`);
    const stopFlood = startFlood(port, keys);
    const beside = await timeOrdinary({ port, key: await newKey() }, bodies);
    const statuses = await stopFlood();
    console.log(`load ${loadavg()[0]?.toFixed(1)}; heavy queries answered: ${JSON.stringify(statuses)}`);
    for (const [name, { times, refused }] of Object.entries({ alone, beside }))
      console.log(`ordinary ${name}: ${formatTimes(times)}, not answered: ${JSON.stringify(refused)}`);
    const ratio = quantile(beside.times, 0.99) / quantile(alone.times, 0.99);
    console.log(`p99 beside ${ratio.toFixed(2)} times alone`);
  } finally {
    await stop();
  }
}

interface OrdinaryTimes {
  times: number[];
  refused: Statuses;
}

async function timeOrdinary(served: Served, bodies: readonly object[]): Promise<OrdinaryTimes> {
  const times: number[] = [];
  const refused: Statuses = {};
  for (let at = 0; at < ORDINARY_CALLS; at += 1) {
    const began = performance.now();
    const status = await search(served, bodies[(at * 7) % bodies.length] ?? {});
    times.push(performance.now() - began);
    if (status !== 200) refused[status] = (refused[status] ?? 0) + 1;
  }
  return { times, refused };
}

/** Every clause compares words over the whole country: no index narrows it. */
const heavyQuery = {
  criteria: {
    or: Array.from({ length: 60 }, (_, at) => ({
      property: {
        body: { description: { nin: Array.from({ length: 25 }, (_, word) => `balcon ${at} ${word}`) } },
      },
    })),
  },
};

function startFlood(port: number, keys: readonly string[]): () => Promise<Statuses> {
  const statuses: Statuses = {};
  let isOver = false;
  const flood = Array.from({ length: FLOOD_CONNECTIONS }, async (_, at) => {
    while (!isOver) {
      const status = await search({ port, key: keys[at % keys.length] ?? '' }, heavyQuery);
      statuses[status] = (statuses[status] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, FLOOD_PAUSE_MS));
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(flood);
    return statuses;
  };
}

async function search({ port, key }: Served, body: object): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/properties`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}
