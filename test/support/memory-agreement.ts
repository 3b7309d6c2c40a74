import { createPlaces } from '../../src/geo/places.ts';
import { sqlEngine } from '../../src/properties/search/sql-engine.ts';
import { AgreeingMarket } from './agreeing-market.ts';
import { Asked, askOne, randomQuestion } from './agreeing-questions.ts';
import { AgreeingWalks } from './agreeing-walks.ts';
import type { TestDatabase } from './database.ts';
import { OtherMemory } from './other-memory.ts';
import type { Tally } from './tally.ts';

export interface MemoryMeasure {
  readonly seed: number;
  readonly properties: number;
  /** To be answered from memory: those that memory leaves to SQL are not among them. */
  readonly trees: number;
  /** Trees asked of one state. */
  readonly every: number;
}

export interface MemoryAgreement {
  readonly asked: Asked;
  readonly states: number;
  readonly changes: Tally;
  readonly steps: Tally;
  /** Everything that differs, of questions and of walks. */
  readonly found: readonly object[];
}

const LANES = 3;
const WALKS = 6;
/** In each state. */
const STEPS = 2;

/** Asks memory, a thread that follows it, SQL and the plain predicate the same random questions while rows change, are folded and read anew. */
export async function memoryDisagreements(
  house: TestDatabase,
  { seed, properties, trees, every }: MemoryMeasure,
): Promise<MemoryAgreement> {
  const market = await AgreeingMarket.open(house, seed, properties);
  const other = await OtherMemory.open(house.connection);
  const sql = sqlEngine(house.db, createPlaces(house.db, console.error));
  const walks = new AgreeingWalks(market, sql, other);
  const asked = new Asked();
  let states = 0;
  try {
    for (; asked.answered < trees; states += 1) {
      await market.change(states);
      await other.look();
      for (let step = 0; step < STEPS; step += 1) await walks.step(WALKS);
      const questions = Array.from({ length: every }, () => randomQuestion(market.chance));
      const lane = async (): Promise<void> => {
        for (let one = questions.pop(); one !== undefined; one = questions.pop())
          await askOne({ market, sql, told: asked }, one);
      };
      await Promise.all(Array.from({ length: LANES }, lane));
    }
  } finally {
    await other.close();
    await market.close();
  }
  const found = [...asked.found, ...walks.found].map((one) => ({ seed, ...one }));
  return { asked, states, changes: market.changes, steps: walks.steps, found };
}
