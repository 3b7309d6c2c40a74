import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../src/lib/durations.ts';
import { until } from '../faults/until.ts';
import { type RunningService, runService } from '../support/running-service.ts';

/** A full scan for due rows runs every 30 s; on a busy machine all of it takes longer. */
const FLOW_MS = 60_000;

async function flows(service: RunningService, what: string): Promise<void> {
  const urls = await service.push(5);
  await until(() => urls.every((url) => service.receivedEvents().has(url)), {
    within: FLOW_MS,
    what: () => `webhooks ${what} (log: ${service.work.stderr().slice(-1_500)})`,
  });
  assert.equal((await service.call('/sources')).status, 200, `a key authenticates ${what}`);
}

const countSteps = ({ work }: RunningService): number => work.stderr().split('"clock.stepped"').length;

test('webhooks, authentication and jobs work while the wall clock is set a day or an hour either way', async (t) => {
  const service = await runService(t);
  await flows(service, 'before any step');
  for (const [ahead, what] of [
    [DAY_MS, 'a day ahead'],
    [0, 'a day back'],
    [-DAY_MS, 'another day back'],
    [0, 'a day forwards'],
    [HOUR_MS, 'an hour ahead'],
    [0, 'an hour back'],
  ] as const) {
    const before = countSteps(service);
    service.setAhead(ahead);
    await flows(service, what);
    // Two steps within a second would be seen as one.
    await until(() => countSteps(service) > before, { within: FLOW_MS, what: () => `a line about ${what}` });
  }
  assert.match(service.work.stderr(), /"event":"clock.stepped","stepMs":-8640\d{4}/);
  const ready = await fetch(`${service.url}/health/ready`);
  assert.equal(ready.status, 200, await ready.text());
});
