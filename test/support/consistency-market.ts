import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PropertyResult } from '../../src/catalogue/document.ts';
import { buildSearchRow } from '../../src/criteria/columns.ts';
import type { SearchRow } from '../../src/criteria/search-row.ts';
import { createPlaceService, type PlaceService } from '../../src/geo/place-service.ts';
import { newId } from '../../src/lib/ids.ts';
import { IndexBuilder } from '../../src/properties/search/memory/index-builder.ts';
import { IndexReplica } from '../../src/properties/search/memory/index-replica.ts';
import type { IndexSnapshot } from '../../src/properties/search/memory/index-snapshot.ts';
import { MemorySearch } from '../../src/properties/search/memory/memory-search.ts';
import {
  type ReplicationMessage,
  splitMessage,
} from '../../src/properties/search/memory/replication-message.ts';
import { deleteSearchRows, writeSearchRows } from '../../src/properties/search/write.ts';
import { createRandom, type RandomSource } from '../../src/world/random.ts';
import type { TestDatabase } from './database.ts';
import { silentLog } from './log.ts';
import { insertDivisions } from './match-mismatches.ts';
import { lineageInStock, randomProperty, stock } from './random-property.ts';
import { Tally } from './tally.ts';

const BATCH_ROWS = 200;
/** Small, so that compaction is frequent. */
const MAX_TAIL_BATCHES = 12;
/** Random properties are off the market half of the time, and memory holds only the others. */
const VISIBLE_SHARE = 0.6;

interface KnownProperty {
  readonly result: PropertyResult;
  readonly readable: SearchRow;
}

/** Random properties in the database, a memory index that follows them, and a thread that follows the index. */
export class ConsistencyMarket {
  readonly chance: RandomSource;
  readonly places: PlaceService;
  readonly properties = new Map<string, KnownProperty>();
  /** What happened so far. */
  readonly changes = new Tally();
  readonly #database: TestDatabase;
  readonly #folder: string;
  #followed = new IndexReplica();
  #builder: IndexBuilder;
  #memory: MemorySearch;
  /** Written in a transaction that is still open. */
  #lateBatches: { ids: ReadonlySet<string>; commit(): Promise<void> } | undefined;

  private constructor(database: TestDatabase, chance: RandomSource, folder: string) {
    this.#database = database;
    this.places = createPlaceService(database.db, console.error);
    this.chance = chance;
    this.#folder = folder;
    this.#builder = this.#newBuilder();
    this.#memory = this.#newMemory();
  }

  static async open(database: TestDatabase, seed: number, properties: number): Promise<ConsistencyMarket> {
    await insertDivisions(database.db);
    const folder = await mkdtemp(join(tmpdir(), 'gable-agreeing-'));
    const market = new ConsistencyMarket(database, createRandom('memory agreement', seed), folder);
    for (let at = 0; at < properties; at += BATCH_ROWS)
      await market.#put(Array.from({ length: Math.min(BATCH_ROWS, properties - at) }, () => market.#drawn()));
    await market.refresh();
    return market;
  }

