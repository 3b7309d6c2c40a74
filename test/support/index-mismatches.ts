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
  /** To be answered from memory: those that memory leaves to SQL are not among them. */
  readonly trees: number;
  /** Trees asked of one state. */
  readonly every: number;
}

export interface IndexCheckResult {
  readonly asked: QueryTally;
  readonly states: number;
  readonly changes: Tally;
  readonly steps: Tally;
  /** Everything that differs, of questions and of walks. */
  readonly mismatches: readonly object[];
}

const PARALLEL_CHECKS = 3;
const CURSOR_SCANS = 6;
/** In each state. */
const STEPS = 2;

/** Asks memory, a thread that follows it, SQL and the plain predicate the same random questions while rows change, are folded and read anew. */
export async function findIndexMismatches(
  house: TestDatabase,
  { seed, properties, trees, every }: IndexCheckOptions,
): Promise<IndexCheckResult> {
  const market = await ConsistencyMarket.open(house, seed, properties);
  const other = await ProcessMemory.open(house.connection);
  const sql = sqlEngine(house.db, createPlaceService(house.db, console.error));
  const walks = new CursorConsistency(market, sql, other);
  const asked = new QueryTally();
  let states = 0;
  try {
    for (; asked.answeredCount < trees; states += 1) {
      await market.change(states);
      await other.refresh();
      for (let step = 0; step < STEPS; step += 1) await walks.step(CURSOR_SCANS);
      const questions = Array.from({ length: every }, () => randomSearchQuestion(market.chance));
      const lane = async (): Promise<void> => {
        for (let one = questions.pop(); one !== undefined; one = questions.pop())
          await checkQuestion({ market, sql, tally: asked }, one);
      };
      await Promise.all(Array.from({ length: PARALLEL_CHECKS }, lane));
    }
  } finally {
    await other.close();
    await market.close();
  }
  const found = [...asked.mismatches, ...walks.mismatches].map((one) => ({ seed, ...one }));
  return { asked, states, changes: market.changes, steps: walks.steps, mismatches: found };
}
