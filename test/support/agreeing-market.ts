import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PropertyResult } from '../../src/catalogue/document.ts';
import { readable } from '../../src/criteria/columns.ts';
import type { Readable } from '../../src/criteria/readable.ts';
import { newId } from '../../src/lib/ids.ts';
import { FollowedMemory } from '../../src/properties/search/memory/followed-memory.ts';
import type { Held } from '../../src/properties/search/memory/held.ts';
import { Making } from '../../src/properties/search/memory/making.ts';
import { MemorySearch } from '../../src/properties/search/memory/memory-search.ts';
import { inParts, type Telling } from '../../src/properties/search/memory/telling.ts';
import { dropSearchable, putSearchable } from '../../src/properties/search/write.ts';
import { type Chance, chanceOf } from '../../src/world/random.ts';
import { putDivisions } from './agreement.ts';
import type { TestDatabase } from './database.ts';
import { silentLog } from './log.ts';
import { lineageInStock, randomProperty, stock } from './random-property.ts';
import { Tally } from './tally.ts';

const PUT_AT_ONCE = 200;
/** So that folds come often. */
const MAX_TAIL_BATCHES = 12;
/** Random properties are off the market half of the time, and memory knows only of the others. */
const SHOWN_SHARE = 0.6;

interface Known {
  readonly result: PropertyResult;
  readonly readable: Readable;
}

/** Random properties in the store, memory that follows them, and a thread that follows memory. */
export class AgreeingMarket {
  readonly chance: Chance;
  readonly properties = new Map<string, Known>();
  /** What happened so far. */
  readonly changes = new Tally();
  readonly #house: TestDatabase;
  readonly #folder: string;
  #followed = new FollowedMemory();
  #making: Making;
  #memory: MemorySearch;
  /** Written in a transaction that is still open. */
  #late: { ids: ReadonlySet<string>; commit(): Promise<void> } | undefined;

  private constructor(house: TestDatabase, chance: Chance, folder: string) {
    this.#house = house;
    this.chance = chance;
    this.#folder = folder;
    this.#making = this.#newMaking();
    this.#memory = this.#newMemory();
  }

  static async open(house: TestDatabase, seed: number, properties: number): Promise<AgreeingMarket> {
    await putDivisions(house.db);
    const folder = await mkdtemp(join(tmpdir(), 'gable-agreeing-'));
    const market = new AgreeingMarket(house, chanceOf('memory agreement', seed), folder);
    for (let at = 0; at < properties; at += PUT_AT_ONCE)
      await market.#put(
        Array.from({ length: Math.min(PUT_AT_ONCE, properties - at) }, () => market.#drawn()),
      );
    await market.look();
    return market;
  }

  async close(): Promise<void> {
    await this.#late?.commit();
    await this.#memory.settled();
    await this.#making.close();
    this.#memory.held()?.close();
    this.#followed.hear({ kind: 'nothing', status: 'reading' });
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** What memory holds, and what the thread holds. */
  holding(): { keeper: Held; thread: Held } {
    const [keeper, thread] = [this.#memory.held(), this.#followed.held()];
    if (keeper === undefined || thread === undefined) throw new Error('nothing is held');
    return { keeper, thread };
  }

  /** What is read anew meanwhile may not have the last changes yet. */
  async look(): Promise<void> {
    for (let held: Held | undefined; held === undefined || held !== this.#memory.held(); ) {
      held = this.#memory.held();
      await this.#memory.look();
    }
  }

  /** The next state: properties come, change, go, are merged and split; memory is folded, read anew and started again. */
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
      this.changes.note(what);
      await step();
    }
    await this.#putLate(round);
    if (round % 15 === 7) this.#readAnew();
    if (round % 40 === 20) await this.#restart();
    await this.look();
    // Every other time it goes on while questions are asked.
    if (round % 2 === 0) await this.#memory.settled();
  }

