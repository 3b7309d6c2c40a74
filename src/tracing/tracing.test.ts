import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { answer, stallBeforeHead } from '../../test/faults/behaviours.ts';
import { until } from '../../test/faults/until.ts';
import { startCollector } from '../../test/support/trace-collector.ts';
import { systemClock } from '../lib/clock.ts';
import { type ExporterSettings, SpanExporter } from './exporter.ts';
import { createSampler, type SamplerName } from './sampler.ts';
import { currentTraceparent, endWith, inChildSpan } from './span.ts';
import { formatTraceparent, parseTraceparent } from './trace-context.ts';
import { newTraceId, Tracer } from './tracer.ts';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

interface TracerOptions extends Partial<ExporterSettings> {
  sampler?: SamplerName;
}

async function openTracer(
  t: TestContext,
  { sampler = 'parentbased_always_on', ...more }: TracerOptions = {},
) {
  const collector = await startCollector(t);
  const failures: unknown[] = [];
  const exporter = new SpanExporter(
    {
      url: `${collector.receiver.url}/v1/traces`,
      headers: { authorization: 'Bearer x' },
      timeoutMs: 5_000,
      maxQueue: 100,
      maxBatch: 10,
      delayMs: 20,
      resource: { 'service.name': 'gable' },
      ...more,
    },
    { clock: systemClock, onFailure: (error) => failures.push(error) },
  );
  const tracer = new Tracer({ exporter, sampler: createSampler(sampler, 0.5), clock: systemClock });
  t.after(() => tracer.close());
  return { tracer, collector, failures };
}

test('a traceparent is read as the recommendation says, and written the same', () => {
  const context = parseTraceparent(PARENT);
  assert.deepEqual(context, {
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: '00f067aa0ba902b7',
    isSampled: true,
  });
  assert.equal(formatTraceparent(context), PARENT);
  assert.equal(parseTraceparent(PARENT.replace(/01$/, '02'))?.isSampled, false);
  assert.notEqual(parseTraceparent(PARENT.replace(/^00/, 'cc').concat('-later')), undefined);
  const malformed = [
    undefined,
    null,
    '',
    PARENT.toUpperCase(),
    PARENT.replace(/^00/, 'ff'),
    `${PARENT}-more`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`,
    `${PARENT}, ${PARENT}`,
  ];
  for (const text of malformed) assert.equal(parseTraceparent(text), undefined, String(text));
});

test('a sampler follows its parent, and a ratio chooses its share of traces', () => {
  const unsampled = parseTraceparent(PARENT.replace(/01$/, '00'));
  assert.equal(createSampler('parentbased_always_on', 1)(newTraceId(), unsampled), false);
  assert.equal(createSampler('always_on', 1)(newTraceId(), unsampled), true);
  assert.equal(createSampler('parentbased_always_off', 1)(newTraceId(), parseTraceparent(PARENT)), true);
  assert.equal(createSampler('parentbased_always_off', 1)(newTraceId(), undefined), false);
  const sampler = createSampler('traceidratio', 0.25);
  const chosen = Array.from({ length: 4_000 }, newTraceId).filter((id) => sampler(id, undefined)).length;
  assert.ok(chosen > 800 && chosen < 1_200, `${chosen} of 4000`);
  for (const [ratio, isChosen] of [
    [0, false],
    [1, true],
  ] as const)
    assert.equal(createSampler('traceidratio', ratio)(newTraceId(), undefined), isChosen);
});

test('work inside a span is exported as OTLP, with its parent, times and failure', async (t) => {
  const { tracer, collector } = await openTracer(t);
  const root = tracer.startSpan('request', {
    kind: 'SERVER',
    traceparent: PARENT,
    attributes: { a: 1, b: true },
  });
  let inside: string | undefined;
  const work = endWith(root, () =>
    inChildSpan('record', { n: 0.5, none: undefined }, async () => {
      inside = currentTraceparent();
      throw new Error('no room');
    }),
  );
  await assert.rejects(work, /no room/);
  assert.equal(currentTraceparent(), undefined);
  await until(() => collector.spans().length === 2, { what: () => 'two spans' });
  const [child, parent] = collector.spans();
  assert.ok(child !== undefined && parent !== undefined);
  assert.equal(inside, `00-${child.traceId}-${child.spanId}-01`);
  assert.deepEqual([parent.parentSpanId, child.parentSpanId], ['00f067aa0ba902b7', parent.spanId]);
  assert.deepEqual([parent.kind, child.kind], [2, 1]);
  assert.deepEqual(child.status, { code: 2, message: 'no room' });
  assert.deepEqual(parent.attributes, [
    { key: 'a', value: { intValue: '1' } },
    { key: 'b', value: { boolValue: true } },
  ]);
  assert.deepEqual(child.attributes, [{ key: 'n', value: { doubleValue: 0.5 } }]);
  const [startMs, endMs] = [child.startTimeUnixNano, child.endTimeUnixNano].map(
    (nanos) => Number(nanos) / 1e6,
  );
  assert.ok(Math.abs(Date.now() - (startMs ?? 0)) < 60_000, child.startTimeUnixNano);
  assert.ok((endMs ?? 0) >= (startMs ?? 0));
  assert.equal(collector.receiver.requests[0]?.headers['authorization'], 'Bearer x');
});

test('a trace that is not sampled leaves nothing', async (t) => {
  const { tracer } = await openTracer(t);
  assert.equal(tracer.startSpan('request', { traceparent: PARENT.replace(/01$/, '00') }), undefined);
});

const endSpans = (tracer: Tracer, count: number): void => {
  for (let made = 0; made < count; made += 1) tracer.startSpan(`span ${made}`)?.end();
};

test('spans are sent in batches, and all of them', async (t) => {
  const { tracer, collector } = await openTracer(t);
  endSpans(tracer, 35);
  await until(() => tracer.counts.exported === 35, { what: () => JSON.stringify(tracer.counts) });
  assert.equal(collector.spans().length, 35);
  assert.equal(collector.exports().length, 4);
});

test('a silent collector costs the spans above the queue, and a stop waits for it two seconds at most', async (t) => {
  const { tracer, collector } = await openTracer(t, { maxQueue: 40 });
  collector.receiver.otherwise(stallBeforeHead());
  endSpans(tracer, 100);
  // One batch is on its way, forty spans wait.
  await until(() => collector.receiver.requests.length === 1, { what: () => 'the first batch' });
  endSpans(tracer, 100);
  assert.ok(tracer.counts.dropped >= 100, JSON.stringify(tracer.counts));
  const before = performance.now();
  await tracer.close();
  assert.ok(performance.now() - before < 10_000);
});

test('a refused batch is dropped and counted; one that may be retried is sent again', async (t) => {
  const { tracer, collector, failures } = await openTracer(t);
  collector.receiver.next(answer(400));
  endSpans(tracer, 1);
  await until(() => tracer.counts.dropped === 1, { what: () => JSON.stringify(tracer.counts) });
  collector.receiver.next(answer(503));
  endSpans(tracer, 1);
  await until(() => tracer.counts.exported === 1, { what: () => JSON.stringify(tracer.counts) });
  assert.equal(collector.exports().length, 3);
  assert.equal(failures.length, 2);
});
