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
/** A moment comes up within a second or two; on a busy machine later. */
const MAX_WAIT_MS = 60_000;
/** How often a moment may pass before the process is killed in it. */
const MAX_PASSES = 2;

export interface MemoryKillOptions {
  seed: number;
  /** Each in the next of these moments, every so often at any other time. */
  kills: number;
  moments: readonly string[];
  /** The longest a process lives after it has read everything, where it is killed at any time. */
  maxLifeMs: number;
}

export interface MemoryKillResult {
  /** Kills after which the next start answered otherwise than SQL. */
  mismatches: string[];
  /** How often a process was killed in each. */
  killedIn: Tally;
  /** Starts that found a whole snapshot. */
  fromFile: number;
  compared: number;
}

export const ANY_TIME = 'at any time';

/** Kills a process that folds and writes snapshots while properties change; each time the next start must tell what SQL tells. */
export async function killMemoryWorkers(
  house: TestDatabase,
  { seed, kills, moments, maxLifeMs }: MemoryKillOptions,
): Promise<MemoryKillResult> {
  const folder = await mkdtemp(join(tmpdir(), 'gable-killed-memory-'));
  const file = join(folder, 'properties');
  const chance = createRandom('killed memory', seed);
  const market = new ChangingMarket(house, chance);
  const told: MemoryKillResult = { mismatches: [], killedIn: new Tally(), fromFile: 0, compared: 0 };
  try {
    for (let at = 0; at < PROPERTIES; at += 1) await market.add();
    for (let round = 0; round < kills; round += 1) {
      const name = moments[round % moments.length] ?? ANY_TIME;
      const worker = startWorker({ connection: house.connection, file }, name, chance);
      await killWorker(worker, market, name === ANY_TIME ? chance.between(0, maxLifeMs) : MAX_WAIT_MS);
      if (name !== ANY_TIME && worker.killed) told.mismatches.push(`never came to this: ${name}`);
      else told.killedIn.count(name);
      await compare(house, file, told, name);
    }
    return told;
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

/** Properties change until it is dead: by itself, or so long after it has begun. */
async function killWorker(worker: ChildProcess, market: ChangingMarket, livesMs: number): Promise<void> {
  const over = once(worker, 'exit');
  await Promise.race([once(worker, 'message'), over]);
  if (worker.exitCode !== null) throw new Error(`the process ended by itself with ${worker.exitCode}`);
  const patience = new AbortController();
  const killing = pause(livesMs, undefined, { signal: patience.signal }).then(
    () => worker.kill('SIGKILL'),
    () => undefined,
  );
  while (worker.signalCode === null && worker.exitCode === null) await market.change();
  patience.abort();
  await Promise.all([killing, over]);
}

async function compare(
  { db, connection }: TestDatabase,
  file: string,
  told: MemoryKillResult,
  after: string,
): Promise<void> {
  const making = new IndexBuilder({ connection, file });
  const log = {
    info(fields: object) {
      if ('fromFile' in fields && fields.fromFile === true) told.fromFile += 1;
    },
    warn: console.warn,
    error: console.error,
  };
  const memory = new MemorySearch({ db, log, making, mostBytes: Infinity });
  try {
    await memory.refresh();
    const held = memory.snapshot();
    const asked = { criteria: matchAll, order: NEWEST_FIRST, offset: 0, limit: 1_000 };
    const inSql = await sqlEngine(db, createPlaceService(db, console.error)).queryPage(asked);
    const inMemory = held && queryPage(held, asked);
    const documents = inSql.ids.map((id) => readIndexedDocument(held, id));
    const stored = await createPlainProperties(db, inSql.ids);
    told.compared += inSql.ids.length;
    if (inMemory === undefined || shownPage(inMemory) !== shownPage(inSql))
      told.mismatches.push(`other properties after: ${after}`);
    else if (JSON.stringify(documents) !== JSON.stringify(stored))
      told.mismatches.push(`other documents after: ${after}`);
  } finally {
    await making.close();
    memory.snapshot()?.close();
  }
}

class ChangingMarket {
  readonly #house: TestDatabase;
  readonly #chance: RandomSource;
  #listings: { id: string; state: ReturnType<typeof madeListing> }[] = [];
  #time = 0;

  constructor(house: TestDatabase, chance: RandomSource) {
    this.#house = house;
    this.#chance = chance;
  }

  async add(): Promise<void> {
    const state = madeListing(flat(createCity(), 1_000 + this.#time), { updatedAt: this.#now() });
    this.#listings.push({ id: await recordTogether(this.#house.db, [state], this.#now()), state });
  }

  /** One comes, goes, changes its price or is only visited. */
  async change(): Promise<void> {
    const one = this.#chance.pick(this.#listings);
    const [at, kind] = [this.#now(), this.#chance.between(0, 3)];
    const { db } = this.#house;
    if (kind < 1) return this.add();
    if (kind < 2) return recordVisits(db, [{ propertyId: one.id, listingId: one.state.id, at }]);
    one.state =
      kind < 2.8 ? revisited(one.state, at, flat(createCity(), this.#time)) : expired(one.state, at);
    await record(db, { listings: [{ state: one.state, propertyId: one.id }] }, at);
    if (one.state.expiredAt !== undefined) this.#listings = this.#listings.filter((other) => other !== one);
  }

  #now(): Date {
    this.#time += 1;
    return new Date(day(1).getTime() + this.#time * 1_000);
  }
}
