import type { Tree } from '../../src/criteria/tree.ts';
import type { Database } from '../../src/db/sql.ts';
import type { SearchEngine } from '../../src/properties/search/engine.ts';
import { NEWEST_FIRST } from '../../src/properties/search/order.ts';
import { parseTree } from '../../test/support/parse-tree.ts';
import { buildBodies, queryShapes } from './shapes.ts';
import { loadGazetteerTowns } from './towns.ts';

/** The body of a search. */
export interface BenchQuery {
  criteria?: unknown;
  page?: number;
}

const VARIANTS = 20;

/** So many of each shape, the same at every run. */
export async function createBenchQueries(db: Database): Promise<BenchQuery[][]> {
  const towns = await loadGazetteerTowns(db);
  return queryShapes.map((shape) => buildBodies(shape, towns, VARIANTS) as BenchQuery[]);
}

export const parseQueryTree = ({ criteria }: BenchQuery): Tree => parseTree(criteria);

export const runQuery = (engine: SearchEngine, question: BenchQuery) =>
  engine.queryPage({
    criteria: parseQueryTree(question),
    order: NEWEST_FIRST,
    offset: ((question.page ?? 1) - 1) * 10,
    limit: 10,
  });

/** Of each shape. The second time counts. */
export async function measureTimes(
  questions: readonly BenchQuery[][],
  asking: (one: BenchQuery) => Promise<unknown>,
): Promise<number[][]> {
  const all: number[][] = [];
  for (const own of questions) {
    for (const question of own) await asking(question);
    const times: number[] = [];
    for (const question of own) {
      const began = performance.now();
      await asking(question);
      times.push(performance.now() - began);
    }
    all.push(times);
  }
  return all;
}