  async close(): Promise<void> {
    await this.#lateBatches?.commit();
    await this.#memory.waitUntilIdle();
    await this.#builder.close();
    this.#memory.snapshot()?.close();
    this.#followed.apply({ kind: 'dropped', status: 'reading' });
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The snapshot of the index, and that of the thread. */
  holding(): { main: IndexSnapshot; thread: IndexSnapshot } {
    const [main, thread] = [this.#memory.snapshot(), this.#followed.snapshot()];
    if (main === undefined || thread === undefined) throw new Error('nothing is held');
    return { main, thread };
  }

  /** An index that is reloading may lack the last changes. */
  async refresh(): Promise<void> {
    for (let held: IndexSnapshot | undefined; held === undefined || held !== this.#memory.snapshot(); ) {
      held = this.#memory.snapshot();
      await this.#memory.refresh();
    }
  }

  /** The next state: properties are added, changed, removed, merged and split; the index is compacted, reloaded and restarted. */
  async change(round: number): Promise<void> {
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['new', () => this.#put([this.#drawn(), this.#drawn()])],
      ['price', () => this.#revise((result) => priced(result, this.chance))],
      ['other facts', () => this.#revise(({ id }) => this.#drawn(id))],
      ['expired', () => this.#revise((result) => withExpired(result, true))],
      ['on the market again', () => this.#revise((result) => withExpired(result, false))],
      ['gone', () => this.#drop(this.#some(1))],
      ['merged', () => this.#merge()],
      ['split', () => this.#split()],
    ];
    for (const [what, step] of this.chance.some(steps, 4)) {
      this.changes.count(what);
      await step();
    }
    await this.#writeLate(round);
    if (round % 15 === 7) this.#reload();
    if (round % 40 === 20) await this.#restart();
    await this.refresh();
    // Every other time it continues while queries run.
    if (round % 2 === 0) await this.#memory.waitUntilIdle();
  }

  #drawn(id: string = newId(new Date())): PropertyResult {
    const result = randomProperty(this.chance, id);
    if (!this.chance.happens(VISIBLE_SHARE)) return result;
    const listings = result.listings.map((listing) => ({ ...listing, priceCoherent: true }));
    return { ...withExpired(result, false), listings };
  }

  async #put(results: readonly PropertyResult[]): Promise<void> {
    await writeSearchRows(this.#database.db, results);
    this.#register(results);
  }

  #register(results: readonly PropertyResult[]): void {
    for (const result of results)
      this.properties.set(result.id, { result, readable: buildSearchRow(result, lineageInStock) });
  }

  /** Without those that another transaction locks. */
  #some(count: number): PropertyResult[] {
    const free = [...this.properties.values()].filter(
      ({ result }) => this.#lateBatches?.ids.has(result.id) !== true,
    );
    return this.chance.some(free, count).map(({ result }) => result);
  }

  #revise = (revised: (result: PropertyResult) => PropertyResult): Promise<void> =>
    this.#put(this.#some(this.chance.whole(1, 4)).map(revised));

  async #drop(results: readonly PropertyResult[]): Promise<void> {
    const ids = results.map(({ id }) => id);
    await deleteSearchRows(this.#database.db, ids);
    for (const id of ids) this.properties.delete(id);
  }

  async #merge(): Promise<void> {
    const [kept, gone] = this.#some(2);
    if (kept === undefined || gone === undefined) return;
    const listings = [...kept.listings, ...gone.listings];
    await this.#database.db.transaction(async (tx) => {
      await writeSearchRows(tx, [{ ...kept, listings }]);
      await deleteSearchRows(tx, [gone.id]);
    });
    this.#register([{ ...kept, listings }]);
    this.properties.delete(gone.id);
  }

  async #split(): Promise<void> {
    const [one] = this.#some(1);
    if (one === undefined) return;
    const [first, ...rest] = one.listings;
    const apart = { ...one, id: newId(new Date()), listings: first === undefined ? [] : [first] };
    await this.#put([{ ...one, listings: rest }, apart]);
  }

  /** Started before the others of this round and committed after those of a later one. */
  async #writeLate(round: number): Promise<void> {
    if (round % 5 === 2) {
      this.changes.count('committed late');
      await this.#lateBatches?.commit();
      return;
    }
    if (round % 5 !== 0 || this.#lateBatches !== undefined) return;
    const results = [...this.#some(1).map(({ id }) => this.#drawn(id)), this.#drawn()];
    const [written, wanted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const over = this.#database.db.transaction(async (tx) => {
      await tx.rows({ text: 'set local idle_in_transaction_session_timeout = 0', values: [] });
      await writeSearchRows(tx, results);
      written.resolve();
      await wanted.promise;
    });
    over.catch(written.reject);
    await written.promise;
    const commit = async (): Promise<void> => {
      this.#lateBatches = undefined;
      wanted.resolve();
      await over;
      this.#register(results);
    };
    this.#lateBatches = { ids: new Set(results.map(({ id }) => id)), commit };
  }

  #reload(): void {
    this.changes.count('reloaded');
    this.#memory.reportDamage(this.#memory.snapshot()?.readAt ?? 0);
  }

  /** From the snapshot, as a process does. */
  async #restart(): Promise<void> {
    this.changes.count('started from the snapshot');
    await this.#memory.waitUntilIdle();
    await this.#builder.close();
    this.#memory.snapshot()?.close();
    this.#followed.apply({ kind: 'dropped', status: 'reading' });
    this.#followed = new IndexReplica();
    this.#builder = this.#newBuilder();
    this.#memory = this.#newMemory();
  }

  #newBuilder = (): IndexBuilder =>
    new IndexBuilder({ connection: this.#database.connection, file: join(this.#folder, 'properties') });

  #newMemory(): MemorySearch {
    const followed = this.#followed;
    // Messages to a thread are copied on their way.
    const send = async (message: ReplicationMessage): Promise<void> => {
      if (message.kind === 'tail-flushed' || message.kind === 'loaded') this.changes.count(message.kind);
      for (const part of splitMessage(message)) followed.apply(structuredClone(part));
    };
    const { db } = this.#database;
    const parts = { db, log: silentLog, builder: this.#builder, maxBytes: Infinity };
    return new MemorySearch({ ...parts, maxTailRows: MAX_TAIL_BATCHES, send });
  }
}

const withExpired = (result: PropertyResult, expired: boolean): PropertyResult => ({
  ...result,
  property: { ...result.property, expired },
});

const priced = (result: PropertyResult, chance: RandomSource): PropertyResult => ({
  ...result,
  property: {
    ...result.property,
    updatedAt: chance.pick(stock.moments),
    pricing: { ...result.property.pricing, displayed: chance.pick(stock.numbers) },
  },
});
