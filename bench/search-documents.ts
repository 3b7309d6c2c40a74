import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPlaceService } from '../src/geo/place-service.ts';
import { systemClock } from '../src/lib/clock.ts';
import { HOUR_MS } from '../src/lib/durations.ts';
import { IndexBuilder } from '../src/properties/search/memory/index-builder.ts';
import { memoryEngine } from '../src/properties/search/memory/memory-engine.ts';
import { MemorySearch } from '../src/properties/search/memory/memory-search.ts';
import { NEWEST_FIRST } from '../src/properties/search/order.ts';
import { sqlEngine } from '../src/properties/search/sql-engine.ts';
import { createSearchContext, type SearchContext, searchProperties } from '../src/properties/search.ts';
import { frenchDatabase } from '../test/support/database.ts';
import { silentLog } from '../test/support/log.ts';
import { loadProperties } from './search/load.ts';
import { type BenchQuery, createBenchQueries, parseQueryTree } from './search/questions.ts';
import { formatTimes, meanOf, quantile } from './search/spread.ts';

export const title =
  'Result pages from the memory index with documents of its file, and of PostgreSQL, in turns (--rows N)';

const ROUNDS = 5;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rows: { type: 'string', default: '2000' } } });
  const endings: (() => Promise<void>)[] = [];
  const scope = { after: (end: () => Promise<void>) => void endings.unshift(end) };
  try {
    const { db, connection } = await frenchDatabase(scope, { statementTimeoutMs: HOUR_MS });
    await loadProperties(db, { rows: Number(values.rows), copies: 0, words: undefined, unsearched: false });
    const directory = mkdtempSync(join(tmpdir(), 'gable-documents-'));
    const builder = new IndexBuilder({ connection, file: join(directory, 'properties') });
    scope.after(async () => {
      await builder.close();
      rmSync(directory, { recursive: true, force: true });
    });
    const memory = new MemorySearch({ db, log: silentLog, builder, maxBytes: Infinity });
    await memory.refresh();
    const places = createPlaceService(db, console.error);
    const { snapshot } = memory;
    const engine = memoryEngine({
      sql: sqlEngine(db, places),
      snapshot,
      lagMs: () => 0,
      countAnswer: () => {},
    });
    const withFile = createSearchContext(db, systemClock, places, engine);
    const withoutFile = createSearchContext(db, systemClock, places, {
      ...engine,
      async queryPage(query) {
        const { serialized: _, ...hits } = await engine.queryPage(query);
        return hits;
      },
    });
    await compare(withFile, withoutFile, (await createBenchQueries(db)).flat());
  } finally {
    for (const end of endings) await end();
  }
}

async function compare(
  withFile: SearchContext,
  withoutFile: SearchContext,
  queries: readonly BenchQuery[],
): Promise<void> {
  const [file, store]: [number[], number[]] = [[], []];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const query of queries) {
      const [one, other] = [await timePage(withFile, query), await timePage(withoutFile, query)];
      if (one.bytes !== other.bytes) throw new Error(`the pages differ: ${JSON.stringify(query)}`);
      if (round === 0) continue;
      file.push(one.ms);
      store.push(other.ms);
    }
  console.log(`documents of the file: ${formatTimes(file)}`);
  console.log(`documents of PostgreSQL: ${formatTimes(store)}`);
  console.log(
    `PostgreSQL takes ${(meanOf(store) / meanOf(file)).toFixed(1)} times as long in the mean, ${(quantile(store, 0.5) / quantile(file, 0.5)).toFixed(1)} at p50, ${(quantile(store, 0.95) / quantile(file, 0.95)).toFixed(1)} at p95; load ${loadavg()[0]?.toFixed(1)}`,
  );
}

async function timePage(context: SearchContext, query: BenchQuery): Promise<{ ms: number; bytes: number }> {
  const criteria = parseQueryTree(query);
  const began = performance.now();
  const found = await searchProperties(context, {
    accountId: 'bench',
    criteria,
    sentCriteria: query.criteria,
    order: NEWEST_FIRST,
    size: 10,
    paging: { type: 'PAGE', page: query.page ?? 1 },
  });
  if (!('page' in found)) throw new Error('refused');
  const bytes = Buffer.byteLength(found.page.serialized);
  return { ms: performance.now() - began, bytes };
}
