// A thread of a serving process: the whole API, on the port that it shares with the others. All it must know of them goes through the
// thread that keeps.
import { parentPort, workerData } from 'node:worker_threads';
import { AddressRate } from '../api/doors/address-rate.ts';
import { createMetrics } from '../api/metrics.ts';
import type { Connection } from '../db/connection.ts';
import { openDatabase } from '../db/pool.ts';
import { createPlaces } from '../geo/places.ts';
import { systemClock } from '../lib/clock.ts';
import { onceAMinute } from '../lib/once.ts';
import { ThreadLine } from '../lib/thread-line.ts';
import { type Answer, Questions } from '../mcp/questions.ts';
import { FollowedMemory } from '../properties/search/memory/followed-memory.ts';
import type { Telling } from '../properties/search/memory/telling.ts';
import { borrowedEngine } from '../warehouse/lent-sessions.ts';
import { createAccessLog, createLog, gathered } from './logger.ts';
import { openKeyring } from './master-keys.ts';
import { measuresOf, withoutProcess } from './measures.ts';
import { serviceReplica } from './replica.ts';
import { answeringMemory } from './search-memory.ts';
import { openServing } from './serving.ts';
import type { Settings } from './settings.ts';
import { closedAtFirst } from './storage.ts';
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
const line = new ThreadLine(parentPort, {
  listen: (port: number) => serving.listen({ port, reusePort: true }),
  open: () => open(),
  memory: (telling: Telling) => hearOfMemory(telling),
  measures: () => measuresOf(metrics.registry),
  address: (note: Parameters<AddressRate['hear']>[0]) => addresses.hear(note),
  answer: ({ answer, apiKeyId }: { answer: Answer; apiKeyId: string }) =>
    questions.hearHere(answer, apiKeyId),
  stop,
});
// One thread writes for all: lines of several would be mixed where the reader is slow.
const sink = gathered({ write: (lines) => line.tell('lines', lines), flushSync() {} });
const log = createLog(settings, sink);
const { db, open } = closedAtFirst(
  openDatabase(connection, { log, applicationName: task.applicationName, max: task.sessions }),
);
const places = createPlaces(db, onceAMinute(log)('changed divisions could not be read yet'));
const metrics = createMetrics();
withoutProcess(metrics.registry);
watchEventLoop(metrics.registry, log);
const replica = serviceReplica(settings, {
  db,
  sessions: task.sessions,
  log,
  clock: systemClock,
  metrics: metrics.registry,
});
const memory = settings.SEARCH_MEMORY_MB === 0 ? undefined : new FollowedMemory();
const addresses = new AddressRate(systemClock, undefined, (note) => line.tell('address', note));
const questions = new Questions((answer, apiKeyId) => line.ask('answer', { answer, apiKeyId }));
const serving = openServing(settings, {
  db,
  log,
  access: createAccessLog(settings, sink),
  clock: systemClock,
  keyring,
  engine: borrowedEngine(task.folder, line),
  places,
  metrics,
  shown: { contentType: metrics.registry.contentType, metrics: () => line.ask('measures') },
  memory: memory && answeringMemory(memory, { db, places, replica, metrics: metrics.registry, log }),
  replica,
  ...(task.works ? { failingJobs: () => line.ask<string[]>('failingJobs') } : {}),
  demoPictures: task.demoPictures,
  together: { addresses, questions },
});

/** Memory that missed a word is not what the keeper holds: SQL answers until everything is read anew. */
function hearOfMemory(telling: Telling): void {
  const readAt = memory?.held()?.readAt;
  try {
    memory?.hear(telling);
  } catch (error) {
    memory?.hear({ kind: 'nothing', status: 'reading' });
    if (readAt !== undefined) line.tell('damaged', readAt);
    throw error;
  }
  if (memory?.isDamaged === true && readAt !== undefined) line.tell('damaged', readAt);
}

async function stop(): Promise<void> {
  await serving.stop();
  await db.end();
  sink.flushSync();
}
