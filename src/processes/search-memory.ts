import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Counter, Gauge, type Registry } from 'prom-client';
import { DEFAULT_REGION, type Region } from '../db/region-set.ts';
import type { Database, Db } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import { type Clock, monotonicMs } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { createThrottledWarning } from '../lib/throttled-warning.ts';
import { engineByCodes } from '../properties/search/division-ids.ts';
import type { SearchEngine } from '../properties/search/engine.ts';
import type { IndexBuilder } from '../properties/search/memory/index-builder.ts';
import { MAX_LAG_MS, memoryEngine } from '../properties/search/memory/memory-engine.ts';
import { MemorySearch, type MemorySearchOptions } from '../properties/search/memory/memory-search.ts';
import { regionSqlEngine } from '../properties/search/service-engine.ts';
import { type SearchReplica, sqlEngine } from '../properties/search/sql-engine.ts';
import { runPeriodically } from '../queue/periodic-job.ts';
import { type MemorySettings, maxIndexBytes, openIndexBuilder, snapshotFile } from './open-index-builder.ts';
import type { Settings } from './settings.ts';
import type { Storage } from './storage.ts';

/**
 * The index lags a commit by this interval and the time of a refresh: 103 ms at p99 at a load of 5. LISTEN/NOTIFY is not used:
 * PostgreSQL serializes the commits of transactions that notify, so every recording would wait for the others.
 */
const REFRESH_INTERVAL_MS = 100;
/** A stored index of 1,000,000 properties is open 5 s after the start, and 7 s beside requests. */
const MAX_OPENING_MS = 10_000;

/** Searches answered from the memory index. */
export interface MemorySearchService {
  engine: SearchEngine;
  /** With several regions: the engine of each. */
  engineOf?: ((region: Region) => SearchEngine) | undefined;
  /** Whether memory answers. */
  isReady(): boolean;
  /** Whether it will soon: a stored index is being opened. */
  isOpening(): boolean;
  /** Requests that wait until it is open. */
  waiting(): number;
  /** Shown by the readiness probe. It never makes a process unready, because SQL answers meanwhile. */
  checks(): { search: string; searchLagMs?: string };
}

/** A memory index of this thread, or a replica of one in another thread. */
type Memory = Pick<MemorySearch, 'snapshot' | 'lagMs' | 'state'>;

interface MemoryServiceParts {
  db: Db;
  places: PlaceService;
  replica: SearchReplica | undefined;
  metrics: Registry;
  log: Log;
  isOpening(): boolean;
  /** With several regions: the indexes of the others. */
  regionMemory?: RegionMemory;
}

/** Answers searches from memory, with metrics. */
export function createMemorySearchService(
  memory: Memory,
  { db, places, replica, metrics, log, isOpening, regionMemory }: MemoryServiceParts,
): MemorySearchService {
  const { snapshot, lagMs, state } = memory;
  const isReady = (): boolean => state().status === 'ready';
  let waiting = 0;
  const inMemory = memoryEngine({
    sql: sqlEngine(db, places, replica),
    snapshot,
    lagMs,
    state,
    isOpening,
    countWaiting: (change) => (waiting += change),
    countAnswer: addMemoryMetrics(memory, metrics),
    onFault: createThrottledWarning(log)('search.memory_failed', 'memory search failed: SQL answers'),
  });
  const engine = engineByCodes(inMemory, places);
  return {
    engine,
    engineOf: regionMemory && ((region) => regionMemory.engineOf(region, engine)),
    isReady,
    isOpening: () => !isReady() && isOpening(),
    waiting: () => waiting,
    checks() {
      const { status } = memory.state();
      if (status !== 'ready') return { search: `${status}; SQL answers` };
      const search = lagMs() > MAX_LAG_MS ? 'behind; SQL answers' : 'ok';
      return { search, searchLagMs: lagMs().toFixed(0) };
    },
  };
}

/** The indexes of the regions beside the default one. They are built once the regions are known. */
export interface RegionMemory {
  engineOf(region: Region, defaultEngine: SearchEngine): SearchEngine;
  open(): void;
  stop(): Promise<void>;
}

