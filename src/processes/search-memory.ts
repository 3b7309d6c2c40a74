import { join } from 'node:path';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { createThrottledWarning } from '../lib/throttled-warning.ts';
import type { SearchEngine } from '../properties/search/engine.ts';
import { IndexBuilder } from '../properties/search/memory/index-builder.ts';
import { MAX_LAG_MS, memoryEngine } from '../properties/search/memory/memory-engine.ts';
import { MemorySearch, type MemorySearchParts } from '../properties/search/memory/memory-search.ts';
import { type SearchReplica, sqlEngine } from '../properties/search/sql-engine.ts';
import { runPeriodically } from '../queue/periodic-job.ts';
import type { Settings } from './settings.ts';
import type { Storage } from './storage.ts';

/**
 * A change is seen this long after its commit, and the time of a look: 103 ms at p99 on a machine at a load of 5. No notification tells of
 * it: PostgreSQL lets only one transaction that notifies commit at a time, so every recording would wait for what looking gives anyway.
 */
const REFRESH_INTERVAL_MS = 100;
const MEGABYTE = 2 ** 20;

/** What searches are answered with from memory. */
export interface MemorySearchService {
  engine: SearchEngine;
  /** How it is, for the readiness probe; it never makes a process unready, as SQL answers meanwhile. */
  checks(): { search: string; searchLagMs?: string };
}

/** Memory that somebody keeps, here or in another thread. */
type Memory = Pick<MemorySearch, 'snapshot' | 'lagMs' | 'state'>;

interface MemoryServiceParts {
  db: Db;
  places: PlaceService;
  replica: SearchReplica | undefined;
  metrics: Registry;
  log: Log;
}

/** Answers from memory, and tells the measures of it. */
export function createMemorySearchService(
  memory: Memory,
  { db, places, replica, metrics, log }: MemoryServiceParts,
): MemorySearchService {
  const { snapshot, lagMs, state } = memory;
  return {
    engine: memoryEngine({
      sql: sqlEngine(db, places, replica),
      snapshot,
      lagMs,
      state,
      countAnswer: addMemoryMetrics(memory, metrics),
      onFault: createThrottledWarning(log)('memory is broken: SQL answers'),
    }),
    checks() {
      const { status } = memory.state();
      if (status !== 'ready') return { search: `${status}; SQL answers` };
      const search = lagMs() > MAX_LAG_MS ? 'behind; SQL answers' : 'ok';
      return { search, searchLagMs: lagMs().toFixed(0) };
    },
  };
}

type MemorySettings = Pick<Settings, 'SEARCH_MEMORY_MB' | 'DATA_DIR'>;

/** Keeps properties in memory, when the settings give it some. */
export function startMemorySearch(
  { SEARCH_MEMORY_MB, DATA_DIR }: MemorySettings,
  { db, connection }: Pick<Storage, 'db' | 'connection'>,
  { log, clock, send }: { log: Log; clock: Clock; send?: MemorySearchParts['send'] },
): { memory: MemorySearch; stop(): Promise<void> } | undefined {
  if (SEARCH_MEMORY_MB === 0) return undefined;
  const making = new IndexBuilder({ connection, file: join(DATA_DIR, 'search', 'properties') });
  const memory = new MemorySearch({
    db,
    log,
    making,
    mostBytes: SEARCH_MEMORY_MB * MEGABYTE,
    ...(send === undefined ? {} : { send: send }),
  });
  const ending = new AbortController();
  const looking = runPeriodically(
    { name: 'keep properties in memory', everyMs: REFRESH_INTERVAL_MS, run: () => memory.refresh() },
    { clock, log },
    ending.signal,
  );
  return {
    memory,
    async stop() {
      ending.abort();
      await making.close();
      await looking;
    },
  };
}

function addMemoryMetrics(memory: Memory, registry: Registry): (by: string) => void {
  const answers = new Counter({
    name: 'gable_search_answers_total',
    help: 'Searches, by what answered: memory, or SQL for the reason told.',
    labelNames: ['by'],
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      // Threads hold the same: the worst of them is told, not the sum.
      aggregator: 'max',
      collect() {
        this.set(read());
      },
    });
  gauge('gable_search_memory_lag_seconds', 'Since when memory may differ from the store.', () =>
    Math.min(memory.lagMs() / 1_000, 1e6),
  );
  gauge('gable_search_memory_properties', 'Properties held in memory.', () => memory.state().rows);
  gauge('gable_search_memory_bytes', 'What they take.', () => memory.state().bytes);
  return (by) => answers.inc({ by });
}
