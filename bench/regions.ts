import { Readable } from 'node:stream';
import type { Connection } from '../src/db/connection.ts';
import type { Database } from '../src/db/sql.ts';
import { createPlaceService, type PlaceService } from '../src/geo/place-service.ts';
import { type FeedReading, readFeed } from '../src/ingest/feed.ts';
import { ingestRecords } from '../src/ingest/ingest-records.ts';
import type { Observation } from '../src/ingest/observation.ts';
import { openPipeline } from '../src/ingest/open.ts';
import { systemClock } from '../src/lib/clock.ts';
import type { SearchEngine } from '../src/properties/search/engine.ts';
import { createSearchContext } from '../src/properties/search.ts';
import { World } from '../src/world/generate.ts';
import { observeWorld } from '../test/support/region-world.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { measureDatabaseCpu } from './regions/database-cpu.ts';
import { createLayouts, openDivided, openLayout } from './regions/layouts.ts';
import { loadProperties } from './search/load.ts';
import { type BenchQuery, createBenchQueries, runQuery } from './search/questions.ts';
import { quantile } from './search/spread.ts';
import { currentLoad } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'A search and ingest in one region: plain, beside seven other regions, and on workers of CITUS_COORDINATOR_URL';

const GOAL = 1.1;
/** Two batches of a feed: while one is written the next is read, and departments of a batch are written at once. */
const PART_OBSERVATIONS = 2_000;
/** Of the parts: until then code is compiled, sessions are opened and their statements planned. */
const WARM_SHARE = 1 / 3;

/** `--homes N` of a region, `--fed N` homes that are ingested, `--rounds N` of searches. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const { homes, fed, rounds } = parseOptions(args, { homes: 10_000, fed: 4_000, rounds: 5 });
  const layouts = await createLayouts(scope, process.env['CITUS_COORDINATOR_URL']);
  const plain = await openLayout(scope, layouts.plain);
  await loadProperties(plain, { rows: homes });
  const places = createPlaceService(plain, console.error);
  console.log(`${homes} homes a region, load ${currentLoad()}`);
  const engines: [string, SearchEngine][] = [
    ['plain', createSearchContext(plain, systemClock, places).engine],
  ];
  const divided: OpenLayout[] = [];
  for (const layout of layouts.divided) {
    const db = await openDivided(scope, layouts, layout, places);
    divided.push({ ...layout, db });
    engines.push([layout.name, createSearchContext(db, systemClock, places).engine]);
  }
  const questions = (await createBenchQueries(plain)).flat().filter(isOfPlaces);
  printTimes(await timeAll(engines, questions, rounds));
  const layoutsByName = [{ name: 'plain', db: plain, connection: layouts.plain }, ...divided];
  printCpu('a search', await measureSearches(layoutsByName, engines, { questions, rounds }));
  const observations = observeWorld(new World({ seed: 'bench', properties: fed, days: 10, noise: 0 }));
  printIngest(await measureIngest(layoutsByName, places, observations));
}

interface OpenLayout {
  name: string;
  db: Database;
  connection: Connection;
}

/** CPU of the client and of every session of a database, for one of several. */
async function measureSearches(
  layouts: readonly OpenLayout[],
  engines: readonly [string, SearchEngine][],
  { questions, rounds }: { questions: readonly BenchQuery[]; rounds: number },
): Promise<Map<string, number[]>> {
  const spent = new Map(engines.map(([name]) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const [at, [name, engine]] of engines.entries()) {
      const { client, server } = await measureDatabaseCpu(layouts[at]?.connection, async () => {
        for (const question of questions) await runQuery(engine, question);
      });
      spent.get(name)?.push((client + server) / questions.length);
    }
  return spent;
}

interface IngestCost {
  name: string;
  observations: number;
  client: number;
  server: number;
  clock: number;
  /** Client and server, of each part. */
  parts: number[];
  /** By the clock, of each part. */
  clocks: number[];
}

/** A part of a feed after the other, each layout in turn and each first once in a while: all meet the same load and compiled code. */
async function measureIngest(
  layouts: readonly OpenLayout[],
  places: PlaceService,
  observations: readonly Observation[],
): Promise<IngestCost[]> {
  const lanes = layouts.map(({ name, db, connection }) => ({
    connection,
    pipeline: openPipeline(db, systemClock, { places }),
    cost: { name, observations: 0, client: 0, server: 0, clock: 0, parts: [], clocks: [] } as IngestCost,
  }));
  const parts = Math.ceil(observations.length / PART_OBSERVATIONS);
  for (let part = 0; part < parts; part += 1) {
    const first = part % lanes.length;
    const some = observations.slice(part * PART_OBSERVATIONS, (part + 1) * PART_OBSERVATIONS);
    for (const { connection, pipeline, cost } of [...lanes.slice(first), ...lanes.slice(0, first)]) {
      const began = performance.now();
      const spent = await measureDatabaseCpu(connection, () => ingestRecords(pipeline, readAsFeed(some)));
      const clock = performance.now() - began;
      if (part < parts * WARM_SHARE) continue;
      cost.observations += some.length;
      cost.client += spent.client;
      cost.server += spent.server;
      cost.clock += clock;
      cost.parts.push(spent.client + spent.server);
      cost.clocks.push(clock);
    }
  }
  return lanes.map(({ cost }) => cost);
}

const readAsFeed = (observations: readonly Observation[]): AsyncIterable<FeedReading> =>
  readFeed(
    Readable.from(observations.map((observation) => Buffer.from(`${JSON.stringify(observation)}\n`))),
    {
      format: 'ndjson',
      source: '',
      observedAt: systemClock.now(),
    },
  );

function printIngest(costs: readonly IngestCost[]): void {
  const [plain] = costs;
  if (plain === undefined) return;
  console.log(`ingest, ${plain.observations} observations after the first third, ms each:`);
  for (const { name, observations, client, server, clock, parts, clocks } of costs) {
    const each = (ms: number): string => (ms / observations).toFixed(2);
    const ratio = (client + server) / (plain.client + plain.server);
    console.log(
      `  ${name}: CPU of client ${each(client)}, of server ${each(server)} (${ratio.toFixed(2)}, of parts ${spreadOfRatios(parts, plain.parts)}), by the clock ${each(clock)} (${(clock / plain.clock).toFixed(2)}, of parts ${spreadOfRatios(clocks, plain.clocks)})`,
    );
  }
  console.log(`the goal is ${(1 / 0.9).toFixed(2)} times plain; load ${currentLoad()}`);
}

/** The median of paired ratios, and its quartiles: what ran beside one pair is in no other. */
function spreadOfRatios(own: readonly number[], plain: readonly number[]): string {
  const ratios = own.map((ms, at) => ms / (plain[at] ?? Number.NaN));
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(2));
  return `${median}, ${low} to ${high}`;
}

