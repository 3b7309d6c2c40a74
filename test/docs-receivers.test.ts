import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateSigningKey } from '../src/delivery/keys/signing-keys.ts';
import { sampleProperty } from '../src/delivery/sending/sample.ts';
import { buildSignedHeaders, buildWebhookPayload, EMPTY_PAYLOAD } from '../src/delivery/sending/webhook.ts';
import { until } from './faults/until.ts';
import { freePort } from './support/free-port.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

const folder = join(import.meta.dirname, '../docs/receivers');

/** How each is started, and what shows that its runtime is here. */
const RECEIVERS = {
  'receiver.ts': { shown: process.execPath, start: () => [process.execPath, 'receiver.ts'] },
  'receiver.py': { shown: 'python3', start: () => ['python3', 'receiver.py'] },
  'receiver.php': {
    shown: 'php',
    start: (port: number) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
  'receiver.go': { shown: 'go', start: () => ['go', 'run', 'receiver.go'] },
};

const isHere = (program: string): boolean =>
  spawnSync(program, [program === 'go' ? 'version' : '--version'], { stdio: 'ignore' }).status === 0;

for (const [name, { shown, start }] of Object.entries(RECEIVERS)) {
  test(`docs/receivers/${name} takes what we sign and refuses everything else`, async (t) => {
    if (!isHere(shown)) return t.skip(`${shown} is not installed`);
    const { key } = generateSigningKey();
    const port = await freePort();
    const home = temporaryDirectory(t);
    const [program = '', ...args] = start(port);
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: home, SIGNING_KEY: key, PORT: String(port) },
      stdio: 'ignore',
    });
    t.after(() => child.kill('SIGKILL'));
    const post = (headers: Record<string, string>, body: Buffer) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).then(
        (reply) => reply.status,
        () => 0,
      );
    const isUp = async () => (await post({}, EMPTY_PAYLOAD)) === 401;
    await until(isUp, { within: 60_000, every: 20, what: () => `${name} to listen` });
    const event = {
      eventType: 'NEW_MATCH',
      eventId: randomUUID(),
      alertId: randomUUID(),
      listingId: null,
    } as const;
    const body = buildWebhookPayload(
      { ...event, alertName: 'Été 🏠 \u2028' },
      JSON.stringify(sampleProperty),
    );
    const now = new Date();
    const good = buildSignedHeaders(key, body, { now, sequence: 1 });
    assert.equal(await post(good, body), 204);
    assert.equal(await post(good, body), 204, 'twice is fine');
    assert.equal(
      await post(buildSignedHeaders(key, EMPTY_PAYLOAD, { now, sequence: 2 }), EMPTY_PAYLOAD),
      204,
    );
    assert.equal(await post(good, Buffer.concat([body, Buffer.from(' ')])), 401, 'another body');
    assert.equal(
      await post(buildSignedHeaders(generateSigningKey().key, body, { now, sequence: 1 }), body),
      401,
      'another key',
    );
    for (const minutes of [-6, 6]) {
      const then = new Date(now.getTime() + minutes * 60_000);
      assert.equal(
        await post(buildSignedHeaders(key, body, { now: then, sequence: 1 }), body),
        401,
        `${minutes} minutes`,
      );
    }
    const bare = { ...good, 'X-Webhook-Signature': (good['X-Webhook-Signature'] ?? '').slice(7) };
    assert.equal(await post(bare, body), 401, 'without sha256=');
  });
}
