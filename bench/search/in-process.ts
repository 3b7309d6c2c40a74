import { everything } from '../../src/criteria/tree.ts';
import type { Database } from '../../src/db/sql.ts';
import type { SearchEngine } from '../../src/properties/search/engine.ts';
import { NEWEST_FIRST } from '../../src/properties/search/order.ts';
import { ask, type Question, timed } from './questions.ts';
import { askRival } from './rival.ts';
import { shapes } from './shapes.ts';
import { meanOf, shown, sumOf } from './spread.ts';

const COUNTED = 20;

export interface Engines {
  readonly memory: SearchEngine;
  readonly sql: SearchEngine;
}

/** Ids and count of every question from both engines: first whether they are the same, then how long they take. Answers the mean of memory. */
export async function mixInProcess(
  { memory, sql }: Engines,
  questions: readonly Question[][],
  rival: Database | undefined,
): Promise<number> {
  await agree({ memory, sql }, questions.flat());
  const figures = [
    { name: 'memory', times: await timed(questions, (one) => ask(memory, one)) },
    { name: 'SQL', times: await timed(questions, (one) => ask(sql, one)) },
  ] as const;
  for (const { name, times } of figures) console.log(`${name}, ids and count: ${shown(times.flat())}`);
  for (const [at, { name }] of shapes.entries())
    console.log(`  ${name}: ${figures.map((one) => `${one.name} ${shown(one.times[at] ?? [])}`).join('; ')}`);
  if (rival !== undefined) await besideRival(rival, questions, figures[1].times);
  await countCountry('memory', memory);
  await countCountry('SQL', sql);
  return meanOf(figures[0].times.flat());
}

async function agree({ memory, sql }: Engines, questions: readonly Question[]): Promise<void> {
  let differing = 0;
  for (const question of questions)
    if (JSON.stringify(await ask(memory, question)) !== JSON.stringify(await ask(sql, question))) {
      if (differing === 0) console.log('they differ:', JSON.stringify(question));
      differing += 1;
    }
  console.log(
    `memory and SQL agree on ids and totals of ${questions.length - differing} of ${questions.length} questions`,
  );
  if (differing > 0) process.exitCode = 1;
}

async function besideRival(
  db: Database,
  questions: readonly Question[][],
  inSql: readonly number[][],
): Promise<void> {
  const { times, cut, each, limitMs } = await askRival(db, questions);
  const same = inSql.flatMap((own) => own.slice(0, each));
  console.log(
    `one jsonb column, ${each} of each shape: ${shown(times)}; ${cut} of ${times.length} were cut off after ${limitMs / 1_000} s`,
  );
  console.log(
    `${cut > 0 ? 'at least ' : ''}${(sumOf(times) / sumOf(same)).toFixed(1)} times as long as SQL for the same questions`,
  );
}

async function countCountry(name: string, engine: SearchEngine): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < COUNTED; round += 1) {
    const began = performance.now();
    await engine.walk({ criteria: everything, order: NEWEST_FIRST, limit: 0, from: undefined });
    times.push(performance.now() - began);
  }
  console.log(`${name}, the whole country counted exactly: ${shown(times)}`);
}
