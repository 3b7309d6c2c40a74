// A thread of a serving process: the whole API, on the port that it shares with the others. All it must know of them goes through the
// thread that keeps.
import { parentPort, workerData } from 'node:worker_threads';
import { createMetrics } from '../api/metrics.ts';
import { IpRateLimiter } from '../api/middleware/ip-rate-limit.ts';
import type { Connection } from '../db/connection.ts';
import { openDatabase } from '../db/pool.ts';
import { createPlaceService } from '../geo/place-service.ts';
import { systemClock } from '../lib/clock.ts';
import { createThrottledWarning } from '../lib/throttled-warning.ts';
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
import { createMemorySearchService } from './search-memory.ts';
import type { Settings } from './settings.ts';
import { createGatedDatabase } from './storage.ts';
import { watchEventLoop } from './watch-event-loop.ts';

export interface ThreadTask {
  settings: Settings;
  connection: Connection;
  applicationName: string;
  sessions: number;
  /** The folder of the engine of figures. */
  folder: string;
  demoPictures: boolean;
  /** The thread that keeps runs the jobs of a process that works too. */
  works: boolean;
}

if (parentPort === null) throw new Error('this is a thread of a serving process');
const { settings: given, connection, ...task } = workerData as ThreadTask;
/** Bytes lose their class on their way. */
const settings: Settings = {
  ...given,
  MASTER_KEYS: given.MASTER_KEYS.map(({ version, secret }) => ({ version, secret: Buffer.from(secret) })),
};
const keyring = await openKeyring(settings);
const channel = new WorkerChannel(parentPort, {
  listen: (port: number) => serving.listen({ port, reusePort: true }),
  open: () => open(),
  memory: (telling: ReplicationMessage) => applyReplication(telling),
  measures: () => readMetrics(metrics.registry),
  address: (note: Parameters<IpRateLimiter['applyRemote']>[0]) => addresses.applyRemote(note),
  answer: ({ answer, apiKeyId }: { answer: ElicitationResponse; apiKeyId: string }) =>
    questions.deliverLocal(answer, apiKeyId),
  stop,
});
// One thread writes for all: lines of several would be mixed where the reader is slow.
const sink = bufferSink({ write: (lines) => channel.tell('lines', lines), flushSync() {} });
const log = createLog(settings, sink);
const { db, open } = createGatedDatabase(
  openDatabase(connection, { log, applicationName: task.applicationName, max: task.sessions }),
);
const places = createPlaceService(db, createThrottledWarning(log)('changed divisions could not be read yet'));
const metrics = createMetrics();
removeProcessMetrics(metrics.registry);
watchEventLoop(metrics.registry, log);
const replica = openServiceReplica(settings, {
  db,
  sessions: task.sessions,
  log,
  clock: systemClock,
  metrics: metrics.registry,
});
const memory = settings.SEARCH_MEMORY_MB === 0 ? undefined : new IndexReplica();
const addresses = new IpRateLimiter(systemClock, undefined, (note) => channel.tell('address', note));
const questions = new PendingElicitations((answer, apiKeyId) => channel.ask('answer', { answer, apiKeyId }));
const serving = openApiServer(settings, {
  db,
  log,
  access: createAccessLog(settings, sink),
  clock: systemClock,
  keyring,
  engine: createRemoteEngine(task.folder, channel),
  places,
  metrics,
  shown: { contentType: metrics.registry.contentType, metrics: () => channel.ask('measures') },
  memory:
    memory && createMemorySearchService(memory, { db, places, replica, metrics: metrics.registry, log }),
  replica,
  ...(task.works ? { failingJobs: () => channel.ask<string[]>('failingJobs') } : {}),
  demoPictures: task.demoPictures,
  together: { addresses, questions },
});

/** Memory that missed a word is not what the keeper holds: SQL answers until everything is read anew. */
function applyReplication(telling: ReplicationMessage): void {
  const readAt = memory?.snapshot()?.readAt;
  try {
    memory?.apply(telling);
  } catch (error) {
    memory?.apply({ kind: 'nothing', status: 'reading' });
    if (readAt !== undefined) channel.tell('damaged', readAt);
    throw error;
  }
  if (memory?.isDamaged === true && readAt !== undefined) channel.tell('damaged', readAt);
}

async function stop(): Promise<void> {
  await serving.stop();
  await db.end();
  sink.flushSync();
}
