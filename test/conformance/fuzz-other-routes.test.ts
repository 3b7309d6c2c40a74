import { after } from 'node:test';
import { startFuzzedService, testHostileBodies, testRandomRequests } from '../support/fuzzed-service.ts';

// The other half of the routes of fuzz.test.ts.

const service = await startFuzzedService({ after });
testRandomRequests(service, 1);
testHostileBodies(service, 1);
