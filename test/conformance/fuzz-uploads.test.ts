import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createApiKey } from '../../src/accounts/accounts.ts';
import { routes } from '../../src/api/routes/table.ts';
import { startApi } from '../support/api.ts';
import { type BodyTarget, buildBody, consoleTargets } from '../support/body-targets.ts';
import { anyValue } from '../support/hostile-bodies.ts';
import { hostileUploads } from '../support/hostile-uploads.ts';
import { assertProblem } from '../support/problem-referee.ts';
import { signInLocally } from '../support/signed-in.ts';
import { toTestResponse } from '../support/test-response.ts';

// Bodies of up to 1 MiB where fuzz.test.ts sends none: feeds, and the routes of the console.

const KIB = 1024;
const MAX_BYTES = 1024 * KIB;
/** Ordinary bodies first, so that the code is as compiled as in a server that has run for a while. */
const WARM_UP_UPLOADS = 40;
const IS_LONG_RUN = Number(process.env['FUZZ_RUNS'] ?? 0) >= 5_000;
/** A short run sends each route of the console one kind of six; every kind reaches some route. */
const EVERY_NTH_KIND = IS_LONG_RUN ? 1 : 6;

const api = await startApi({ after });
const { key } = await createApiKey(api.db, api.clock, {
  accountId: api.owner.accountId,
  name: 'feeds',
  operator: true,
});
const cookie = await signInLocally(api.app);
const uploads = routes.filter(({ upload }) => upload !== undefined);

let observed = 0;
const healthy = (): string => {
  observed += 1;
  return `${JSON.stringify({
    source: 'healthy',
    url: `https://healthy.example/${observed}`,
    observedAt: '2026-10-01T08:00:00.000Z',
    kind: 'seen',
    payload: {
      propertyType: 'FLAT',
      transactionType: 'SELL',
      displayedPrice: 250_000 + 100 * observed,
      area: { living: 50 },
    },
  })}\n`;
};

async function send(target: Pick<BodyTarget, 'method' | 'path' | 'headers'>, payload: Buffer) {
  const { method, path: url, headers } = target;
  const sent = await api.app.inject({ method: method as 'POST', url, headers, payload });
  return toTestResponse(sent.statusCode, sent.headers, sent.payload);
}

const uploadHeaders = (gzip = false): Record<string, string> => ({
  'content-type': 'application/x-ndjson',
  accept: 'application/json',
  'x-api-key': key,
  ...(gzip ? { 'content-encoding': 'gzip' } : {}),
});

test('ordinary uploads, plain and packed, warm up', async () => {
  for (let count = 0; count < WARM_UP_UPLOADS; count += 1)
    for (const { method, path } of uploads) {
      const gzip = count % 2 === 1;
      const body = Buffer.from(healthy());
      const answer = await send({ method, path, headers: uploadHeaders(gzip) }, gzip ? gzipSync(body) : body);
      assert.equal(answer.status, 200, answer.text);
    }
});

for (const { method, path } of uploads) {
  for (const [kind, { build, isLines, gzip, isSlow }] of Object.entries(hostileUploads)) {
    test(`${method} ${path} answers ${kind}, up to 1 MiB`, { timeout: 110_000 }, async () => {
      const sizes = isSlow && !IS_LONG_RUN ? [128 * KIB] : [128 * KIB, MAX_BYTES];
      for (const bytes of sizes) {
        const [first, last] = [healthy(), healthy()];
        const room = bytes - first.length - last.length - 512;
        const hostile = build(room).subarray(0, room);
        const body = isLines
          ? Buffer.concat([Buffer.from(first), hostile, Buffer.from(`\n${last}`)])
          : hostile;
        const answer = await send({ method, path, headers: uploadHeaders(gzip) }, body);
        assert.ok(answer.status < 500, `${answer.status} ${answer.text.slice(0, 300)}`);
        if (answer.status >= 400) assertProblem(answer);
        if (!isLines) continue;
        const report = JSON.parse(answer.text) as { accepted: number; rejections: { line: number }[] };
        assert.ok(report.accepted >= 2, `healthy lines around them go in: ${answer.text.slice(0, 300)}`);
      }
    });
  }
}

test('while a feed of many bad lines is read, others have their turns', async () => {
  const [upload] = uploads;
  assert.ok(upload !== undefined);
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  const body = Buffer.from(`${healthy()}${'x\n'.repeat(30_000)}`);
  const answer = await send({ ...upload, headers: uploadHeaders() }, body);
  clearInterval(ticking);
  assert.equal(answer.status, 200);
  assert.equal((JSON.parse(answer.text) as { rejected: number }).rejected, 30_000);
  assert.ok(turns > 5, `${turns} turns`);
});

const kinds = Object.entries(anyValue);

for (const [index, to] of consoleTargets(cookie).entries()) {
  test(`${to.name} answers hostile bodies of 1 MiB without a 5xx`, { timeout: 110_000 }, async () => {
    for (const [at, [kind, make]] of kinds.entries()) {
      if ((at + index) % EVERY_NTH_KIND !== 0) continue;
      const body = Buffer.from(buildBody(to, make, false)(MAX_BYTES - 2 * KIB)).subarray(0, MAX_BYTES);
      const answer = await send(to, body);
      assert.ok(answer.status < 500, `${kind}: ${answer.status} ${answer.text.slice(0, 200)}`);
      assert.notEqual(answer.status, 401, 'the session is accepted');
      if (answer.status >= 400) assertProblem(answer);
    }
  });
}
