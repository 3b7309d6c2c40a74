import type { OpenDatabase } from '../../src/db/pool.ts';
import { startApi } from '../../test/support/api.ts';
import { bodiesOf, shapes } from './shapes.ts';
import { shown, spread } from './spread.ts';
import { townsOf } from './towns.ts';

const VARIANTS = 20;

/** The same questions over one kept-alive connection, through all doors, JSON:API whole. */
export async function searchOverHttp(db: OpenDatabase): Promise<void> {
  const towns = await townsOf(db);
  const endings: (() => Promise<void>)[] = [];
  const api = await startApi({ after: (end) => void endings.push(end) }, { db });
  const port = await api.listen();
  const ask = async (body: object): Promise<void> => {
    const answered = await fetch(`http://127.0.0.1:${port}/properties`, {
      method: 'POST',
      headers: { 'x-api-key': api.owner.key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answered.status !== 200) throw new Error(await answered.text());
    await answered.arrayBuffer();
  };
  const times: number[] = [];
  for (const shape of shapes) {
    const bodies = bodiesOf(shape, towns, VARIANTS);
    for (const body of bodies) await ask(body);
    for (const body of bodies) {
      const began = performance.now();
      await ask(body);
      times.push(performance.now() - began);
    }
  }
  for (const end of endings) await end();
  console.log(`the mix over HTTP, one connection: ${shown(spread(times))}`);
}
