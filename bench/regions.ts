import type { Connection } from '../src/db/connection.ts';
import type { Database } from '../src/db/sql.ts';
import { createPlaceService, type PlaceService } from '../src/geo/place-service.ts';
import type { Observation } from '../src/ingest/observation.ts';
import { systemClock } from '../src/lib/clock.ts';
import type { SearchEngine } from '../src/properties/search/engine.ts';
import { createSearchContext } from '../src/properties/search.ts';
import { World } from '../src/world/generate.ts';
import { feedRegions, observeWorld } from '../test/support/region-world.ts';
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

const ROUNDS = 3;
const GOAL = 1.1;

/** `--homes N` of a region, `--fed N` homes that are ingested. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const { homes, fed } = parseOptions(args, { homes: 10_000, fed: 200 });
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
  printTimes(await timeAll(engines, questions));
  const layoutsByName = [{ name: 'plain', db: plain, connection: layouts.plain }, ...divided];
  printCpu('a search', await measureSearches(layoutsByName, engines, questions));
  const observations = observeWorld(new World({ seed: 'bench', properties: fed, days: 10, noise: 0 }));
  printCpu(
    `an observation of ${observations.length}`,
    await measureIngest(layoutsByName, places, observations),
  );
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
  questions: readonly BenchQuery[],
): Promise<Map<string, number>> {
  const spent = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, [name, engine]] of engines.entries()) {
      const ms = await measureDatabaseCpu(layouts[at]?.connection, async () => {
        for (const question of questions) await runQuery(engine, question);
      });
      spent.set(name, (spent.get(name) ?? 0) + ms / (ROUNDS * questions.length));
    }
  return spent;
}

async function measureIngest(
  layouts: readonly OpenLayout[],
  places: PlaceService,
  observations: readonly Observation[],
): Promise<Map<string, number>> {
  const spent = new Map<string, number>();
  for (const { name, db, connection } of layouts) {
    const ms = await measureDatabaseCpu(connection, () => feedRegions(db, places, observations));
    spent.set(name, ms / observations.length);
  }
  return spent;
}

function printCpu(what: string, spent: ReadonlyMap<string, number>): void {
  const [plain = 1] = spent.values();
  const figures = [...spent].map(([name, ms]) => `${name} ${ms.toFixed(2)} ms (${(ms / plain).toFixed(2)})`);
  console.log(`CPU of client and server for ${what}: ${figures.join(', ')}`);
}

/** Others are asked of every region. */
const isOfPlaces = (question: BenchQuery): boolean => JSON.stringify(question).includes('uniqueCodes');

/** In turn, so that each question meets every layout under the same load. The first round warms. */
async function timeAll(
  engines: readonly [string, SearchEngine][],
  questions: readonly BenchQuery[],
): Promise<Map<string, number[]>> {
  const times = new Map(engines.map(([name]) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const question of questions) {
      let wanted: string | undefined;
      for (const [name, engine] of engines) {
        const began = performance.now();
        const { ids, total } = await runQuery(engine, question);
        if (round > 0) times.get(name)?.push(performance.now() - began);
        const found = JSON.stringify({ ids, total });
        wanted ??= found;
        if (found !== wanted) throw new Error(`${name} differs: ${JSON.stringify(question)}`);
      }
    }
  return times;
}

function printTimes(times: ReadonlyMap<string, readonly number[]>): void {
  const [plain = []] = times.values();
  for (const [name, own] of times) {
    const figures = [0.5, 0.95].map((share) => {
      const ms = quantile(own, share);
      const ratio = ms / quantile(plain, share);
      return `p${share * 100} ${ms.toFixed(2)} ms (${ratio.toFixed(2)}${ratio > GOAL ? ', missed' : ''})`;
    });
    console.log(`  ${name}: ${figures.join(', ')} of ${own.length} searches`);
  }
  console.log(`the goal is ${GOAL} times plain; load ${currentLoad()}`);
}
