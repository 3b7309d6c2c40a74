import { readable } from '../../src/criteria/columns.ts';
import { predicateOf } from '../../src/criteria/matches.ts';
import { parseCriteria } from '../../src/criteria/parse.ts';
import type { Readable } from '../../src/criteria/readable.ts';
import type { Tree } from '../../src/criteria/tree.ts';
import type { Database } from '../../src/db/sql.ts';
import { createPlaces } from '../../src/geo/places.ts';
import { newId } from '../../src/lib/ids.ts';
import type { SearchEngine, WalkFound } from '../../src/properties/search/engine.ts';
import { SegmentBuilder } from '../../src/properties/search/memory/build-segment.ts';
import { FollowedMemory } from '../../src/properties/search/memory/followed-memory.ts';
import { Held } from '../../src/properties/search/memory/held.ts';
import { countIn, pageIn, stepIn } from '../../src/properties/search/memory/held-search.ts';
import { load } from '../../src/properties/search/memory/load.ts';
import { newsSince } from '../../src/properties/search/memory/news.ts';
import { byPlace } from '../../src/properties/search/memory/streams.ts';
import { inParts, type Telling } from '../../src/properties/search/memory/telling.ts';
import { NEWEST_FIRST, type Order } from '../../src/properties/search/order.ts';
import { sqlEngine } from '../../src/properties/search/sql-engine.ts';
import { dropSearchable, putSearchable } from '../../src/properties/search/write.ts';
import { type Chance, chanceOf } from '../../src/world/random.ts';
import { putDivisions } from './agreement.ts';
import { randomCriteria } from './random-criteria.ts';
import { lineageInStock, randomProperty } from './random-property.ts';

export interface MemoryMeasure {
  readonly seed: number;
  readonly properties: number;
  readonly trees: number;
  /** Trees between two changes of the rows. */
  readonly every: number;
}

export interface MemoryAgreement {
  readonly found: object[];
  /** Trees that memory answered itself, of all. */
  readonly answered: number;
  /** Properties found, of all questions together. */
  readonly passes: number;
}

const ORDERS: readonly Order[] = [
  NEWEST_FIRST,
  { field: 'PRICE', direction: 'ASC' },
  { field: 'AREA', direction: 'DESC' },
  { field: 'UPDATED_AT', direction: 'ASC' },
  { field: 'CREATED_AT', direction: 'DESC' },
];

/** Asks memory, a thread that follows it, SQL and the plain predicate the same random questions while rows change, are folded and read anew. */
export async function memoryDisagreements(db: Database, measure: MemoryMeasure): Promise<MemoryAgreement> {
  const market = await Market.open(db, measure);
  const found: object[] = [];
  let [answered, passes] = [0, 0];
  for (let at = 0; at < measure.trees; at += 1) {
    if (at % measure.every === measure.every - 1) await market.change(at / measure.every);
    const json = randomCriteria(market.chance);
    const parsed = parseCriteria(json);
    if ('faults' in parsed) throw new Error(JSON.stringify({ json, faults: parsed.faults }));
    const judged = await market.judge(parsed.tree);
    if (judged === undefined) continue;
    answered += 1;
    passes += judged.passes;
    if (judged.differ !== undefined) found.push({ criteria: JSON.stringify(json), ...judged.differ });
  }
  return { found, answered, passes };
}

class Market {
  readonly chance: Chance;
  readonly #db: Database;
  readonly #engine: SearchEngine;
  readonly #properties = new Map<string, Readable>();
  #held: Held;
  /** What a thread holds that is told of all this. */
  readonly #followed = new FollowedMemory();

  private constructor(db: Database, chance: Chance, held: Held) {
    this.#db = db;
    this.chance = chance;
    this.#held = held;
    this.#engine = sqlEngine(db, createPlaces(db, console.error));
  }

  static async open(db: Database, { seed, properties }: MemoryMeasure): Promise<Market> {
    await putDivisions(db);
    const market = new Market(db, chanceOf('memory agreement', seed), new Held(await load(db)));
    for (let at = 0; at < properties; at += 200) await market.#put(Math.min(200, properties - at));
    await market.#read();
    await market.#look();
    return market;
  }

