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
import { watchEventLoop } from './watch-event-loop.ts';

/** A thread that answers calls, as the thread that keeps sees it. */
class ServingThread {
  readonly channel: WorkerChannel;
  readonly #worker: Worker;
  #lastSend: Promise<unknown> = Promise.resolve();
  #isStopping = false;

  constructor(
    task: ThreadTask,
    answers: (own: ServingThread) => ChannelHandlers,
    onDeath: (cause: unknown) => void,
  ) {
    this.#worker = new Worker(new URL('./serving-thread.ts', import.meta.url), { workerData: task });
    this.channel = new WorkerChannel(this.#worker, answers(this));
    const die = (cause: unknown): void => {
      this.channel.close(new Error('a serving thread has ended'));
      if (!this.#isStopping) onDeath(cause);
      // It ends once: after what broke it comes its exit.
      this.#isStopping = true;
    };
    this.#worker.on('error', die).on('exit', die);
  }

  /** One part after another, so that it may answer calls in between. One that stops need not know any more. */
  sendReplication(telling: ReplicationMessage): Promise<void> {
    const heard = this.#lastSend.then(async () => {
      for (const part of splitMessage(telling)) if (!this.#isStopping) await this.channel.ask('memory', part);
    });
    this.#lastSend = heard.catch(() => undefined);
    return heard.catch((error: unknown) => {
      if (!this.#isStopping) throw error;
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.channel.ask('stop').catch(() => undefined);
    await this.#worker.terminate();
  }
}

/**
 * The API of one process in several threads on one port; the system gives each its connections. This thread answers none of them: it
 * keeps what they share, and so a call that takes long holds up neither the news of memory nor the work of the process.
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
  const death = Promise.withResolvers<never>();
  death.promise.catch(() => undefined);
  // Others could not tell what it had begun: the process ends, as one of a single thread does, and its keeper starts it again.
  const onDeath = (cause: unknown): void => {
    log.error({ err: cause }, 'a serving thread has broken: the others finish, and the process ends');
    death.reject(new CommandError('a serving thread has broken'));
  };
  const threads: ServingThread[] = [];
  const kept = startMemorySearch(settings, storage, {
    log,
    clock,
    send: async (telling) =>
      void (await Promise.all(threads.map((thread) => thread.sendReplication(telling)))),
  });
  const answers = createHandlers(threads, {
    registry,
    engine,
    health: parts.health,
    onDamage: (readAt) => kept?.memory.reportDamage(readAt),
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
    threads.push(new ServingThread(task, answers, onDeath));
  const stop = async (): Promise<void> => {
    await Promise.all(threads.map((thread) => thread.stop()));
    await kept?.stop();
  };
  try {
    const address = await listenOnAll(threads, settings.PORT);
    const open = async (): Promise<void> =>
      void (await Promise.all(threads.map(({ channel }) => channel.ask('open'))));
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

/** What each thread may ask of this one, or have told to the others. */
function createHandlers(
  threads: readonly ServingThread[],
  { registry, engine, health, onDamage }: SharedParts,
) {
  const sessions = createSessionHandlers(engine);
  const linesBut = (own: ServingThread): WorkerChannel[] =>
    threads.filter((thread) => thread !== own).map(({ channel }) => channel);
  const measures = async (): Promise<string> => {
    const own = readMetrics(registry);
    const theirs = threads.map(({ channel }) => channel.ask<Awaited<typeof own>>('measures'));
    return aggregateMetrics(await Promise.all([own, ...theirs]));
  };
  return (own: ServingThread): ChannelHandlers => ({
    ...sessions,
    lines: writeLogLines,
    measures,
    failingJobs: () => health?.failing() ?? [],
    address(note: IpRateEvent) {
      for (const line of linesBut(own)) line.tell('address', note);
    },
    async answer(given: { answer: ElicitationResponse; apiKeyId: string }) {
      const heard = linesBut(own).map((line) => line.ask<boolean>('answer', given));
      return (await Promise.all(heard)).includes(true);
    },
    damaged: onDamage,
  });
}

type ListenAddress = Parameters<typeof formatListenUrl>[0];

/** The first may take any free port; the others take that of the first. */
async function listenOnAll([first, ...rest]: readonly ServingThread[], port: number): Promise<ListenAddress> {
  const address = await first?.channel.ask<ListenAddress>('listen', port);
  if (address === undefined) throw new Error('no thread serves');
  await Promise.all(rest.map(({ channel }) => channel.ask('listen', address.port)));
  return address;
}
