import { Worker } from 'node:worker_threads';
import type { Registry } from 'prom-client';
import { createMetrics } from '../api/metrics.ts';
import type { IpRateEvent } from '../api/middleware/ip-rate-limit.ts';
import { type ChannelHandlers, WorkerChannel } from '../lib/worker-channel.ts';
import type { ElicitationResponse } from '../mcp/pending-elicitations.ts';
import { type ReplicationMessage, splitMessage } from '../properties/search/memory/replication-message.ts';
import type { JobHealth } from '../queue/job-health.ts';
import type { EngineSessions } from '../warehouse/engine.ts';
import { createSessionHandlers } from '../warehouse/remote-sessions.ts';
import { aggregateMetrics, readMetrics } from './aggregate-metrics.ts';
import { addAlertMetrics } from './alert-metrics.ts';
import { CommandError } from './command.ts';
import { addDeliveryMetrics } from './delivery-metrics.ts';
import { addIngestMetrics } from './ingest-metrics.ts';
import { formatListenUrl } from './listen-url.ts';
import { resolveLogFormat, writeLogLines } from './logger.ts';
import { startMemorySearch } from './search-memory.ts';
import type { RunningServer, ServeParts } from './serve.ts';
import type { ThreadTask } from './serving-thread.ts';
import type { Settings } from './settings.ts';
import type { SessionShares } from './thread-shares.ts';
import { addTracingMetrics } from './tracing-metrics.ts';
import { watchEventLoop } from './watch-event-loop.ts';

/** A serving thread, as the coordinating thread uses it. */
class ServingThread {
  readonly channel: WorkerChannel;
  readonly #worker: Worker;
  #lastSend: Promise<unknown> = Promise.resolve();
  #isStopping = false;

  constructor(
    task: ThreadTask,
    handlersFor: (own: ServingThread) => ChannelHandlers,
    onDeath: (cause: unknown) => void,
  ) {
    this.#worker = new Worker(new URL('./serving-thread.ts', import.meta.url), { workerData: task });
    this.channel = new WorkerChannel(this.#worker, handlersFor(this));
    const die = (cause: unknown): void => {
      this.channel.close(new Error('a serving thread has ended'));
      if (!this.#isStopping) onDeath(cause);
      // The exit event follows an error: only the first is reported.
      this.#isStopping = true;
    };
    this.#worker.on('error', die).on('exit', die);
  }

  /** Sends one part after another, so that the thread answers requests in between. A stopping thread is skipped. */
  sendReplication(message: ReplicationMessage): Promise<void> {
    const sent = this.#lastSend.then(async () => {
      for (const part of splitMessage(message))
        if (!this.#isStopping) await this.channel.call('memory', part);
    });
    this.#lastSend = sent.catch(() => undefined);
    return sent.catch((error: unknown) => {
      if (!this.#isStopping) throw error;
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.channel.call('stop').catch(() => undefined);
    await this.#worker.terminate();
  }
}

/**
 * The API of one process in several threads on one port; the kernel distributes the connections. The coordinating thread serves no
 * requests: a slow request delays neither the replication of the search index nor the jobs of the process.
 */
export async function serveInThreads(
  settings: Settings,
  parts: ServeParts,
  shares: SessionShares,
): Promise<RunningServer> {
  const { storage, log, clock, engine } = parts;
  const { registry } = createMetrics();
  watchEventLoop(registry, log);
  addDeliveryMetrics(registry, storage.db, clock);
  addAlertMetrics(registry, storage.db, clock);
  addIngestMetrics(registry, storage.db);
  addTracingMetrics(registry, parts.tracer);
  const death = Promise.withResolvers<never>();
  death.promise.catch(() => undefined);
  // The state of a broken thread is unknown, so the process ends; its supervisor restarts it.
  const onDeath = (cause: unknown): void => {
    log.error(
      { event: 'process.thread_died', err: cause },
      'a serving thread died: the others finish, then the process ends',
    );
    death.reject(new CommandError('a serving thread died'));
  };
  const threads: ServingThread[] = [];
  const memorySearch = startMemorySearch(settings, storage, {
    log,
    clock,
    builder: parts.builder,
    send: async (message) =>
      void (await Promise.all(threads.map((thread) => thread.sendReplication(message)))),
  });
  const handlers = createHandlers(threads, {
    registry,
    engine,
    health: parts.health,
    onDamage: (readAt) => memorySearch?.memory.reportDamage(readAt),
  });
  const task: ThreadTask = {
    settings: { ...settings, LOG_FORMAT: resolveLogFormat(settings) },
    connection: storage.connection,
    applicationName: 'gable serve',
    sessions: shares.sessions.each,
    folder: engine.folder,
    demoPictures: parts.demoPictures,
    works: parts.health !== undefined,
  };
  for (let count = 0; count < shares.threads; count += 1)
    threads.push(new ServingThread(task, handlers, onDeath));
  const stop = async (): Promise<void> => {
    await Promise.all(threads.map((thread) => thread.stop()));
    await memorySearch?.stop();
  };
  try {
    const address = await listenOnAll(threads, settings.PORT);
    const open = async (): Promise<void> =>
      void (await Promise.all(threads.map(({ channel }) => channel.call('open'))));
    return { url: formatListenUrl(address), open, stop, failing: death.promise };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface SharedParts {
  registry: Registry;
  engine: EngineSessions;
  health: JobHealth | undefined;
  onDamage(readAt: number): void;
}

/** Requests of a serving thread to this one, and messages passed on to the other threads. */
function createHandlers(
  threads: readonly ServingThread[],
  { registry, engine, health, onDamage }: SharedParts,
) {
  const sessions = createSessionHandlers(engine);
  const otherChannels = (own: ServingThread): WorkerChannel[] =>
    threads.filter((thread) => thread !== own).map(({ channel }) => channel);
  const metrics = async (): Promise<string> => {
    const own = readMetrics(registry);
    const ofThreads = threads.map(({ channel }) => channel.call<Awaited<typeof own>>('metrics'));
    return aggregateMetrics(await Promise.all([own, ...ofThreads]));
  };
  return (own: ServingThread): ChannelHandlers => ({
    ...sessions,
    logLines: writeLogLines,
    metrics,
    failingJobs: () => health?.failing() ?? [],
    ipRate(event: IpRateEvent) {
      for (const channel of otherChannels(own)) channel.send('ipRate', event);
    },
    async elicitation(given: { answer: ElicitationResponse; apiKeyId: string }) {
      const delivered = otherChannels(own).map((channel) => channel.call<boolean>('elicitation', given));
      return (await Promise.all(delivered)).includes(true);
    },
    damaged: onDamage,
  });
}

type ListenAddress = Parameters<typeof formatListenUrl>[0];

/** With port 0 the first thread gets a free port, and the others share it. */
async function listenOnAll([first, ...rest]: readonly ServingThread[], port: number): Promise<ListenAddress> {
  const address = await first?.channel.call<ListenAddress>('listen', port);
  if (address === undefined) throw new Error('there is no serving thread');
  await Promise.all(rest.map(({ channel }) => channel.call('listen', address.port)));
  return address;
}