  async #put(count: number, ids: readonly string[] = []): Promise<void> {
    const results = Array.from({ length: count }, (_, at) =>
      randomProperty(this.chance, ids[at] ?? newId(new Date())),
    );
    await putSearchable(this.#db, results);
    for (const result of results) this.#properties.set(result.id, readable(result, lineageInStock));
  }

  /** Some rows change, some come, some go; now and then the tail is folded or everything is read anew. */
  async change(round: number): Promise<void> {
    const ids = [...this.#properties.keys()];
    await this.#put(4, this.chance.some(ids, 3));
    const gone = this.chance.some(ids, 1);
    await dropSearchable(this.#db, gone);
    for (const id of gone) this.#properties.delete(id);
    if (round % 7 === 3) await this.#read();
    await this.#look();
    if (round % 3 === 1) this.#fold();
  }

  /** What a thread is told is copied on its way. */
  #tell(telling: Telling): void {
    for (const part of inParts(telling)) this.#followed.hear(structuredClone(part));
  }

  async #read(): Promise<void> {
    const loaded = await load(this.#db);
    this.#held = new Held(loaded);
    this.#tell({ kind: 'loaded', loaded });
  }

  async #look(): Promise<void> {
    const news = await newsSince(this.#db, this.#held);
    this.#held.hear(news);
    this.#tell({ kind: 'news', news, lookedAt: 0 });
  }

  #fold(): void {
    const rows = [...this.#held.tail.values()].sort(byPlace);
    const builder = new SegmentBuilder();
    for (const row of rows) builder.add(row);
    const [segment, moved] = [builder.finish(), this.#held.movedOf(rows)];
    this.#held.fold(segment, moved);
    this.#tell({ kind: 'folded', segment, moved, documents: '' });
  }

  async judge(criteria: Tree): Promise<{ passes: number; differ?: object } | undefined> {
    const order = this.chance.happens(0.6) ? NEWEST_FIRST : this.chance.pick(ORDERS);
    const asked = {
      criteria,
      order,
      offset: this.chance.pick([0, 0, 3]),
      limit: this.chance.pick([0, 10, 1_000]),
    };
    const inMemory = pageIn(this.#held, asked);
    if (typeof inMemory === 'string') return undefined;
    const followed = this.#followed.held();
    const inThread = followed && pageIn(followed, asked);
    const inSql = await this.#engine.page(asked);
    const holds = predicateOf(criteria);
    const judged = [...this.#properties.values()].filter(holds).length;
    const counted = countIn(this.#held, criteria);
    const walked = this.#walk(criteria);
    const sqlWalk = await this.#engine.walk({ criteria, order: NEWEST_FIRST, from: undefined, limit: 1_000 });
    const isSame =
      JSON.stringify(inMemory) === JSON.stringify(inSql) &&
      JSON.stringify(inThread) === JSON.stringify(inSql) &&
      inMemory.total === judged &&
      counted === judged &&
      (walked === undefined ||
        (walked.total === sqlWalk.total && shown(walked.places) === shown(sqlWalk.places)));
    return {
      passes: judged,
      ...(isSame ? {} : { differ: { asked, inMemory, inThread, inSql, judged, counted, walked, sqlWalk } }),
    };
  }

  /** The whole walk, three at a step. */
  #walk(criteria: Tree): WalkFound | undefined {
    const asked = { criteria, order: NEWEST_FIRST, limit: 3 };
    const first = stepIn(this.#held, { ...asked, from: undefined });
    if (typeof first === 'string') return undefined;
    const { total, asOf } = first;
    const places = [...first.places];
    for (let more = first.places.length === 3; more; ) {
      const last = places.at(-1);
      const step = stepIn(this.#held, { ...asked, from: { total, asOf, ...(last && { last }) } });
      if (typeof step === 'string') return undefined;
      places.push(...step.places);
      more = step.places.length === 3;
    }
    return { places, total, asOf };
  }
}

const shown = (places: WalkFound['places']): string => places.map(({ key, id }) => `${key} ${id}`).join();