  #drawn(id: string = newId(new Date())): PropertyResult {
    const result = randomProperty(this.chance, id);
    if (!this.chance.happens(SHOWN_SHARE)) return result;
    const listings = result.listings.map((listing) => ({ ...listing, priceCoherent: true }));
    return { ...withExpired(result, false), listings };
  }

  async #put(results: readonly PropertyResult[]): Promise<void> {
    await putSearchable(this.#house.db, results);
    this.#know(results);
  }

  #know(results: readonly PropertyResult[]): void {
    for (const result of results)
      this.properties.set(result.id, { result, readable: readable(result, lineageInStock) });
  }

  /** Not those that another transaction has under its hands. */
  #some(count: number): PropertyResult[] {
    const free = [...this.properties.values()].filter(
      ({ result }) => this.#late?.ids.has(result.id) !== true,
    );
    return this.chance.some(free, count).map(({ result }) => result);
  }

  #revise = (revised: (result: PropertyResult) => PropertyResult): Promise<void> =>
    this.#put(this.#some(this.chance.whole(1, 4)).map(revised));

  async #drop(results: readonly PropertyResult[]): Promise<void> {
    const ids = results.map(({ id }) => id);
    await dropSearchable(this.#house.db, ids);
    for (const id of ids) this.properties.delete(id);
  }

  async #merge(): Promise<void> {
    const [kept, gone] = this.#some(2);
    if (kept === undefined || gone === undefined) return;
    const listings = [...kept.listings, ...gone.listings];
    await this.#house.db.transaction(async (tx) => {
      await putSearchable(tx, [{ ...kept, listings }]);
      await dropSearchable(tx, [gone.id]);
    });
    this.#know([{ ...kept, listings }]);
    this.properties.delete(gone.id);
  }

  async #split(): Promise<void> {
    const [one] = this.#some(1);
    if (one === undefined) return;
    const [first, ...rest] = one.listings;
    const apart = { ...one, id: newId(new Date()), listings: first === undefined ? [] : [first] };
    await this.#put([{ ...one, listings: rest }, apart]);
  }

  /** Begun before the others of this round and committed after those of a later one. */
  async #putLate(round: number): Promise<void> {
    if (round % 5 === 2) {
      this.changes.note('committed late');
      await this.#late?.commit();
      return;
    }
    if (round % 5 !== 0 || this.#late !== undefined) return;
    const results = [...this.#some(1).map(({ id }) => this.#drawn(id)), this.#drawn()];
    const [written, wanted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const over = this.#house.db.transaction(async (tx) => {
      await tx.rows({ text: 'set local idle_in_transaction_session_timeout = 0', values: [] });
      await putSearchable(tx, results);
      written.resolve();
      await wanted.promise;
    });
    over.catch(written.reject);
    await written.promise;
    const commit = async (): Promise<void> => {
      this.#late = undefined;
      wanted.resolve();
      await over;
      this.#know(results);
    };
    this.#late = { ids: new Set(results.map(({ id }) => id)), commit };
  }

  #readAnew(): void {
    this.changes.note('read anew');
    this.#memory.hearOfDamage(this.#memory.held()?.readAt ?? 0);
  }

  /** From the snapshot, as a process does. */
  async #restart(): Promise<void> {
    this.changes.note('started from the snapshot');
    await this.#memory.settled();
    await this.#making.close();
    this.#memory.held()?.close();
    this.#followed.hear({ kind: 'nothing', status: 'reading' });
    this.#followed = new FollowedMemory();
    this.#making = this.#newMaking();
    this.#memory = this.#newMemory();
  }

  #newMaking = (): Making =>
    new Making({ connection: this.#house.connection, file: join(this.#folder, 'properties') });

  #newMemory(): MemorySearch {
    const followed = this.#followed;
    // What a thread is told is copied on its way.
    const tell = async (telling: Telling): Promise<void> => {
      if (telling.kind === 'folded' || telling.kind === 'loaded') this.changes.note(telling.kind);
      for (const part of inParts(telling)) followed.hear(structuredClone(part));
    };
    const { db } = this.#house;
    const parts = { db, log: silentLog, making: this.#making, mostBytes: Infinity };
    return new MemorySearch({ ...parts, longestTail: MAX_TAIL_BATCHES, tell });
  }
}

const withExpired = (result: PropertyResult, expired: boolean): PropertyResult => ({
  ...result,
  property: { ...result.property, expired },
});

const priced = (result: PropertyResult, chance: Chance): PropertyResult => ({
  ...result,
  property: {
    ...result.property,
    updatedAt: chance.pick(stock.moments),
    pricing: { ...result.property.pricing, displayed: chance.pick(stock.numbers) },
  },
});
