// A serving thread: the whole API, on a port shared with the other threads. Messages between them pass through the
// coordinating thread.
import { parentPort, workerData } from 'node:worker_threads';
import { createMetrics } from '../api/metrics.ts';
import { IpRateLimiter } from '../api/middleware/ip-rate-limit.ts';
import type { Connection } from '../db/connection.ts';
import { openDatabase } from '../db/pool.ts';
import { systemClock } from '../lib/clock.ts';
import { WorkerChannel } from '../lib/worker-channel.ts';
import { type ElicitationResponse, PendingElicitations } from '../mcp/pending-elicitations.ts';
import { IndexReplica } from '../properties/search/memory/index-replica.ts';
import type { ReplicationMessage } from '../properties/search/memory/replication-message.ts';
import { createRemoteEngine } from '../warehouse/remote-sessions.ts';
import { readMetrics, removeProcessMetrics } from './aggregate-metrics.ts';
import { openApiServer } from './api-server.ts';
import { bufferSink, createAccessLog, createLog } from './logger.ts';
import { openKeyring } from './master-keys.ts';
import { openServiceReplica } from './replica.ts';
import { createMemorySearchService, expectStoredIndex } from './search-memory.ts';
import { createServicePlaces, openServicePlaceFile } from './service-places.ts';
import type { Settings } from './settings.ts';
import { createGatedDatabase } from './storage.ts';
import { openTracer } from './tracing.ts';
import { addTracingMetrics } from './tracing-metrics.ts';
import { watchEventLoop } from './watch-event-loop.ts';

export interface ThreadTask {
  settings: Settings;
  connection: Connection;
  applicationName: string;
  sessions: number;
  /** The directory of the warehouse. */
  folder: string;
  demoPictures: boolean;
  /** Whether the coordinating thread also runs the jobs. */
  works: boolean;
}

if (parentPort === null) throw new Error('this module runs in a worker thread only');
const { settings: given, connection, ...task } = workerData as ThreadTask;
/** A Buffer arrives as a plain Uint8Array. */
const settings: Settings = {
  ...given,
  MASTER_KEYS: given.MASTER_KEYS.map(({ version, secret }) => ({ version, secret: Buffer.from(secret) })),
};
const keyring = await openKeyring(settings);
const channel = new WorkerChannel(parentPort, {
  listen: (port: number) => serving.listen({ port, reusePort: true }),
  open() {
    open();
    void places.preloadAtStart();
    if (placeFile.exists) void serving.warmUp();
  },
  memory: (message: ReplicationMessage) => applyReplication(message),
  metrics: () => readMetrics(metrics.registry),
  ipRate: (event: Parameters<IpRateLimiter['applyRemote']>[0]) => ipRate.applyRemote(event),
  elicitation: ({ answer, apiKeyId }: { answer: ElicitationResponse; apiKeyId: string }) =>
    elicitations.deliverLocal(answer, apiKeyId),
  stop,
});
// One thread writes the lines of all: several writers would interleave them when the reader is slow.
const sink = bufferSink({ write: (lines) => channel.send('logLines', lines), flushSync() {} });
const log = createLog(settings, sink);
const { db, open } = createGatedDatabase(
  openDatabase(connection, { log, applicationName: task.applicationName, max: task.sessions }),
);
const placeFile = openServicePlaceFile(settings);
const places = createServicePlaces(db, { file: placeFile, log });
const metrics = createMetrics();
removeProcessMetrics(metrics.registry);
watchEventLoop(metrics.registry, log);
const tracer = openTracer(settings, { log, clock: systemClock });
addTracingMetrics(metrics.registry, tracer);
const replica = openServiceReplica(settings, {
  db,
  sessions: task.sessions,
  log,
  clock: systemClock,
  metrics: metrics.registry,
});
const memory = settings.SEARCH_MEMORY_MB === 0 ? undefined : new IndexReplica();
const ipRate = new IpRateLimiter(systemClock, undefined, (event) => channel.send('ipRate', event));
const elicitations = new PendingElicitations((answer, apiKeyId) =>
  channel.call('elicitation', { answer, apiKeyId }),
);
const serving = openApiServer(settings, {
  db,
  log,
  access: createAccessLog(settings, sink),
  clock: systemClock,
  keyring,
  engine: createRemoteEngine(task.folder, channel),
  places,
  metrics,
  shown: { contentType: metrics.registry.contentType, metrics: () => channel.call('metrics') },
  memory:
    memory &&
    createMemorySearchService(memory, {
      db,
      places,
      replica,
      metrics: metrics.registry,
      log,
      isOpening: expectStoredIndex(settings),
    }),
  replica,
  ...(task.works ? { failingJobs: () => channel.call<string[]>('failingJobs') } : {}),
  demoPictures: task.demoPictures,
  tracer,
  shared: { ipRate, elicitations },
});

/** A replica that missed a message is stale: SQL answers until the index is loaded again. */
function applyReplication(message: ReplicationMessage): void {
  const readAt = memory?.snapshot()?.readAt;
  try {
    memory?.apply(message);
  } catch (error) {
    memory?.apply({ kind: 'dropped', status: 'reading' });
    if (readAt !== undefined) channel.send('damaged', readAt);
    throw error;
  }
  if (memory?.isDamaged === true && readAt !== undefined) channel.send('damaged', readAt);
}

async function stop(): Promise<void> {
  await serving.stop();
  await Promise.all([db.end(), tracer?.close()]);
  sink.flushSync();
}
