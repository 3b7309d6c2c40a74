import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createPlaceService } from '../src/geo/place-service.ts';
import { systemClock } from '../src/lib/clock.ts';
import type { SearchEngine } from '../src/properties/search/engine.ts';
import { createSearchContext } from '../src/properties/search.ts';
import { createLayouts, openDivided, openLayout } from './regions/layouts.ts';
import { loadProperties } from './search/load.ts';
import { type BenchQuery, createBenchQueries, runQuery } from './search/questions.ts';
import { quantile } from './search/spread.ts';

export const title =
  'A search in one region: plain, beside seven other regions, and on a worker of CITUS_COORDINATOR_URL (--homes N a region)';

const ROUNDS = 3;
const GOAL = 1.1;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      homes: { type: 'string', default: '10000' },
    },
  });
  const closers: (() => unknown)[] = [];
  const scope = { after: (close: () => unknown) => void closers.push(close) };
  try {
    const layouts = await createLayouts(scope, process.env['CITUS_COORDINATOR_URL']);
    const plain = await openLayout(scope, layouts.plain);
    await loadProperties(plain, { rows: Number(values.homes) });
    const places = createPlaceService(plain, console.error);
    console.log(`${values.homes} homes a region, load ${loadavg()[0]?.toFixed(1)}`);
    const engines: [string, SearchEngine][] = [
      ['plain', createSearchContext(plain, systemClock, places).engine],
    ];
    for (const layout of layouts.divided) {
      const db = await openDivided(scope, layouts, layout, places);
      engines.push([layout.name, createSearchContext(db, systemClock, places).engine]);
    }
    const questions = (await createBenchQueries(plain)).flat().filter(isOfPlaces);
    printTimes(await timeAll(engines, questions));
  } finally {
    for (const close of closers.reverse()) await close();
  }
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
  console.log(`the goal is ${GOAL} times plain; load ${loadavg()[0]?.toFixed(1)}`);
}
