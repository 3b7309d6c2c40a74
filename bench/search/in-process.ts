import { isDeepStrictEqual } from 'node:util';
import { matchAll } from '../../src/criteria/tree.ts';
import type { SearchEngine } from '../../src/properties/search/engine.ts';
import { NEWEST_FIRST } from '../../src/properties/search/order.ts';
import { type BenchQuery, measureTimes, runQuery } from './questions.ts';
import { queryShapes } from './shapes.ts';
import { formatTimes } from './spread.ts';

const COUNTED = 20;

export interface Engines {
  readonly memory: SearchEngine;
  readonly sql: SearchEngine;
}

/** Ids and count of every query from both engines: first whether they are equal, then how long they take. */
export async function measureInProcessMix(
  { memory, sql }: Engines,
  questions: readonly BenchQuery[][],
): Promise<void> {
  await assertSameResults({ memory, sql }, questions.flat());
  const figures = [
    { name: 'memory', times: await measureTimes(questions, (one) => runQuery(memory, one)) },
    { name: 'SQL', times: await measureTimes(questions, (one) => runQuery(sql, one)) },
  ] as const;
  for (const { name, times } of figures) console.log(`${name}, ids and count: ${formatTimes(times.flat())}`);
  for (const [at, { name }] of queryShapes.entries())
    console.log(
      `  ${name}: ${figures.map((one) => `${one.name} ${formatTimes(one.times[at] ?? [])}`).join('; ')}`,
    );
  await countCountry('memory', memory);
  await countCountry('SQL', sql);
}

/** Without what only the engine that found them has. */
const runHits = async (engine: SearchEngine, question: BenchQuery) => {
  const { ids, total } = await runQuery(engine, question);
  return { ids, total };
};

async function assertSameResults({ memory, sql }: Engines, questions: readonly BenchQuery[]): Promise<void> {
  let differing = 0;
  for (const question of questions)
    if (!isDeepStrictEqual(await runHits(memory, question), await runHits(sql, question))) {
      if (differing === 0) console.log('they differ:', JSON.stringify(question));
      differing += 1;
    }
  console.log(
    `memory and SQL agree on ids and totals of ${questions.length - differing} of ${questions.length} questions`,
  );
  if (differing > 0) process.exitCode = 1;
}

async function countCountry(name: string, engine: SearchEngine): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < COUNTED; round += 1) {
    const began = performance.now();
    await engine.queryCursor({ criteria: matchAll, order: NEWEST_FIRST, limit: 0, from: undefined });
    times.push(performance.now() - began);
  }
  console.log(`${name}, the whole country counted exactly: ${formatTimes(times)}`);
}
