import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { matchAll } from '../../src/criteria/tree.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import { record } from '../../src/properties/record.ts';
import { IndexBuilder } from '../../src/properties/search/memory/index-builder.ts';
import { MemorySearch } from '../../src/properties/search/memory/memory-search.ts';
import { queryPage } from '../../src/properties/search/memory/query.ts';
import { NEWEST_FIRST } from '../../src/properties/search/order.ts';
import { sqlEngine } from '../../src/properties/search/sql-engine.ts';
import { recordVisits } from '../../src/properties/visits.ts';
import { createRandom, type RandomSource } from '../../src/world/random.ts';
import { day, expired, madeListing, recordTogether, revisited } from '../fixtures/listing-states.ts';
import { shownPage } from './consistency-questions.ts';
import type { TestDatabase } from './database.ts';
import { readIndexedDocument } from './indexed-document.ts';
import { killMoments } from './kill-moments.ts';
import { createPlainProperties } from './plain-properties.ts';
import { createCity, flat } from './searches.ts';
import { Tally } from './tally.ts';

const WORKER = join(import.meta.dirname, 'memory-worker.ts');
const KILLING = join(import.meta.dirname, 'kill-at-moment.ts');
const PROPERTIES = 60;
/** A point is reached within a second or two; later on a busy machine. */
const MAX_WAIT_MS = 60_000;
/** How often a point may pass before the process is killed in it. */
const MAX_PASSES = 2;

export interface MemoryKillOptions {
  seed: number;
  /** Each kill uses the next of these points; some kills are at any other time. */
  kills: number;
  moments: readonly string[];
  /** The longest life of a process after it has loaded everything, where it is killed at any time. */
  maxLifeMs: number;
}

export interface MemoryKillResult {
  /** Kills after which the next start answered differently from SQL. */
  mismatches: string[];
  /** The number of kills at each point. */
  killedIn: Tally;
  /** Starts that found a complete snapshot. */
  fromFile: number;
  compared: number;
}

export const ANY_TIME = 'at any time';

/** Kills a process that compacts and writes snapshots while properties change; each time the next start must answer as SQL does. */
export async function killMemoryWorkers(
  database: TestDatabase,
  { seed, kills, moments, maxLifeMs }: MemoryKillOptions,
): Promise<MemoryKillResult> {
  const folder = await mkdtemp(join(tmpdir(), 'gable-killed-memory-'));
  const file = join(folder, 'properties');
  const chance = createRandom('killed memory', seed);
  const market = new ChangingMarket(database, chance);
  const result: MemoryKillResult = { mismatches: [], killedIn: new Tally(), fromFile: 0, compared: 0 };
  try {
    for (let at = 0; at < PROPERTIES; at += 1) await market.add();
    for (let round = 0; round < kills; round += 1) {
      const name = moments[round % moments.length] ?? ANY_TIME;
      const worker = startWorker({ connection: database.connection, file }, name, chance);
      await killWorker(worker, market, name === ANY_TIME ? chance.between(0, maxLifeMs) : MAX_WAIT_MS);
      if (name !== ANY_TIME && worker.killed) result.mismatches.push(`never came to this: ${name}`);
      else result.killedIn.count(name);
      await compare(database, file, result, name);
    }
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function startWorker(task: object, name: string, chance: RandomSource): ChildProcess {
  const moment = killMoments[name];
  const options = { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] as ('ignore' | 'inherit' | 'ipc')[] };
  if (moment === undefined) return fork(WORKER, [JSON.stringify(task)], options);
  const env = {
    ...process.env,
    KILL_AT: JSON.stringify({ moment, passing: chance.whole(0, MAX_PASSES) }),
  };
  return fork(WORKER, [JSON.stringify(task)], { ...options, env, execArgv: ['--import', KILLING] });
}

/** Properties change until the process is dead: by itself, or after so long. */
async function killWorker(worker: ChildProcess, market: ChangingMarket, livesMs: number): Promise<void> {
  const over = once(worker, 'exit');
  await Promise.race([once(worker, 'message'), over]);
  if (worker.exitCode !== null) throw new Error(`the process ended by itself with ${worker.exitCode}`);
  const timeout = new AbortController();
  const killing = pause(livesMs, undefined, { signal: timeout.signal }).then(
    () => worker.kill('SIGKILL'),
    () => undefined,
  );
  while (worker.signalCode === null && worker.exitCode === null) await market.change();
  timeout.abort();
  await Promise.all([killing, over]);
}

async function compare(
  { db, connection }: TestDatabase,
  file: string,
  result: MemoryKillResult,
  after: string,
): Promise<void> {
  const builder = new IndexBuilder({ connection, file });
  const log = {
    info(fields: object) {
      if ('fromFile' in fields && fields.fromFile === true) result.fromFile += 1;
    },
    warn: console.warn,
    error: console.error,
  };
  const memory = new MemorySearch({ db, log, builder, maxBytes: Infinity });
  try {
    await memory.refresh();
    const held = memory.snapshot();
    const query = { criteria: matchAll, order: NEWEST_FIRST, offset: 0, limit: 1_000 };
    const inSql = await sqlEngine(db, createPlaceService(db, console.error)).queryPage(query);
    const inMemory = held && queryPage(held, query);
    const documents = inSql.ids.map((id) => readIndexedDocument(held, id));
    const stored = await createPlainProperties(db, inSql.ids);
    result.compared += inSql.ids.length;
    if (inMemory === undefined || shownPage(inMemory) !== shownPage(inSql))
      result.mismatches.push(`other properties after: ${after}`);
    else if (JSON.stringify(documents) !== JSON.stringify(stored))
      result.mismatches.push(`other documents after: ${after}`);
  } finally {
    await builder.close();
    memory.snapshot()?.close();
  }
}

class ChangingMarket {
  readonly #database: TestDatabase;
  readonly #chance: RandomSource;
  #listings: { id: string; state: ReturnType<typeof madeListing> }[] = [];
  #time = 0;

  constructor(database: TestDatabase, chance: RandomSource) {
    this.#database = database;
    this.#chance = chance;
  }

  async add(): Promise<void> {
    const state = madeListing(flat(createCity(), 250_000 + this.#time), { updatedAt: this.#now() });
    this.#listings.push({ id: await recordTogether(this.#database.db, [state], this.#now()), state });
  }

  /** A property is added, removed, repriced or only seen again. */
  async change(): Promise<void> {
    const one = this.#chance.pick(this.#listings);
    const [at, kind] = [this.#now(), this.#chance.between(0, 3)];
    const { db } = this.#database;
    if (kind < 1) return this.add();
    if (kind < 2) return recordVisits(db, [{ propertyId: one.id, listingId: one.state.id, at }]);
    one.state =
      kind < 2.8
        ? revisited(one.state, at, flat(createCity(), 240_000 + this.#time))
        : expired(one.state, at);
    await record(db, { listings: [{ state: one.state, propertyId: one.id }] }, at);
    if (one.state.expiredAt !== undefined) this.#listings = this.#listings.filter((other) => other !== one);
  }

  #now(): Date {
    this.#time += 1;
    return new Date(day(1).getTime() + this.#time * 1_000);
  }
}
