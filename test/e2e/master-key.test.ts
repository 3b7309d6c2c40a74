import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '../faults/until.ts';
import { type GableProcess, readReadiness, runGableToEnd, spawnGable } from '../support/gable.ts';
import { runService } from '../support/running-service.ts';

const OTHER_KEY = `1:${'B'.repeat(43)}=`;

/** What `gable doctor` finds, and its exit code. The disk is that of the machine of the test. */
async function runDoctor(t: TestContext, settings: Record<string, string>) {
  const { code, stdout } = await runGableToEnd(t, ['doctor', '--json'], settings);
  const results = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { check: string; state: string; advice?: string });
  const faults = results.filter(({ check, state }) => state === 'fault' && check !== 'disk');
  return { code, checks: results.length, faults: faults.map(({ check }) => check) };
}

/** Notifications that wait, by the metrics of a worker. */
async function countPending(workUrl = ''): Promise<number> {
  const metrics = await (await fetch(`${workUrl}/metrics`)).text();
  return Number(/^gable_delivery_notifications\{status="PENDING"\} (\d+)$/m.exec(metrics)?.[1]);
}

async function stopAll(...runs: GableProcess[]): Promise<void> {
  for (const run of runs) run.child.kill('SIGTERM');
  await Promise.all(runs.map(({ exited }) => exited));
}

test('with a wrong master key a process is not ready and sends nothing; with the right key all is sent', async (t) => {
  const service = await runService(t);
  assert.equal((await readReadiness(await service.serve.url())).checks['masterKey'], 'ok');
  const healthy = await runDoctor(t, service.settings);
  assert.deepEqual(healthy.faults, []);
  assert.ok(healthy.checks >= 20, `${healthy.checks} checks`);
  await stopAll(service.work);
  const urls = await service.push(3);
  await stopAll(service.serve);

  const wrong = { ...service.settings, MASTER_KEYS: OTHER_KEY, LOG_LEVEL: 'info' };
  const runs = [spawnGable(t, ['serve'], wrong), spawnGable(t, ['work'], wrong)];
  for (const run of runs) {
    const { code, status, checks } = await readReadiness(await run.url());
    assert.deepEqual([code, status], [503, 'unavailable']);
    assert.match(checks['masterKey'] ?? '', /^signing keys cannot be decrypted: master key 1 /);
    await until(() => run.stderr().includes('master_key.mismatch'), { within: 20_000 });
  }
  const examined = await runDoctor(t, wrong);
  assert.deepEqual([examined.code, examined.faults], [1, ['master keys']]);
  const [, work] = runs;
  // The alert is matched all the same: its notifications are due, and those that a stopping worker sends have been sent.
  await until(async () => (await countPending(await work?.url())) === urls.length, { within: 60_000 });
  await stopAll(...runs);
  assert.equal(service.receiver.requests.length, 0, 'nothing is sent with a wrong signature');

  const right = spawnGable(t, ['work'], { ...service.settings, LOG_LEVEL: 'info' });
  assert.equal((await readReadiness(await right.url())).code, 200);
  await until(() => urls.every((url) => service.receivedEvents().has(url)), { within: 60_000 });
});
