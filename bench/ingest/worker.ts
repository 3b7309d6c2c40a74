// The worker that `npm run bench -- ingest` measures, in its own process: it receives the files to ingest and reports its progress.

import { createReadStream } from 'node:fs';
import type { Connection } from '../../src/db/connection.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { readFeed } from '../../src/ingest/feed.ts';
import { type IngestReport, ingestRecords } from '../../src/ingest/ingest-records.ts';
import type { FeedObservation } from '../../src/ingest/observation.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { collectOnOneThread, disablePretenuring } from '../../src/processes/engine-flags.ts';
import { createServicePipeline } from '../../src/processes/service-pipeline.ts';
import { endWith } from '../../src/tracing/span.ts';
import { openBenchTracer } from '../tracing/tracer.ts';
import { countLines } from './count-lines.ts';
import type { IngestProgress, Task } from './measure.ts';

// As in `gable work` and `gable ingest`.
disablePretenuring();
collectOnOneThread();

const log = { info() {}, warn: console.error, error: console.error };
const connection: Connection = JSON.parse(process.env['BENCH_CONNECTION'] ?? '{}');
/** A full disk must not end the measurement: only CPU time counts. */
const PATIENCE_MS = 60_000;
const db = openDatabase(connection, {
  log,
  applicationName: 'gable work',
  statementTimeoutMs: PATIENCE_MS,
});
const pipeline = createServicePipeline(db, systemClock);
const tracer = openBenchTracer(log);
let enough = false;

async function* readings({ files, most, skip, daysLater }: Task): AsyncGenerator<FeedObservation> {
  let read = 0;
  for (const file of files) {
    const lines = read < skip ? await countLines(file) : 0;
    if (lines > 0 && read + lines <= skip) {
      read += lines;
      continue;
    }
    const feed = { format: 'ndjson' as const, source: '', observedAt: new Date() };
    for await (const reading of readFeed(createReadStream(file), feed)) {
      if ('reason' in reading) throw new Error(`${file}:${reading.line}: ${reading.reason}`);
      read += 1;
      if (read > skip) yield daysLater === 0 ? reading : later(reading, daysLater);
      if (read === skip + most || enough) return;
    }
  }
}

/** As read from a later feed. A spread would read the payload. */
function later(reading: FeedObservation, days: number): FeedObservation {
  const { observation } = reading;
  const value = new Date(Date.parse(observation.observedAt) + days * DAY_MS).toISOString();
  return { ...reading, observation: Object.create(observation, { observedAt: { value } }) };
}

let collecting = 0;

/**
 * Heap use is known only after a garbage collection, whose CPU does not count. A task ends with one. In between it would
 * have after-effects that do count: it clears hidden classes that no object has at that moment, and each discards some
 * thirty optimized functions, which a collection of V8's own choice does not.
 */
function progress(done: Pick<IngestProgress, 'fed' | 'report' | 'ended'>, collect: boolean): IngestProgress {
  const { user, system } = process.cpuUsage();
  const at = performance.now();
  if (done.ended || collect) globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const spent = process.cpuUsage({ user, system });
  const cpu = (user + system - collecting) / 1e6;
  collecting += spent.user + spent.system;
  return { ...done, at, cpu, rss, heapUsed };
}

process.on('message', async (task: Task | 'enough') => {
  enough = task === 'enough';
  if (task === 'enough') return;
  let [fed, toldAt] = [0, 0];
  const sendProgress = (report: IngestProgress['report'], ended = false): void =>
    void process.send?.(progress({ fed, report: { ...report }, ended }, task.collect === true));
  sendProgress({});
  const onBatch = (sofar: IngestReport, batch: readonly unknown[]): void => {
    fed += batch.length;
    if (fed < toldAt + task.tellEvery) return;
    toldAt += task.tellEvery;
    sendProgress({ ...sofar });
  };
  // As a pulled feed: one span, and a child for each transaction.
  const report = await endWith(tracer?.startSpan('bench feed'), () =>
    ingestRecords(pipeline, readings(task), { onBatch }),
  );
  sendProgress({ ...report }, true);
});

process.on('disconnect', () => void db.end().then(() => process.exit(0)));
