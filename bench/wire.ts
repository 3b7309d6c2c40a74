import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { HOUR_MS } from '../src/lib/durations.ts';
import { startApi } from '../test/support/api.ts';
import { frenchDatabase } from '../test/support/database.ts';
import { openTestMemory } from '../test/support/memory-engine.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { loadProperties } from './search/load.ts';
import { currentLoad } from './support/database.ts';
import type { WireTask } from './wire/client.ts';

export const title =
  'Pages of 100 over HTTP: CPU of the server for gzip and br against uncompressed, in turns';

const ROWS = 2_000;
const PAGE_ROWS = 100;
/** Some properties are hidden for their price: all of these pages are full. */
const MEASURED_PAGES = 12;
/** Texts as long as those of portals: a page of 100 has a megabyte. */
const WORDS = 500;
const ROUNDS = 7;
/** Documents are compressed when they are sent again, 25 at a time. */
const WARMING_ROUNDS = 5;
const CODINGS = ['identity', 'gzip', 'br'] as const;
const FORMATS = { 'flat JSON': 'application/json', 'JSON:API': 'application/vnd.api+json' };

interface Measured {
  ms: number;
  bytes: number;
}

export async function run(_: string[], scope: TestScope): Promise<void> {
  const { db, connection } = await frenchDatabase(scope, { statementTimeoutMs: HOUR_MS });
  await loadProperties(db, { rows: ROWS, copies: 0, words: WORDS, unsearched: true });
  const { engine, memory, answeredBy } = await openTestMemory(scope, db, connection);
  await memory.refresh();
  const api = await startApi(scope, { db, engine });
  const client = fork(join(import.meta.dirname, 'wire/client.ts'));
  scope.after(async () => void client.kill());
  const port = await api.listen();
  for (const [name, accept] of Object.entries(FORMATS))
    await compare(name, client, { port, key: api.owner.key, accept });
  if (answeredBy.some((by) => by !== 'memory')) throw new Error('SQL answered a page');
}

type Target = Pick<WireTask, 'port' | 'key' | 'accept'>;

async function compare(name: string, client: ChildProcess, target: Target): Promise<void> {
  const pages = Array.from({ length: MEASURED_PAGES }, (_, at) => ({ size: PAGE_ROWS, page: at + 1 }));
  const measure = async (coding: string): Promise<Measured> => {
    const began = process.cpuUsage();
    client.send({ ...target, coding, bodies: pages });
    const [bytes] = (await once(client, 'message')) as [number];
    const { user, system } = process.cpuUsage(began);
    return { ms: (user + system) / 1_000 / pages.length, bytes: bytes / pages.length };
  };
  await measure('identity');
  await measure('identity');
  const first = { gzip: await measure('gzip'), br: await measure('br') };
  for (let round = 0; round < WARMING_ROUNDS; round += 1) for (const coding of CODINGS) await measure(coding);
  const rounds: Record<string, Measured[]> = { identity: [], gzip: [], br: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const coding of CODINGS) rounds[coding]?.push(await measure(coding));
  const plain = median(rounds['identity'] ?? []);
  for (const coding of CODINGS) {
    const { ms, bytes } = median(rounds[coding] ?? []);
    const ratio =
      coding === 'identity' ? '' : `, ${(ms / plain.ms).toFixed(2)} times the CPU of uncompressed`;
    console.log(`${name}, ${coding}: ${ms.toFixed(2)} ms of CPU, ${Math.round(bytes / 1_000)} kB${ratio}`);
  }
  const times = ({ ms }: Measured): string => (ms / plain.ms).toFixed(2);
  console.log(
    `${name}, pages that were never sent before: gzip ${times(first.gzip)} times, br ${times(first.br)}; load ${currentLoad()}`,
  );
}

const median = (values: Measured[]): Measured =>
  values.toSorted((one, other) => one.ms - other.ms)[values.length >> 1] ?? { ms: Number.NaN, bytes: 0 };
