import { randomUUID } from 'node:crypto';
import { mkdir, rm, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBDataChunk, DuckDBInstance, DuckDBValue } from '@duckdb/node-api';
import { systemClock } from '../lib/clock.ts';

export interface EngineSettings {
  /** The one directory the engine may read and write, shared by every process. */
  folder: string;
  memoryMb: number;
  threads: number;
}

/** Too many concurrent queries, or one query over its limit: retry later. */
export class EngineBusy extends Error {}

const OVERLOAD_PATTERN = 'the query exceeds its limits';

/**
 * Whether the query itself exceeds its limit, rather than the queries beside it. Decided by the message, the only part
 * of an error that crosses threads.
 */
export const isOverload = (error: unknown): boolean =>
  error instanceof EngineBusy && error.message === OVERLOAD_PATTERN;

export type EngineValue = DuckDBValue;
export type EngineRow = Record<string, unknown>;

/** One session of the engine, borrowed for a unit of work. */
export interface EngineSession {
  run(sql: string, values?: EngineValue[]): Promise<void>;
  /** Rows in chunks of at most 2,048, read one at a time so that the event loop is never blocked for long. */
  rows<Row = EngineRow>(sql: string, values?: EngineValue[]): AsyncGenerator<Row[]>;
}

/** Each running query occupies one of the four threads of Node's pool: files and DNS need the others. */
const MAX_CONCURRENT_SESSIONS = 2;
const MAX_WAITING_SESSIONS = 100;
/** A query that takes longer is interrupted. */
const MAX_SESSION_MS = 20_000;
const MAX_SPILL_SIZE = '8GB';
/** The directory of spill files. */
export const SPILL_DIRECTORY = 'spill';
/** How often a running engine touches that directory: one untouched for a day is abandoned. */
const HEARTBEAT_MS = 600_000;

/** A source of engine sessions: the engine itself, or a client of it in another thread. */
export type EngineSessions = Pick<Engine, 'folder' | 'use'>;

/**
 * DuckDB inside this process: opened on first use, restricted to its directory, bounded in memory, threads and time.
 */
export class Engine {
  readonly folder: string;
  readonly #settings: EngineSettings;
  #instancePromise: Promise<DuckDBInstance> | undefined;
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** Each engine has its own: two engines would take each other's files for theirs. */
  readonly #spill: string;
  #heartbeatAtMs = Number.NEGATIVE_INFINITY;

  constructor(settings: EngineSettings) {
    this.#settings = settings;
    this.folder = resolve(settings.folder);
    this.#spill = join(this.folder, SPILL_DIRECTORY, randomUUID());
  }

  /** Loads the engine now, which blocks the event loop for 0.1 s, rather than at the first query. */
  async open(): Promise<void> {
    await this.#instance();
  }

  /** Runs work with a session. `timeoutMs` is for background work. */
  async use<Result>(
    work: (session: EngineSession) => Promise<Result>,
    timeoutMs = MAX_SESSION_MS,
  ): Promise<Result> {
    await this.#acquireSlot();
    let connection: DuckDBConnection | undefined;
    let timer: NodeJS.Timeout | undefined;
    let late = false;
    try {
      await this.#writeHeartbeat();
      connection = await (await this.#instance()).connect();
      timer = setInterval(() => {
        late = true;
        connection?.interrupt();
      }, timeoutMs);
      return await work(createSession(connection));
    } catch (error) {
      throw toBusyError(error, late);
    } finally {
      clearInterval(timer);
      connection?.closeSync();
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** A failed open, for want of a directory or of memory, is tried again. */
  #instance(): Promise<DuckDBInstance> {
    this.#instancePromise ??= openInstance(this.#settings, this.folder, this.#spill).catch((error) => {
      this.#instancePromise = undefined;
      throw error;
    });
    return this.#instancePromise;
  }

  /** Creates the directory again when it was cleaned up after an idle day. */
  async #writeHeartbeat(): Promise<void> {
    if (performance.now() - this.#heartbeatAtMs < HEARTBEAT_MS) return;
    this.#heartbeatAtMs = performance.now();
    await mkdir(this.#spill, { recursive: true });
    const now = systemClock.now();
    await utimes(this.#spill, now, now);
  }

  async #acquireSlot(): Promise<void> {
    if (this.#running >= MAX_CONCURRENT_SESSIONS) {
      if (this.#waiting.length >= MAX_WAITING_SESSIONS) throw new EngineBusy('too many queries are waiting');
      await new Promise<void>((resume) => this.#waiting.push(resume));
    }
    this.#running += 1;
  }

  async close(): Promise<void> {
    const opened = await this.#instancePromise?.catch(() => undefined);
    this.#instancePromise = undefined;
    opened?.closeSync();
    if (opened !== undefined) await rm(this.#spill, { recursive: true, force: true });
  }
}

/** Loaded on first use: 63 MB that a process without analytics never reads. */
async function openInstance(
  { memoryMb, threads }: EngineSettings,
  folder: string,
  spill: string,
): Promise<DuckDBInstance> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  await mkdir(spill, { recursive: true });
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(threads),
    memory_limit: `${memoryMb}MB`,
  });
  const connection = await instance.connect();
  // The last two lock the configuration: no other directory, no extension from the network, and no way to change any of
  // this.
  await connection.run(`
    set temp_directory = ${quoteLiteral(spill)};
    set max_temp_directory_size = '${MAX_SPILL_SIZE}';
    set TimeZone = 'UTC';
    set autoinstall_known_extensions = false;
    set allowed_directories = [${quoteLiteral(folder)}];
    set enable_external_access = false;
    set lock_configuration = true`);
  connection.closeSync();
  return instance;
}

/** A string literal, for statements that take no bound value. */
export const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function createSession(connection: DuckDBConnection): EngineSession {
  return {
    async run(sql, values) {
      await connection.run(sql, values);
    },
    async *rows<Row>(sql: string, values?: EngineValue[]) {
      const result = await connection.run(sql, values);
      const names = result.columnNames();
      for (;;) {
        const chunk = await result.fetchChunk();
        if (chunk === null || chunk.rowCount === 0) return;
        yield (await toRows(chunk, names)) as Row[];
      }
    },
  };
}

/** Column by column, yielding in between: 2,048 rows of texts at once block the event loop for 15 ms on a busy core. */
async function toRows(chunk: DuckDBDataChunk, names: readonly string[]): Promise<EngineRow[]> {
  const rows = Array.from({ length: chunk.rowCount }, (): EngineRow => ({}));
  for (const [at, name] of names.entries()) {
    const values = chunk.getColumnValues(at);
    for (const [index, row] of rows.entries()) row[name] = values[index];
    await breathe();
  }
  return rows;
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && /^(Out of Memory Error|OutOfMemory)/.test(error.message);

const toBusyError = (error: unknown, late: boolean): unknown =>
  late || isOutOfMemory(error) ? new EngineBusy(OVERLOAD_PATTERN, { cause: error }) : error;
