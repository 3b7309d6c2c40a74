import type { OpenDatabase } from '../../src/db/pool.ts';
import type { SearchEngine } from '../../src/properties/search/engine.ts';
import { startApi } from '../../test/support/api.ts';
import { shown } from './spread.ts';

const CALLERS = 8;

/** The same questions through all doors: one kept-alive connection, then several at once. */
export async function mixOverHttp(
  db: OpenDatabase,
  name: string,
  engine: SearchEngine,
  bodies: readonly object[],
): Promise<void> {
  const endings: (() => Promise<void>)[] = [];
  const api = await startApi({ after: (end) => void endings.push(end) }, { db, engine });
  const port = await api.listen();
  const ask = async (body: object): Promise<void> => {
    const answered = await fetch(`http://127.0.0.1:${port}/properties`, {
      method: 'POST',
      headers: { 'x-api-key': api.owner.key, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    });
    if (answered.status !== 200) throw new Error(await answered.text());
    await answered.arrayBuffer();
  };
  const times: number[] = [];
  for (const body of bodies) {
    const began = performance.now();
    await ask(body);
    times.push(performance.now() - began);
  }
  const began = performance.now();
  const left = bodies.toReversed();
  const caller = async (): Promise<void> => {
    for (let body = left.pop(); body !== undefined; body = left.pop()) await ask(body);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const rate = (bodies.length / (performance.now() - began)) * 1_000;
  console.log(`${name} over HTTP: ${shown(times)}; ${CALLERS} callers ${rate.toFixed(0)} answers a second`);
  for (const end of endings) await end();
}