export function createRegionMemory(
  settings: MemorySettings,
  storage: Pick<Storage, 'db' | 'connection'>,
  { log, clock, places }: { log: Log; clock: Clock; places: PlaceService },
): RegionMemory {
  const started = new Map<string, RegionIndex>();
  const onFault = createThrottledWarning(log)('search.memory_failed', 'memory search failed: SQL answers');
  return {
    engineOf(region, defaultEngine) {
      if (region.name === DEFAULT_REGION) return defaultEngine;
      const own = started.get(region.name);
      const sql = regionSqlEngine(region, places);
      if (own === undefined) return sql;
      const { snapshot, lagMs, state } = own.memory;
      const { isOpening } = own;
      const countAnswer = () => undefined;
      return engineByCodes(
        memoryEngine({ sql, snapshot, lagMs, state, isOpening, countAnswer, onFault }),
        places,
      );
    },
    open() {
      const regions = storage.db.regions?.all ?? [];
      // Each region has its share of the memory; the default one has started with all of it.
      const share = Math.floor(settings.SEARCH_MEMORY_MB / Math.max(1, regions.length));
      for (const { name, db, isServed, isDistributed } of regions) {
        if (name === DEFAULT_REGION || !isServed) continue;
        const connection = { ...storage.connection, region: name, isOnWorker: isDistributed };
        const own = { SEARCH_MEMORY_MB: share, DATA_DIR: join(settings.DATA_DIR, 'regions', name) };
        const isOpening = expectStoredIndex(own);
        const index = startMemorySearch(own, { defaultDb: db, connection }, { log, clock });
        if (index !== undefined) started.set(name, { ...index, isOpening });
      }
    },
    async stop() {
      await Promise.all([...started.values()].map((index) => index.stop()));
    },
  };
}

/** Whether an index stored before the start may still be being opened. */
export function expectStoredIndex({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): () => boolean {
  const untilMs = existsSync(snapshotFile(DATA_DIR)) ? monotonicMs() + MAX_OPENING_MS : -Infinity;
  return () => monotonicMs() < untilMs;
}

interface StartedIndex {
  readonly memory: MemorySearch;
  stop(): Promise<void>;
}

interface RegionIndex extends StartedIndex {
  isOpening(): boolean;
}

interface MemoryParts {
  log: Log;
  clock: Clock;
  /** Opened before the database was known. */
  builder?: IndexBuilder | undefined;
  send?: MemorySearchOptions['send'];
}

/** Starts the memory index, unless SEARCH_MEMORY_MB is 0. */
export function startMemorySearch(
  settings: MemorySettings,
  { defaultDb: db, connection }: { defaultDb: Database; connection: Storage['connection'] },
  { log, clock, builder = openIndexBuilder(settings), send }: MemoryParts,
): StartedIndex | undefined {
  const { SEARCH_MEMORY_MB } = settings;
  if (builder === undefined) return undefined;
  builder.connect(connection);
  log.info({ event: 'search.index_enabled', maxMb: SEARCH_MEMORY_MB }, 'searches are answered from memory');
  const maxBytes = maxIndexBytes(settings);
  const memory = new MemorySearch({
    db,
    log,
    builder,
    maxBytes,
    ...(send === undefined ? {} : { send }),
  });
  const ending = new AbortController();
  const refreshing = runPeriodically(
    { name: 'refresh the memory index', everyMs: REFRESH_INTERVAL_MS, run: () => memory.refresh() },
    { clock, log },
    ending.signal,
  );
  return {
    memory,
    async stop() {
      ending.abort();
      await builder.close();
      await refreshing;
    },
  };
}

function addMemoryMetrics(memory: Memory, registry: Registry): (answeredBy: string) => void {
  const queries = new Counter({
    name: 'gable_search_queries_total',
    help: 'Searches by the engine that answered: memory, or sql with the reason.',
    labelNames: ['engine', 'reason'],
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      // All threads have the same index: the highest value is shown, not the sum.
      aggregator: 'max',
      collect() {
        this.set(read());
      },
    });
  gauge('gable_search_index_lag_seconds', 'How far the memory index may be behind the database.', () =>
    Math.min(memory.lagMs() / 1_000, 1e6),
  );
  gauge('gable_search_index_properties', 'Properties in the memory index.', () => memory.state().rows);
  gauge('gable_search_index_bytes', 'Size of the memory index.', () => memory.state().bytes);
  return (answeredBy) =>
    queries.inc(answeredBy === 'memory' ? { engine: 'memory' } : { engine: 'sql', reason: answeredBy });
}
