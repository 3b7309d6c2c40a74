import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { MovableClock } from '../faults/movable-clock.ts';
import { startApi } from '../support/api.ts';
import { MAIN } from '../support/main-file.ts';
import { consoleCall, signInLocally } from '../support/signed-in.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const api = await startApi({ after });
const PATH = '/console/api/device-grants';

interface Asked {
  userCode: string;
  deviceCode: string;
}

const requestGrant = async (on = api): Promise<Asked> =>
  (
    await on.call({
      method: 'POST',
      path: PATH,
      key: null,
      accept: 'application/json',
      body: { program: 'nightly' },
    })
  ).body as Asked;
const poll = async ({ deviceCode }: Asked, on = api) =>
  (
    await on.call({
      method: 'POST',
      path: `${PATH}/key`,
      key: null,
      accept: 'application/json',
      body: { deviceCode },
    })
  ).body as { status: string; key?: string };

const decide = async (cookie: string, { userCode }: Asked, choice: 'approve' | 'deny') => {
  const typed = userCode.toLowerCase().replace('-', ' ');
  const found = await consoleCall(api, cookie, {
    method: 'POST',
    path: `${PATH}/lookup`,
    body: { userCode: typed },
  });
  const { id, program } = found.body as { id: string; program: string };
  assert.equal(program, 'nightly');
  return consoleCall(api, cookie, { method: 'POST', path: `${PATH}/${id}/${choice}` });
};

test('a program gets a key once a person approves, and only once', async () => {
  const cookie = await signInLocally(api.app);
  const request = await requestGrant();
  assert.equal((await poll(request)).status, 'PENDING');
  assert.equal((await decide(cookie, request, 'approve')).status, 200);
  const both = await Promise.all([poll(request), poll(request)]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['GRANTED', 'TAKEN']);
  const key = both.find((one) => one.key !== undefined)?.key ?? '';
  assert.equal((await api.call({ path: '/sources', key })).status, 200);
  const { text } = await consoleCall(api, cookie, { path: '/console/api/keys' });
  assert.ok(text.includes('nightly'));
});

test('a denied program gets no key, and the code cannot be used again', async () => {
  const cookie = await signInLocally(api.app);
  const request = await requestGrant();
  assert.equal((await decide(cookie, request, 'deny')).status, 200);
  assert.deepEqual((await poll(request)).status, 'DENIED');
  const again = await consoleCall(api, cookie, {
    method: 'POST',
    path: `${PATH}/lookup`,
    body: { userCode: request.userCode },
  });
  assert.equal(again.status, 404);
});

test('a code expires after a quarter of an hour', async () => {
  const clock = new MovableClock();
  const own = await startApi({ after }, { clock });
  const request = await requestGrant(own);
  await clock.advance(15 * 60_000 + 1);
  assert.equal((await poll(request, own)).status, 'EXPIRED');
});

test('approving needs a signed-in person', async () => {
  const { userCode } = await requestGrant();
  const lookup = await api.call({ method: 'POST', path: `${PATH}/lookup`, key: null, body: { userCode } });
  assert.equal(lookup.status, 401);
});

test('gable login prints a code, waits for the approval, and writes the key with mode 600', async (t) => {
  const port = await api.listen();
  const folder = temporaryDirectory(t);
  const file = join(folder, 'nested', 'key');
  const child = spawn(
    process.execPath,
    [MAIN, 'login', '--url', `http://localhost:${port}`, '--name', 'nightly', '--file', file],
    { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder },
  );
  t.after(() => child.kill());
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let output = '';
  for await (const some of child.stderr) {
    output += some;
    const userCode = /code ([A-Z]{4}-[A-Z]{4})/.exec(output)?.[1];
    if (userCode === undefined) continue;
    assert.match(output, new RegExp(`http://localhost:${port}/console/device\\?code=${userCode}`));
    await decide(await signInLocally(api.app), { userCode, deviceCode: '' }, 'approve');
    break;
  }
  assert.equal(await ended, 0);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const key = (await readFile(file, 'utf8')).trim();
  assert.equal((await api.call({ path: '/sources', key })).status, 200);
});
