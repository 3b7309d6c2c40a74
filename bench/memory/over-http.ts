import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { OpenDatabase } from '../../src/db/pool.ts';
import type { SearchEngine } from '../../src/properties/search/engine.ts';
import { startApi } from '../../test/support/api.ts';
import type { Called, Calling } from './caller.ts';
import { shown } from './spread.ts';

const CALLERS = 8;

/** The same questions through all doors, asked by a thread of their own: after some rounds, one at a time, then several at once. */
export async function mixOverHttp(
  db: OpenDatabase,
  { name, engine, rounds = 1 }: { name: string; engine: SearchEngine; rounds?: number },
  bodies: readonly object[],
): Promise<Called> {
  const endings: (() => Promise<void>)[] = [];
  const api = await startApi({ after: (end) => void endings.push(end) }, { db, engine });
  const port = await api.listen();
  const calling: Calling = {
    port,
    keys: [api.owner.key],
    callsAKey: Infinity,
    bodies: bodies.map((body) => JSON.stringify(body)),
    callers: CALLERS,
    rounds,
  };
  const worker = new Worker(new URL('./caller.ts', import.meta.url), { workerData: calling });
  await once(worker, 'message');
  const [called] = (await once(worker, 'message')) as [Called];
  console.log(
    `${name} over HTTP: ${shown(called.times)}; ${CALLERS} callers ${called.aSecond.toFixed(0)} answers a second`,
  );
  await worker.terminate();
  for (const end of endings) await end();
  return called;
}
