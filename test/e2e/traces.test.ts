import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../faults/until.ts';
import { type RunningService, runService } from '../support/running-service.ts';
import { startCollector, type TraceCollector } from '../support/trace-collector.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

/** Both processes have their own exporter: the spans meet in the collector. */
async function checkTrace(service: RunningService, collector: TraceCollector): Promise<void> {
  const [url = ''] = await service.push(1, { traceparent: TRACEPARENT });
  await until(() => service.receivedEvents().has(url), { within: 120_000, what: () => 'the webhook' });
  const stages = ['POST /operator/observations', 'record listings', 'match alerts', 'deliver webhook'];
  const found = () =>
    stages.map((name) => collector.spans().find((span) => span.name === name && span.traceId === TRACE_ID));
  await until(() => found().every((span) => span !== undefined), {
    within: 60_000,
    what: () => `spans of all stages (there are ${collector.spans().map(({ name }) => name)})`,
  });
  const ids = found().map((span) => span?.spanId);
  assert.deepEqual(
    found().map((span) => span?.parentSpanId),
    ['00f067aa0ba902b7', ...ids.slice(0, 3)],
    'each stage is the child of the one before',
  );
  const webhook = service.receiver.requests.find(({ body }) => body.includes(url));
  assert.equal(webhook?.headers['traceparent'], `00-${TRACE_ID}-${ids[3]}-01`);
}

async function checkDeadCollector(service: RunningService, collector: TraceCollector): Promise<void> {
  await collector.receiver.refuse();
  const urls = await service.push(3);
  await until(() => urls.every((url) => service.receivedEvents().has(url)), { within: 120_000 });
  const dropped = async (): Promise<boolean> => {
    const page = await (await fetch(`${service.url}/metrics`)).text();
    return Number(/^gable_trace_spans_total\{outcome="dropped"\} (\d+)/m.exec(page)?.[1] ?? 0) > 0;
  };
  await until(dropped, { within: 60_000, every: 100, what: () => 'a count of dropped spans' });
  await collector.receiver.accept();
}

test('serve and work are traced', { timeout: 300_000 }, async (t) => {
  const collector = await startCollector(t);
  const service = await runService(t, collector.settings);
  await t.test('a push and its webhook are one trace, of four stages', () => checkTrace(service, collector));
  await t.test('a collector that is away delays nothing', () => checkDeadCollector(service, collector));
});
