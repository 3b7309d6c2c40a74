import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Route } from '../../src/api/route.ts';
import { routes } from '../../src/api/routes/table.ts';
import { startApi } from '../support/api.ts';
import { createTestDestination } from '../support/deliveries.ts';
import { createTestProperty } from '../support/owners.ts';
import { assertProblem } from '../support/problem-referee.ts';
import { exchangeBytes } from '../support/raw-http.ts';

const api = await startApi({ after });
const port = await api.listen();
const ids = [
  await createTestProperty(api.db, api.clock),
  (await createTestDestination(api.db, api.clock, api.owner)).id,
];

const LONG = 'a'.repeat(5_000);

/** By header: values that no client should send. Bytes above 127 and a header twice reach a server by its socket only. */
const HOSTILE: Readonly<Record<string, readonly string[]>> = {
  'accept-encoding': [
    '',
    'gzip;q=0, br;q=0, identity;q=0',
    'gzip;q=2',
    ',,,',
    'br;q=',
    '\x80',
    'gzip,'.repeat(500),
  ],
  range: [
    'bytes=5-1',
    'bytes=99999999999999999999-',
    'bytes=a-b',
    'bytes=',
    'items=0-1',
    'bytes=0-,'.repeat(100),
  ],
  'if-none-match': ['*', 'W/', '"', '"\x80"', ',', `"${LONG}"`],
  'idempotency-key': ['', ' ', '\x80\xff', 'a'.repeat(256), LONG, ',', '__proto__', "';--"],
  accept: [
    '',
    ';',
    '*/*;q=0',
    'application/json;q=1e309',
    'a/b,'.repeat(500),
    '\x80',
    'application/vnd.api+json;ext="',
  ],
  'content-type': [
    '',
    ';',
    '/',
    'application/json; charset="',
    'multipart/form-data; boundary=',
    '\x80',
    `a/b;${LONG}`,
  ],
  'content-encoding': ['gzip', 'gzip, gzip', '*', '\x80'],
  cookie: ['=', ';;=;', 'gable_session=%', 'gable_session=\x80', `gable_session=${LONG}`],
  authorization: ['Bearer', 'Bearer a b', 'Basic Og==', '\x80', `bearer ${LONG}`],
  traceparent: ['00-0-0-0', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, `00-${LONG}`, '\x80'],
  'x-forwarded-for': ['unknown', '999.1.1.1', '127.0.0.1, '.repeat(300), '\x80'],
  origin: ['null', 'http://', '\x80', LONG],
  'x-request-id': ['', '../../x', '{"a":1}', '\x80', LONG],
  'last-event-id': ['-1', '\x80', LONG],
};

const cases = Object.entries(HOSTILE).flatMap(([name, values]) =>
  values.map((value) => [name, value] as const),
);

const pages = [
  '/',
  '/docs',
  '/openapi.json',
  '/llms.txt',
  '/problems/x',
  '/console/',
  '/mcp',
  '/metrics',
  '/nowhere',
];
const targets: Pick<Route, 'method' | 'path'>[] = [
  ...routes,
  ...pages.map((path) => ({ method: 'GET', path }) as const),
];

function toBytes({ method, path }: Pick<Route, 'method' | 'path'>, extra: string, id: string): Buffer {
  const body = method === 'GET' || method === 'DELETE' ? '' : '{}';
  const type = body === '' || extra.startsWith('content-type:') ? '' : 'content-type: application/json\r\n';
  const head = `host: localhost\r\nconnection: close\r\nx-api-key: ${api.owner.key}\r\ncontent-length: ${body.length}\r\n`;
  const target = path.replaceAll(/\{\w+\}/g, id);
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}${type}${extra}\r\n${body}`, 'latin1');
}

/** Sent on a connection each. The answer may be any but a 5xx, and the server closes. */
async function send(bytes: Buffer, what: string): Promise<void> {
  const { answers, closed } = await exchangeBytes(port, bytes, { patienceMs: 30_000 });
  const [answered, ...others] = answers;
  assert.ok(answered !== undefined && others.length === 0 && closed, `${answers.length} answers to ${what}`);
  assert.ok(answered.status < 500, `${answered.status} to ${what}: ${answered.text}`);
  if (answered.status >= 400 && answered.text !== '') assertProblem(answered);
}

const AT_ONCE = 16;
/** Every route gets every header, with one of its values; the next route gets the next value. */
const EVERY_NTH_CASE = process.env['FUZZ_RUNS'] === undefined ? 6 : 1;

test('hostile headers, alone and twice, are answered by every route and page without a 5xx', {
  timeout: 300_000,
}, async () => {
  const requests = targets.flatMap((target, at) =>
    cases.flatMap(([name, value], index) => {
      if ((index + at) % EVERY_NTH_CASE !== 0) return [];
      const line = `${name}: ${value}\r\n`;
      const extra = (index + at) % (2 * EVERY_NTH_CASE) === 0 ? line : `${line}${name}: x\r\n`;
      const id = ids[at % ids.length] ?? '';
      return [
        { bytes: toBytes(target, extra, id), what: `${target.method} ${target.path} ${extra.slice(0, 80)}` },
      ];
    }),
  );
  assert.ok(requests.length > targets.length * 10, `${requests.length} requests`);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = requests.pop(); next !== undefined; next = requests.pop())
        await send(next.bytes, next.what);
    }),
  );
  assert.deepEqual(
    api.log.filter(({ level }) => level === 'error'),
    [],
  );
});
