import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createApiKey } from '../../src/accounts/accounts.ts';
import { routes } from '../../src/api/routes/table.ts';
import { startApi, type TestApi } from './api.ts';
import type { BodyTarget } from './body-targets.ts';
import type { HostileUpload } from './hostile-uploads.ts';
import { assertProblem } from './problem-referee.ts';
import { type TestResponse, toTestResponse } from './test-response.ts';
import type { TestScope } from './test-scope.ts';

export const KIB = 1024;
export const MAX_BYTES = 1024 * KIB;
/** Ordinary bodies first, so that the code is as compiled as in a server that has run for a while. */
const WARM_UP_UPLOADS = 40;
export const IS_LONG_RUN = Number(process.env['FUZZ_RUNS'] ?? 0) >= 5_000;

export const uploads = routes.filter(({ upload }) => upload !== undefined);

let observed = 0;
/** An observation that is accepted, each time another one. */
export const healthy = (): string => {
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

export interface UploadService {
  api: TestApi;
  /** With a key that may feed. */
  uploadHeaders(gzip?: boolean): Record<string, string>;
  send(target: Pick<BodyTarget, 'method' | 'path' | 'headers'>, payload: Buffer): Promise<TestResponse>;
}

export async function startUploadService(t: TestScope): Promise<UploadService> {
  const api = await startApi(t);
  const { accountId } = api.owner;
  const { key } = await createApiKey(api.db, api.clock, { accountId, name: 'feeds', operator: true });
  return {
    api,
    uploadHeaders: (gzip = false) => ({
      'content-type': 'application/x-ndjson',
      accept: 'application/json',
      'x-api-key': key,
      ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    }),
    async send({ method, path: url, headers }, payload) {
      const sent = await api.app.inject({ method: method as 'POST', url, headers, payload });
      return toTestResponse(sent.statusCode, sent.headers, sent.payload);
    },
  };
}

export function testWarmUp({ send, uploadHeaders }: UploadService): void {
  test('ordinary uploads, plain and packed, warm up', async () => {
    for (let count = 0; count < WARM_UP_UPLOADS; count += 1)
      for (const { method, path } of uploads) {
        const gzip = count % 2 === 1;
        const body = Buffer.from(healthy());
        const headers = uploadHeaders(gzip);
        const answer = await send({ method, path, headers }, gzip ? gzipSync(body) : body);
        assert.equal(answer.status, 200, answer.text);
      }
  });
}

/** Sends each of these kinds to every route of uploads. */
export function testHostileUploads(
  { send, uploadHeaders }: UploadService,
  hostile: readonly (readonly [string, HostileUpload])[],
): void {
  for (const { method, path } of uploads)
    for (const [kind, upload] of hostile)
      test(`${method} ${path} answers ${kind}, up to 1 MiB`, { timeout: 110_000 }, async () => {
        const sizes = upload.isSlow && !IS_LONG_RUN ? [64 * KIB] : [128 * KIB, MAX_BYTES];
        for (const bytes of sizes) {
          const target = { method, path, headers: uploadHeaders(upload.gzip) };
          judgeUpload(upload, await send(target, buildUpload(upload, bytes)));
        }
      });
}

function buildUpload({ build, isLines }: HostileUpload, bytes: number): Buffer {
  const [first, last] = [healthy(), healthy()];
  const room = bytes - first.length - last.length - 512;
  const hostile = build(room).subarray(0, room);
  return isLines ? Buffer.concat([Buffer.from(first), hostile, Buffer.from(`\n${last}`)]) : hostile;
}

function judgeUpload({ isLines }: HostileUpload, answer: TestResponse): void {
  assert.ok(answer.status < 500, `${answer.status} ${answer.text.slice(0, 300)}`);
  if (answer.status >= 400) assertProblem(answer);
  if (!isLines) return;
  const report = JSON.parse(answer.text) as { accepted: number; rejections: { line: number }[] };
  assert.ok(report.accepted >= 2, `healthy lines around them go in: ${answer.text.slice(0, 300)}`);
}
