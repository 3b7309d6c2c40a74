import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { hostileUploads } from '../support/hostile-uploads.ts';
import { healthy, startUploadService, testHostileUploads, testWarmUp, uploads } from '../support/uploads.ts';

// Feeds of up to 1 MiB where fuzz.test.ts sends none: of lines that end, with healthy ones among them.

const service = await startUploadService({ after });
const { send, uploadHeaders } = service;

testWarmUp(service);
testHostileUploads(
  service,
  Object.entries(hostileUploads).filter(([, { isLines }]) => isLines),
);

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
