import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildBody, consoleTargets } from '../support/body-targets.ts';
import { anyValue } from '../support/hostile-bodies.ts';
import { hostileUploads } from '../support/hostile-uploads.ts';
import { assertProblem } from '../support/problem-referee.ts';
import { signInLocally } from '../support/signed-in.ts';
import {
  IS_LONG_RUN,
  KIB,
  MAX_BYTES,
  startUploadService,
  testHostileUploads,
  testWarmUp,
} from '../support/uploads.ts';

// Bodies of up to 1 MiB where fuzz.test.ts sends none: feeds that are no lines, and the routes of the console.

/** A short run sends each route of the console one kind of six; every kind reaches some route. */
const EVERY_NTH_KIND = IS_LONG_RUN ? 1 : 6;

const service = await startUploadService({ after });
const { send } = service;
const cookie = await signInLocally(service.api.app);

testWarmUp(service);
testHostileUploads(
  service,
  Object.entries(hostileUploads).filter(([, { isLines }]) => !isLines),
);

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
