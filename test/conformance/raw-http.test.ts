import assert from 'node:assert/strict';
import net from 'node:net';
import { after, afterEach, test } from 'node:test';
import { until } from '../faults/until.ts';
import { startApi } from '../support/api.ts';
import { assertProblem } from '../support/problem-referee.ts';
import { exchangeBytes } from '../support/raw-http.ts';

const api = await startApi({ after });
const port = await api.listen();

const HOST = 'Host: gable\r\n';
const KEY = `X-API-KEY: ${api.owner.key}\r\n`;
const get = (headers: string): string => `GET /sources HTTP/1.1\r\n${headers}${KEY}\r\n`;
const post = (headers: string, body: string): string =>
  `POST /favorite-properties HTTP/1.1\r\n${HOST}${KEY}Content-Type: application/json\r\n${headers}\r\n${body}`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';

/** Bytes that are not HTTP, or ambiguous: answered once, and the connection is closed. */
const malformed: [what: string, bytes: string | Buffer, status: number][] = [
  ['a length beside chunks', post(`Content-Length: 5\r\n${CHUNKED}`, '0\r\n\r\n'), 400],
  ['chunks beside a length', post(`${CHUNKED}Content-Length: 5\r\n`, '0\r\n\r\n'), 400],
  ['two different lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'), 400],
  ['the same length twice', post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}'), 400],
  ['a list of lengths', post('Content-Length: 2, 2\r\n', '{}'), 400],
  ['a negative length', post('Content-Length: -2\r\n', '{}'), 400],
  ['an unknown transfer coding', post('Transfer-Encoding: xchunked\r\n', '{}'), 400],
  ['a space before the colon', get('Host : gable\r\n'), 400],
  ['a space before the colon of a length', post('Content-Length : 2\r\n', '{}'), 400],
  ['a bare CR in a value', get(`${HOST}X: a\rb\r\n`), 400],
  ['a bare CR for a line end', get(`${HOST}X: a\rY: b\r\n`), 400],
  ['a NUL in a value', get(`${HOST}X: a\0b\r\n`), 400],
  ['lines that end with LF alone', get(HOST).replaceAll('\r', ''), 400],
  ['one line that ends with LF alone', get('Host: gable\n'), 400],
  ['a folded line', get(`${HOST}X: a\r\n b\r\n`), 400],
  ['no Host', get(''), 400],
  ['two Hosts', get(`${HOST}Host: other\r\n`), 400],
  ['the same Host twice', get(`${HOST}${HOST}`), 400],
  ['a header of 17 KB', get(`${HOST}X: ${'a'.repeat(17 * 1024)}\r\n`), 431],
  ['17 KB of small headers', get(`${HOST}${'X: aaaaaaaaaa\r\n'.repeat(1_200)}`), 431],
  ['a target of 17 KB', `GET /${'a'.repeat(17 * 1024)} HTTP/1.1\r\n${HOST}\r\n`, 431],
  ['a chunk size that is no number', post(CHUNKED, 'zz\r\n{}\r\n0\r\n\r\n'), 400],
  ['a second chunk that is none', post(CHUNKED, '1\r\n{\r\nzz\r\n}\r\n0\r\n\r\n'), 400],
  ['a chunk longer than its size', post(CHUNKED, '1\r\n{}\r\n0\r\n\r\n'), 400],
  ['a chunk size beyond all bounds', post(CHUNKED, 'ffffffffffffffffff\r\n{}'), 400],
  ['a chunk extension of 20 KB', post(CHUNKED, `2;${'a'.repeat(20 * 1024)}\r\n{}\r\n0\r\n\r\n`), 400],
  ['a method nobody knows', `BREW /sources HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['a tunnel asked for', `CONNECT gable:443 HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['HTTP/0.9', 'GET /sources\r\n\r\n', 400],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['TLS', Buffer.from('16030100c8010000c40303', 'hex'), 400],
  ['a target that is not ASCII', Buffer.from(`GET /sources/é HTTP/1.1\r\n${HOST}${KEY}\r\n`), 400],
  ['nonsense', 'hello\r\n\r\n', 400],
];

afterEach(async () => {
  assert.equal((await api.call({ path: '/source-categories' })).status, 200, 'the process is unharmed');
  assert.deepEqual(
    api.log.filter(({ level }) => level !== 'info'),
    [],
    'and blames itself for nothing',
  );
});

