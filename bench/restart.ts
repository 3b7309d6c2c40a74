import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../src/lib/clock.ts';
import { createOwner } from '../test/support/owners.ts';
import { temporaryDirectory } from '../test/support/temporary-directory.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { fillBenchDatabase } from './search/load.ts';
import { quantile } from './search/spread.ts';
import { cpuSeconds, startNpm, stop } from './start/npm.ts';
import { currentLoad, openBenchDatabase } from './support/database.ts';
import { parseOptions } from './support/options.ts';
import { withScope } from './support/scope.ts';

export const title =
  'The second npm start over many properties: ready, answering from memory, the first request of each route, memory, cursor steps (--keep DIR: a database to use again, --rows N)';

const root = join(import.meta.dirname, '..');
const MAX_WAIT_MS = 1_800_000;
const MEGABYTE = 2 ** 20;

export async function run(args: string[], scope: TestScope): Promise<void> {
  const { rows, keep } = parseOptions(args, { rows: 100_000, keep: '' });
  const dataDir = keep === '' ? temporaryDirectory(scope) : keep;
  // PostgreSQL ends with this block: npm starts it again, as after a restart of the machine.
  const key = await withScope(async (own) => {
    const { db } = await openBenchDatabase(own, { keep: dataDir });
    await fillBenchDatabase(db, { rows });
    return (await createOwner(db, systemClock)).key;
  });
  await measureStart('first start', dataDir);
  const megabytes = await measureStart('second start', dataDir, key);
  console.log(`${megabytes} MB resident without PostgreSQL; load ${currentLoad()}`);
}

/** Times from the call of npm. With a key the first requests are sent as soon as it is ready. */
async function measureStart(name: string, dataDir: string, key?: string): Promise<number> {
  const began = performance.now();
  const since = (): string => ((performance.now() - began) / 1_000).toFixed(2);
  const npm = startNpm(root, { DATA_DIR: dataDir, DEMO: 'off' });
  try {
    const url = await printedUrl(npm);
    await untilCheck(url, (answer) => answer.ok);
    const ready = since();
    if (key !== undefined) await sendFirstRequests(url, key);
    await untilCheck(url, async (answer) => (await answer.text()).includes('"search":"ok"'));
    console.log(
      `${name}: ready after ${ready} s, answers from memory after ${since()} s, ${cpuSeconds(npm.pid ?? 0).toFixed(1)} s of CPU`,
    );
    if (key !== undefined) await compareSteps(url, key);
    else await untilFilesAreStored(dataDir);
    return residentMegabytes(npm.pid ?? 0);
  } finally {
    await stop(npm);
  }
}

/** Written some seconds after the start: a process that ends before then leaves nothing for the next one. */
const STORED_FILES = ['search/properties', 'places/names'];

async function untilFilesAreStored(dataDir: string): Promise<void> {
  while (!STORED_FILES.every((file) => existsSync(join(dataDir, file)))) await pause(100);
}

async function printedUrl(npm: ChildProcess): Promise<string> {
  let printed = '';
  for await (const text of npm.stdout ?? []) {
    printed += text;
    const found = /API +(http:\S+)/.exec(printed)?.[1];
    if (found !== undefined && printed.endsWith('\n')) return found;
  }
  throw new Error(`npm start ended: ${printed}`);
}

async function untilCheck(
  url: string,
  isMet: (answer: Response) => boolean | Promise<boolean>,
): Promise<void> {
  const began = performance.now();
  while (!(await isMet(await fetch(`${url}/health/ready`)))) {
    if (performance.now() - began > MAX_WAIT_MS) throw new Error('it is not ready');
    await pause(10);
  }
}

const SEARCH = {
  size: 10,
  criteria: { property: { type: { in: ['FLAT'] }, transaction: { type: 'SELL' } } },
};
/** One of each kind that a customer may send first. */
const REQUESTS: readonly (readonly [path: string, body?: object])[] = [
  ['/geo/autocomplete?query=lyo'],
  ['/properties', SEARCH],
  ['/properties/facets', { criteria: SEARCH.criteria }],
  [
    '/properties/clusters',
    { criteria: SEARCH.criteria, zoom: 6, viewport: { west: -5, south: 41, east: 10, north: 51 } },
  ],
  ['/criteria/parse', { text: 'T3 à Lyon sous 300 000 €' }],
  ['/alerts'],
  ['/sources'],
  ['/changes'],
  ['/account/api-usage'],
  ['/openapi.json'],
  ['/console'],
  ['/docs'],
];

async function sendFirstRequests(url: string, key: string): Promise<void> {
  const headers = { 'x-api-key': key, accept: 'application/json, */*', 'content-type': 'application/json' };
  const times: [path: string, ms: number, status: number][] = [];
  for (const [path, body] of REQUESTS) {
    const began = performance.now();
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${url}${path}`, { ...sent, headers });
    await answer.arrayBuffer();
    times.push([path, performance.now() - began, answer.status]);
  }
  const list = times.map(
    ([path, ms, status]) => `${path} ${ms.toFixed(0)}${status < 400 ? '' : ` (${status})`}`,
  );
  console.log(`first requests in ms: ${list.join(', ')}`);
}

/** One after the other, in turn, from memory: a busy machine slows all of them. Below the 500 calls of a minute. */
const STEP_ROUNDS = 90;

/** A first page, the last one, a second step of a cursor scan and facets. A busy index leaves them to SQL. */
async function compareSteps(url: string, key: string): Promise<void> {
  let refused = 0;
  const headers = { 'x-api-key': key, accept: 'application/json', 'content-type': 'application/json' };
  const send = async (path: string, body: object): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), headers });
    await answer.arrayBuffer();
    if (!answer.ok) refused += 1;
    return answer;
  };
  const scan = { ...SEARCH, paginationType: 'CURSOR' };
  const cursor = (await send('/properties', scan)).headers.get('x-next-cursor');
  const kinds: Readonly<Record<string, readonly [path: string, body: object]>> = {
    'first page': ['/properties', SEARCH],
    'last page': ['/properties', { ...SEARCH, page: 1_000 }],
    'second step': ['/properties', { ...scan, cursor }],
    'facets of the country': ['/properties/facets', { criteria: {} }],
  };
  const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
  for (let round = 0; round < STEP_ROUNDS; round += 1)
    for (const [kind, [path, body]] of Object.entries(kinds)) {
      const began = performance.now();
      await send(path, body);
      times.get(kind)?.push(performance.now() - began);
    }
  const figures = [...times].map(
    ([kind, own]) => `${kind} ${quantile(own, 0.5).toFixed(2)} ${quantile(own, 0.95).toFixed(2)}`,
  );
  console.log(`over HTTP, one client, p50 and p95 in ms: ${figures.join(', ')}; refused: ${refused}`);
}

/** Of the process that npm started. */
function residentMegabytes(npm: number): number {
  const children = `/proc/${npm}/task/${npm}/children`;
  if (!existsSync(children)) return Number.NaN;
  const pids = readFileSync(children, 'utf8').split(' ').filter(Boolean).map(Number);
  const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${npm}/status`, 'utf8'))?.[1] ?? 0);
  const isNode = readFileSync(`/proc/${npm}/cmdline`, 'utf8').includes('gable.mjs');
  return Math.max(isNode ? Math.round((own * 1_024) / MEGABYTE) : 0, ...pids.map(residentMegabytes), 0);
}
