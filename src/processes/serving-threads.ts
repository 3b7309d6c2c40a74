import { Worker } from 'node:worker_threads';
import type { Registry } from 'prom-client';
import type { AddressNote } from '../api/doors/address-rate.ts';
import { createMetrics } from '../api/metrics.ts';
import { type Answers, ThreadLine } from '../lib/thread-line.ts';
import type { Answer } from '../mcp/questions.ts';
import { inParts, type Telling } from '../properties/search/memory/telling.ts';
import type { JobHealth } from '../queue/job-health.ts';
import type { Lender } from '../warehouse/engine.ts';
import { lendingAnswers } from '../warehouse/lent-sessions.ts';
import { addAlertMetrics } from './alert-metrics.ts';
import { CommandFault } from './command.ts';
import { addDeliveryMetrics } from './delivery-metrics.ts';
import { addIngestMetrics } from './ingest-metrics.ts';
import { shownFormat, writeLines } from './logger.ts';
import { added, measuresOf } from './measures.ts';
import { keepMemory } from './search-memory.ts';
import type { Running, ServeParts } from './serve.ts';
import type { ThreadTask } from './serving-thread.ts';
import type { Settings } from './settings.ts';
import { shownAddress } from './shown-address.ts';
import type { Shares } from './thread-shares.ts';
import { watchEventLoop } from './watch-event-loop.ts';

/** A thread that answers calls, as the thread that keeps sees it. */
class ServingThread {
  readonly line: ThreadLine;
  readonly #worker: Worker;
  #hearing: Promise<unknown> = Promise.resolve();
  #stops = false;

  constructor(task: ThreadTask, answers: (own: ServingThread) => Answers, onDeath: (cause: unknown) => void) {
    this.#worker = new Worker(new URL('./serving-thread.ts', import.meta.url), { workerData: task });
    this.line = new ThreadLine(this.#worker, answers(this));
    const die = (cause: unknown): void => {
      this.line.cut(new Error('a serving thread has ended'));
      if (!this.#stops) onDeath(cause);
      // It ends once: after what broke it comes its exit.
      this.#stops = true;
    };
    this.#worker.on('error', die).on('exit', die);
  }

  /** One part after another, so that it may answer calls in between. One that stops need not know any more. */
  tellMemory(telling: Telling): Promise<void> {
    const heard = this.#hearing.then(async () => {
      for (const part of inParts(telling)) if (!this.#stops) await this.line.ask('memory', part);
    });
    this.#hearing = heard.catch(() => undefined);
    return heard.catch((error: unknown) => {
      if (!this.#stops) throw error;
    });
  }

  async stop(): Promise<void> {
    this.#stops = true;
    await this.line.ask('stop').catch(() => undefined);
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
  shares: Shares,
): Promise<Running> {
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
    death.reject(new CommandFault('a serving thread has broken'));
  };
  const threads: ServingThread[] = [];
  const kept = keepMemory(settings, storage, {
    log,
    clock,
    tell: async (telling) => void (await Promise.all(threads.map((thread) => thread.tellMemory(telling)))),
  });
  const answers = answersTo(threads, {
    registry,
    engine,
    health: parts.health,
    onDamage: (readAt) => kept?.memory.hearOfDamage(readAt),
  });
  const task: ThreadTask = {
    settings: { ...settings, LOG_FORMAT: shownFormat(settings) },
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
    const address = await listening(threads, settings.PORT);
    const open = async (): Promise<void> =>
      void (await Promise.all(threads.map(({ line }) => line.ask('open'))));
    return { address: shownAddress(address), open, stop, failing: death.promise };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Shared {
  registry: Registry;
  engine: Lender;
  health: JobHealth | undefined;
  onDamage(readAt: number): void;
}

/** What each thread may ask of this one, or have told to the others. */
function answersTo(threads: readonly ServingThread[], { registry, engine, health, onDamage }: Shared) {
  const sessions = lendingAnswers(engine);
  const linesBut = (own: ServingThread): ThreadLine[] =>
    threads.filter((thread) => thread !== own).map(({ line }) => line);
  const measures = async (): Promise<string> => {
    const own = measuresOf(registry);
    const theirs = threads.map(({ line }) => line.ask<Awaited<typeof own>>('measures'));
    return added(await Promise.all([own, ...theirs]));
  };
  return (own: ServingThread): Answers => ({
    ...sessions,
    lines: writeLines,
    measures,
    failingJobs: () => health?.failing() ?? [],
    address(note: AddressNote) {
      for (const line of linesBut(own)) line.tell('address', note);
    },
    async answer(given: { answer: Answer; apiKeyId: string }) {
      const heard = linesBut(own).map((line) => line.ask<boolean>('answer', given));
      return (await Promise.all(heard)).includes(true);
    },
    damaged: onDamage,
  });
}

type Address = Parameters<typeof shownAddress>[0];

/** The first may take any free port; the others take that of the first. */
async function listening([first, ...rest]: readonly ServingThread[], port: number): Promise<Address> {
  const address = await first?.line.ask<Address>('listen', port);
  if (address === undefined) throw new Error('no thread serves');
  await Promise.all(rest.map(({ line }) => line.ask('listen', address.port)));
  return address;
}