for (const [what, bytes, status] of malformed) {
  test(`${what} is answered ${status} once, as a problem, and the connection is closed`, async () => {
    const { answers, closed } = await exchangeBytes(port, bytes, { patienceMs: 5_000 });
    assert.deepEqual([answers.map((answered) => answered.status), closed], [[status], true]);
    const [answered] = answers;
    assert.ok(answered !== undefined);
    assertProblem(answered);
  });
}

test('a body that turns malformed after its request was refused gets no second response', async () => {
  const refused = post(CHUNKED, 'zz\r\n{}\r\n0\r\n\r\n').replace(KEY, '');
  const { answers, closed } = await exchangeBytes(port, refused, { patienceMs: 5_000 });
  assert.deepEqual([answers.map(({ status }) => status), closed], [[401], true]);
});

test('HTTP/1.0 needs no Host', async () => {
  const { answers } = await exchangeBytes(port, `GET /sources HTTP/1.0\r\n${KEY}\r\n`, { patienceMs: 5_000 });
  assert.equal(answers[0]?.status, 200);
});

test('requests in a row on one connection are answered in order', async () => {
  const wanted = ['/sources', '/nowhere', '/source-categories', '/sources/x'];
  const bytes = wanted.map((target) => `GET ${target} HTTP/1.1\r\n${HOST}${KEY}\r\n`).join('');
  const { answers } = await exchangeBytes(port, `${bytes}${get(`${HOST}Connection: close\r\n`)}`, {
    patienceMs: 5_000,
  });
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 200, 404, 200],
  );
});

test('an unknown expectation is ignored', async () => {
  const { answers } = await exchangeBytes(port, get(`${HOST}Expect: tea\r\nConnection: close\r\n`), {
    patienceMs: 5_000,
  });
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200],
  );
});

test('a body too large is answered 413 and the connection is closed', async () => {
  for (const headers of ['Content-Length: 1048577\r\n', CHUNKED]) {
    const piece = headers === CHUNKED ? `100001\r\n${' '.repeat(0x100001)}\r\n` : ' '.repeat(1_048_577);
    const { answers, closed } = await exchangeBytes(port, post(headers, piece), { patienceMs: 5_000 });
    assert.deepEqual([answers.map(({ status }) => status), closed], [[413], true], headers);
  }
});

test('clients that disconnect in the middle of a body are no longer in flight', async () => {
  const bodies = [post('Content-Length: 500\r\n', '{"a'), post(CHUNKED, '5\r\n{"a')];
  const sockets = bodies.map((bytes) => {
    const socket = net.connect({ host: '127.0.0.1', port });
    socket.write(bytes);
    return socket.unref();
  });
  await inFlight(2);
  for (const socket of sockets) socket.resetAndDestroy();
  await inFlight(0);
});

/** Waits until this many requests are in flight. */
const inFlight = (count: number): Promise<void> =>
  until(() => api.metrics.inFlight.now === count, {
    what: () => `${count} requests in flight (there were ${api.metrics.inFlight.now})`,
  });

/** A refused client has a second to read its response; the rest is for a busy machine. */
const HELD_AT_MOST_MS = 15_000;

/** Connections that the server holds open. */
const connections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    api.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

test('500 clients that are refused before HTTP parsing and never close hold no descriptor', async (t) => {
  const before = await connections();
  const answered: Promise<string>[] = [];
  const refusals = ['hello\r\n\r\n', `CONNECT gable:443 HTTP/1.1\r\n${HOST}\r\n`, get(`${HOST}X: a\0b\r\n`)];
  for (let at = 0; at < 500; at += 1) {
    // Half open: the end of the server's stream does not end the client's.
    const socket = net.connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    t.after(() => socket.destroy());
    socket.on('error', () => {});
    answered.push(new Promise((resolve) => socket.once('data', (piece) => resolve(piece.toString()))));
    socket.write(refusals[at % refusals.length] ?? '');
  }
  for (const answer of await Promise.all(answered)) assert.match(answer, /^HTTP\/1\.1 400 /);
  const what = async () => `the end of ${(await connections()) - before} connections`;
  await until(async () => (await connections()) <= before, { within: HELD_AT_MOST_MS, every: 50, what });
});
