import { createPlaceService } from '../../src/geo/place-service.ts';
import { sqlEngine } from '../../src/properties/search/sql-engine.ts';
import { ConsistencyMarket } from './consistency-market.ts';
import { checkQuestion, QueryTally, randomSearchQuestion } from './consistency-questions.ts';
import { CursorConsistency } from './cursor-consistency.ts';
import type { TestDatabase } from './database.ts';
import { ProcessMemory } from './process-memory.ts';
import type { Tally } from './tally.ts';

export interface IndexCheckOptions {
  readonly seed: number;
  readonly properties: number;
  /** Queries that memory must answer: those it leaves to SQL do not count. */
  readonly trees: number;
  /** Trees for each state. */
  readonly every: number;
}

export interface IndexCheckResult {
  readonly queries: QueryTally;
  readonly states: number;
  readonly changes: Tally;
  readonly steps: Tally;
  /** Everything that differs, of queries and of cursor scans. */
  readonly mismatches: readonly object[];
}

const PARALLEL_CHECKS = 3;
const CURSOR_SCANS = 6;
/** In each state. */
const STEPS = 2;

/** Sends the same random queries to memory, a following thread, SQL and the plain predicate while rows change and the index is rebuilt. */
export async function findIndexMismatches(
  database: TestDatabase,
  { seed, properties, trees, every }: IndexCheckOptions,
): Promise<IndexCheckResult> {
  const market = await ConsistencyMarket.open(database, seed, properties);
  const other = await ProcessMemory.open(database.connection);
  const sql = sqlEngine(database.db, createPlaceService(database.db, console.error));
  const scans = new CursorConsistency(market, sql, other);
  const queries = new QueryTally();
  let states = 0;
  try {
    for (; queries.answeredCount < trees; states += 1) {
      await market.change(states);
      await other.refresh();
      for (let step = 0; step < STEPS; step += 1) await scans.step(CURSOR_SCANS);
      const questions = Array.from({ length: every }, () => randomSearchQuestion(market.chance));
      const worker = async (): Promise<void> => {
        for (let one = questions.pop(); one !== undefined; one = questions.pop())
          await checkQuestion({ market, sql, tally: queries }, one);
      };
      await Promise.all(Array.from({ length: PARALLEL_CHECKS }, worker));
    }
  } finally {
    await other.close();
    await market.close();
  }
  const found = [...queries.mismatches, ...scans.mismatches].map((one) => ({ seed, ...one }));
  return { queries, states, changes: market.changes, steps: scans.steps, mismatches: found };
}
