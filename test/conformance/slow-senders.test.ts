import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApi } from '../support/api.ts';
import { assertProblem } from '../support/problem-referee.ts';
import { exchangeBytes } from '../support/raw-http.ts';

/** How long a sender that never finishes may hold a connection. */
const MAX_OPEN_MS = 20_000;

const api = await startApi({ after });
const port = await api.listen();
const head = `POST /favorite-properties HTTP/1.1\r\nHost: gable\r\nX-API-KEY: ${api.owner.key}\r\nContent-Type: application/json\r\n`;
const forever = Array.from({ length: 100 }, () => ' ');

const senders: [what: string, bytes: string, more: string[]][] = [
  ['a connection that says nothing after one byte', 'G', []],
  ['headers that never end', 'GET /sources HTTP/1.1\r\nHost: gable\r\nX: ', forever],
  ['a body that is announced and never comes', `${head}Content-Length: 100\r\n\r\n`, []],
  ['a body of one byte in half a second', `${head}Content-Length: 1000\r\n\r\n`, forever],
  ['chunks of one byte', `${head}Transfer-Encoding: chunked\r\n\r\n`, forever.map(() => '1\r\n \r\n')],
  ['a body that waits to be asked for', `${head}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n`, []],
];

/** Slow by nature (about 17 s): all senders run concurrently, in a file of their own. */
test('slow senders are answered 408 and closed within 20 s, all at once, while others are served', async () => {
  const watched = senders.map(async ([what, bytes, more]) => {
    const { answers, closed, ms } = await exchangeBytes(port, bytes, {
      patienceMs: MAX_OPEN_MS + 5_000,
      more,
      pauseMs: 500,
    });
    assert.ok(closed && ms <= MAX_OPEN_MS, `${what}: ${closed ? 'closed' : 'open'} after ${ms} ms`);
    const [answered] = answers;
    assert.deepEqual(
      answers.map(({ status }) => status),
      [408],
      what,
    );
    assert.ok(answered !== undefined);
    assertProblem(answered);
  });
  assert.equal((await api.call({ path: '/source-categories' })).status, 200);
  await Promise.all(watched);
  assert.deepEqual(
    api.log.filter(({ level }) => level !== 'info'),
    [],
  );
});
