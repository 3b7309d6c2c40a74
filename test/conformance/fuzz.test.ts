import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { arbitraryStrayRequest } from '../support/arbitrary-request.ts';
import {
  FUZZ_RUNS,
  sendAll,
  startFuzzedService,
  TIMEOUT_MS,
  testHostileBodies,
  testRandomRequests,
} from '../support/fuzzed-service.ts';

const service = await startFuzzedService({ after });

const pages = [
  '/openapi.json',
  '/problems/validation',
  '/problems',
  '/health/live',
  '/health/ready',
  '/sources',
];
testRandomRequests(service, 0);

/** With fewer not every status of a page comes. */
const MIN_STRAY_RUNS = 50;
const strayRuns = Math.max(FUZZ_RUNS, MIN_STRAY_RUNS);

test(`${strayRuns} requests to pages and to nowhere give no 5xx and no unexplained 4xx`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const seen = await sendAll(service.api, arbitraryStrayRequest(pages, service), strayRuns);
  assert.ok(seen.has(200) && seen.has(404) && seen.has(405), [...seen].join(' '));
});

testHostileBodies(service, 0);
