import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiKey } from '../../src/accounts/accounts.ts';
import { generateSigningKey } from '../../src/delivery/keys/signing-keys.ts';
import { sampleProperty } from '../../src/delivery/sending/sample.ts';
import { buildSignedHeaders, buildWebhookPayload } from '../../src/delivery/sending/webhook.ts';
import { until } from '../faults/until.ts';
import { type ApiOptions, startApi, type TestApi } from '../support/api.ts';
import { freePort } from '../support/free-port.ts';

export const CLIENTS = join(import.meta.dirname, '../../clients');

export interface ClientService {
  api: TestApi;
  url: string;
  /** A key that may also ingest. */
  key: string;
}

/** The real server with the divisions of France, on a port of this machine. */
export async function startClientService(
  scope: { after(end: () => Promise<void>): void },
  options: ApiOptions = {},
): Promise<ClientService> {
  const api = await startApi(scope, { france: true, ...options });
  const { key } = await createApiKey(api.db, api.clock, {
    accountId: api.owner.accountId,
    name: 'clients',
    operator: true,
  });
  return { api, url: `http://127.0.0.1:${await api.listen()}`, key };
}

/** A flat for 250,000 €, so that searches find something; each number is another home. */
export const observationLine = (number: number): string =>
  JSON.stringify({
    source: 'le-bon-toit',
    url: `https://www.le-bon-toit.example/ventes/${number}`,
    observedAt: '2026-10-05T08:00:00.000Z',
    kind: 'seen',
    payload: {
      propertyType: 'FLAT',
      transactionType: 'SELL',
      displayedPrice: 250_000 + number * 1_000,
      area: { displayed: 40 + number, unit: 'SQM' },
      rooms: 1 + (number % 5),
      floor: number % 7,
      location: { city: 'Lyon', postalCode: '69003' },
    },
  });

/** Feeds homes as an operator does. */
export async function feedHomes({ url, key }: ClientService, count: number, first = 1): Promise<void> {
  const body = Array.from({ length: count }, (_, number) => observationLine(first + number)).join('\n');
  const headers = { 'x-api-key': key, accept: 'application/json', 'content-type': 'application/x-ndjson' };
  const response = await fetch(`${url}/operator/observations`, { method: 'POST', headers, body });
  assert.deepEqual(((await response.json()) as { accepted: number }).accepted, count);
}

/** Each example of a client by its name, and what it prints. The first one feeds what the others find. */
export const EXAMPLE_OUTPUT: Readonly<Record<string, RegExp>> = {
  ingest: /accepted'?: 1/,
  search: /^[0-9a-f-]{36} FLAT 250000$/m,
  scan: /^[1-9]\d* listings of flats$/m,
  explain: /^false$/im,
  alert: /signingKey'?: 'whsec_/,
  deliveries: /^$/,
  places: /^Lyon [1-9]/m,
  address: /^(?:EXACT|HIGH|MEDIUM|LOW|NONE)/m,
  sales: /^0$/m,
  analytics: /^$|FLAT/,
  usage: /calls'?: [1-9]/,
};

const MAX_EXAMPLE_LINES = 10;

/** The folder has exactly these examples and the webhook receiver, each in ten lines or fewer. */
export function assertShortExamples(folder: string, extension: string): void {
  const files = readdirSync(folder).filter((file) => file.endsWith(extension));
  const names = [...Object.keys(EXAMPLE_OUTPUT), 'webhook'].map((name) => `${name}${extension}`);
  assert.deepEqual(files.toSorted(), names.toSorted());
  for (const file of files) {
    const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
    assert.ok(lines.length <= MAX_EXAMPLE_LINES, `${file} has ${lines.length} lines`);
  }
}

/** What a program prints; it must end well. */
export async function run(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env: { PATH: process.env['PATH'], ...env } });
  const [out, errors] = [[] as string[], [] as string[]];
  child.stdout.on('data', (text) => out.push(String(text)));
  child.stderr.on('data', (text) => errors.push(String(text)));
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.equal(code, 0, `${command.join(' ')}\n${out.join('')}${errors.join('')}`);
  return out.join('');
}

const MAX_START_MS = 30_000;

/** A webhook as the service sends it, and the key that signed it. */
export function signedWebhook() {
  const { key: signingKey } = generateSigningKey();
  const event = {
    eventType: 'NEW_MATCH',
    eventId: 'e',
    alertId: 'a',
    alertName: 'Flats',
    listingId: null,
  } as const;
  const body = buildWebhookPayload(event, JSON.stringify(sampleProperty));
  const headers = { ...buildSignedHeaders(signingKey, body, { now: new Date(), sequence: 1 }) };
  return { body, headers, signingKey };
}

/** Starts an example receiver, sends it a webhook as the service does and one with another key. */
export async function assertReceives(
  command: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const [{ key }, { key: otherKey }] = [generateSigningKey(), generateSigningKey()];
  const port = await freePort();
  const [program = '', ...args] = command;
  const settings = { PATH: process.env['PATH'], ...env, PORT: String(port), GABLE_SIGNING_KEY: key };
  const child = spawn(program, args, { cwd, env: settings, stdio: ['ignore', 'pipe', 'ignore'] });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  const { body } = signedWebhook();
  const post = (signingKey: string) =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: buildSignedHeaders(signingKey, body, { now: new Date(), sequence: 1 }),
      body,
    }).then(
      ({ status }) => status,
      () => 0,
    );
  try {
    await until(async () => (await post(key)) === 204, { within: MAX_START_MS, every: 50 });
    const line = `NEW_MATCH ${sampleProperty.id}`;
    await until(() => printed.split('\n').includes(line), { within: MAX_START_MS, what: () => `"${line}"` });
    assert.notEqual(await post(otherKey), 204);
  } finally {
    child.kill('SIGKILL');
    await new Promise((resolve) => child.on('close', resolve));
  }
}