function printCpu(what: string, spent: ReadonlyMap<string, readonly number[]>): void {
  const [plain = []] = spent.values();
  const figures = [...spent].map(
    ([name, rounds]) => `${name} ${quantile(rounds, 0.5).toFixed(2)} ms (${spreadOfRatios(rounds, plain)})`,
  );
  console.log(`CPU of client and server for ${what}: ${figures.join(', ')}`);
}

/** Others are asked of every region. */
const isOfPlaces = (question: BenchQuery): boolean => JSON.stringify(question).includes('uniqueCodes');

/** In turn, so that each question meets every layout under the same load, each first once in a while. The first round warms. */
async function timeAll(
  engines: readonly [string, SearchEngine][],
  questions: readonly BenchQuery[],
  rounds: number,
): Promise<Map<string, number[][]>> {
  const times = new Map(
    engines.map(([name]) => [name, Array.from({ length: rounds }, () => [] as number[])]),
  );
  for (let round = 0; round <= rounds; round += 1)
    for (const [at, question] of questions.entries()) {
      let wanted: string | undefined;
      const first = (at + round) % engines.length;
      for (const [name, engine] of [...engines.slice(first), ...engines.slice(0, first)]) {
        const began = performance.now();
        const { ids, total } = await runQuery(engine, question);
        times.get(name)?.[round - 1]?.push(performance.now() - began);
        const found = JSON.stringify({ ids, total });
        wanted ??= found;
        if (found !== wanted) throw new Error(`${name} differs: ${JSON.stringify(question)}`);
      }
    }
  return times;
}

function printTimes(times: ReadonlyMap<string, readonly (readonly number[])[]>): void {
  const [plain = []] = times.values();
  for (const [name, own] of times) {
    const figures = [0.5, 0.95].map((share) => {
      const ofRounds = (all: readonly (readonly number[])[]): number[] =>
        all.map((one) => quantile(one, share));
      const ms = quantile(own.flat(), share);
      const ratio = ms / quantile(plain.flat(), share);
      const spread = spreadOfRatios(ofRounds(own), ofRounds(plain));
      return `p${share * 100} ${ms.toFixed(2)} ms (${ratio.toFixed(2)}${ratio > GOAL ? ', missed' : ''}, of rounds ${spread})`;
    });
    console.log(`  ${name}: ${figures.join(', ')} of ${own.flat().length} searches`);
  }
  console.log(`the goal is ${GOAL} times plain; load ${currentLoad()}`);
}
