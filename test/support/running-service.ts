import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../../src/lib/durations.ts';
import { type Receiver, startReceiver } from '../faults/receiver.ts';
import { copyDirectory } from './copy-directory.ts';
import { createDataDirectory, type GableProcess, runGableToEnd, spawnGable } from './gable.ts';
import { createCopiedDirectory, createPreparedDirectory } from './prepared-directory.ts';
import type { TestScope } from './test-scope.ts';

/** `serve` and `work` as an operator runs them, on one embedded database, with a customer whose alert matches every new property. */
export interface RunningService {
  url: string;
  key: string;
  operatorKey: string;
  receiver: Receiver;
  serve: GableProcess;
  work: GableProcess;
  settings: Record<string, string>;
  destinationId: string;
  /** Signs the webhooks of the account. */
  signingKey: string;
  call(path: string, more?: RequestInit & { as?: string }): Promise<Response>;
  /** Pushes new listings and returns the URLs of those accepted. */
  push(count: number, headers?: Record<string, string>): Promise<string[]>;
  /** URLs of the listings whose webhook arrived. */
  receivedEvents(): Set<string>;
  /** Sets the wall clock of both processes ahead of the machine's. */
  setAhead(ms: number): void;
}

const MOVED_CLOCK_MODULE = join(import.meta.dirname, 'moved-clock.ts');

const KEYS_FILE = 'test-keys.json';

/** An account with a key of its own and one of an operator. */
async function createKeys(t: TestScope, DATA_DIR: string): Promise<void> {
  const made = async (...args: string[]) => (await runGableToEnd(t, args, { DATA_DIR })).stdout.trim();
  await made('account', 'create', 'acme');
  const key = await made('key', 'create', '--account', 'acme');
  const operatorKey = await made('key', 'create', '--account', 'acme', '--operator');
  writeFileSync(join(DATA_DIR, KEYS_FILE), JSON.stringify({ key, operatorKey }));
}

const createServiceDirectory = (t: TestScope): Promise<string> =>
  createCopiedDirectory(t, '_service', async (directory) => {
    copyDirectory(await createPreparedDirectory(t), directory);
    await createKeys(t, directory);
  });

export async function runService(t: TestScope, more: Record<string, string> = {}): Promise<RunningService> {
  const DATA_DIR = more['DATA_DIR'] ?? (await createServiceDirectory(t));
  if (DATA_DIR === more['DATA_DIR']) await createKeys(t, DATA_DIR);
  const { key, operatorKey } = JSON.parse(readFileSync(join(DATA_DIR, KEYS_FILE), 'utf8')) as {
    key: string;
    operatorKey: string;
  };
  const receiver = await startReceiver({ plain: true });
  t.after(() => receiver.close());
  const clockFile = join(createDataDirectory(t), 'ahead');
  const settings = {
    OUTBOUND_LOOPBACK: 'on',
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import=${MOVED_CLOCK_MODULE}`,
    MOVED_CLOCK_FILE: clockFile,
    ...more,
    DATA_DIR,
  };
  const serve = spawnGable(t, ['serve'], { ...settings, LOG_LEVEL: 'info' });
  const work = spawnGable(t, ['work'], { ...settings, LOG_LEVEL: 'info' });
  const address = await serve.url();
  await work.url();
  const call: RunningService['call'] = (path, { as = key, headers, ...init } = {}) =>
    fetch(address + path, { ...init, headers: { 'x-api-key': as, accept: 'application/json', ...headers } });
  const create = async (path: string, body: object): Promise<{ id: string; signingKey?: string }> => {
    const answer = await call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string; signingKey?: string };
  };
  const { id: destinationId, signingKey = '' } = await create('/account/event-destinations', {
    url: receiver.url,
  });
  await create('/alerts', {
    name: 'Everything',
    criteria: { property: { type: { in: ['FLAT'] } } },
    notificationDestination: { eventDestination: destinationId },
  });
  return {
    url: address,
    key,
    operatorKey,
    receiver,
    serve,
    work,
    settings,
    destinationId,
    signingKey,
    call,
    push: (count, headers) => pushObservations(call, operatorKey, { count, headers }),
    receivedEvents: () => readReceivedEvents(receiver),
    setAhead: (ms) => writeFileSync(clockFile, String(ms)),
  };
}

async function pushObservations(
  call: RunningService['call'],
  as: string,
  { count, headers }: { count: number; headers?: Record<string, string> | undefined },
): Promise<string[]> {
  const urls = Array.from({ length: count }, () => `https://le-portail.example/annonces/${randomUUID()}`);
  const answer = await call('/operator/observations', {
    as,
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', ...headers },
    body: urls.map(observation).join('\n'),
  });
  if (answer.status !== 200) throw new Error(`observations: ${answer.status} ${await answer.text()}`);
  const { accepted } = (await answer.json()) as { accepted: number };
  if (accepted !== count) throw new Error(`${accepted} of ${count} observations were accepted`);
  return urls;
}

/** Homes far apart in size and price, so that no two of them are matched; each price is one that such a home has. */
function observation(url: string): string {
  const living = 15 + Math.floor(Math.random() * 300);
  return JSON.stringify({
    source: 'le-portail',
    url,
    // Later than the service's clock, however it is set.
    observedAt: new Date(Date.now() - 3 * DAY_MS).toISOString(),
    kind: 'seen',
    payload: {
      propertyType: 'FLAT',
      transactionType: 'SELL',
      displayedPrice: living * (2_000 + Math.floor(Math.random() * 5_000)),
      rooms: 1 + Math.floor(living / 40),
      area: { living },
    },
  });
}

function readReceivedEvents(receiver: Receiver): Set<string> {
  const urls = new Set<string>();
  for (const { body } of receiver.requests) {
    const { data } = JSON.parse(body.toString()) as { data: { listings: { url: string }[] } };
    for (const { url } of data.listings) urls.add(url);
  }
  return urls;
}
