import { compilePredicate } from '../../src/criteria/matches.ts';
import type { Tree } from '../../src/criteria/tree.ts';
import type { CursorPosition } from '../../src/properties/search/cursor.ts';
import type { CursorHits, SearchEngine } from '../../src/properties/search/engine.ts';
import { queryCursor } from '../../src/properties/search/memory/query.ts';
import { NEWEST_FIRST } from '../../src/properties/search/order.ts';
import type { ConsistencyMarket } from './consistency-market.ts';
import { randomTree } from './consistency-questions.ts';
import type { ProcessMemory } from './process-memory.ts';
import { Tally } from './tally.ts';

/** So that some walks are over soon and others go on through many states. */
const LIMITS = [1, 2, 3, 5, 20, 60];
const READERS = ['keeper', 'thread', 'process'] as const;
type CursorReader = (typeof READERS)[number];

interface CursorScan {
  readonly json: object;
  readonly tree: Tree;
  readonly shown: Set<string>;
  position?: CursorPosition;
  /** Who took the last step, and when what it held had been read. */
  last?: { by: CursorReader | 'SQL'; readAt: number };
}

/** Walks by cursor that go on while properties change, each step by another of those who hold them, held against SQL's step from the same place. */
export class CursorConsistency {
  readonly steps = new Tally();
  readonly mismatches: object[] = [];
  readonly #market: ConsistencyMarket;
  readonly #sql: SearchEngine;
  readonly #other: ProcessMemory;
  #scans: CursorScan[] = [];

  constructor(market: ConsistencyMarket, sql: SearchEngine, other: ProcessMemory) {
    this.#market = market;
    this.#sql = sql;
    this.#other = other;
  }

  /** One step of each of so many walks; those that are over make room for others. */
  async step(count: number): Promise<void> {
    while (this.#scans.length < count)
      this.#scans.push({ ...randomTree(this.#market.chance), shown: new Set() });
    const left: CursorScan[] = [];
    for (const walk of this.#scans) if (await this.#advance(walk)) left.push(walk);
    this.#scans = left;
  }

  /** False when it is over. */
  async #advance(walk: CursorScan): Promise<boolean> {
    const { chance } = this.#market;
    const [by, limit] = [chance.pick(READERS), chance.pick(LIMITS)];
    const from = walk.position;
    const told = await this.#read(by, walk, limit);
    if (typeof told === 'string' && from === undefined) return false;
    const asked = { criteria: walk.tree, order: NEWEST_FIRST, limit };
    // SQL would begin at a moment of its own: it is asked from where the walk began.
    const begun = typeof told === 'string' ? from : { asOf: told.asOf, total: told.total };
    const inSql = await this.#sql.queryCursor({ ...asked, from: from ?? begun });
    const step = typeof told === 'string' ? inSql : told;
    this.#recordStep(walk, typeof told === 'string' ? 'SQL' : by, told);
    this.#compare(walk, { by, step, inSql });
    const last = step.positions.at(-1);
    for (const { id } of step.positions) walk.shown.add(id);
    walk.position = { asOf: step.asOf, total: step.total, ...(last && { last }) };
    if (step.positions.length === limit) return true;
    this.steps.count('walks to their end');
    return false;
  }

  async #read(
    by: CursorReader,
    { json, tree, position }: CursorScan,
    limit: number,
  ): Promise<CursorHits | string> {
    if (by === 'process') return this.#other.step({ json, from: position, limit });
    const held = this.#market.holding()[by];
    return queryCursor(held, { criteria: tree, order: NEWEST_FIRST, limit, from: position });
  }

  #recordStep(walk: CursorScan, by: CursorReader | 'SQL', told: CursorHits | string): void {
    const readAt = this.#market.holding().keeper.readAt;
    this.steps.count(typeof told === 'string' ? `left to SQL: ${told}` : `steps by ${by}`);
    if (walk.last !== undefined && walk.last.by !== by) this.steps.count('steps by another than the last');
    if (walk.last !== undefined && walk.last.readAt !== readAt) this.steps.count('steps across a rebuild');
    walk.last = { by, readAt };
  }

  #compare(
    walk: CursorScan,
    { by, step, inSql }: { by: CursorReader; step: CursorHits; inSql: CursorHits },
  ): void {
    const shown = ({ positions }: CursorHits): string =>
      positions.map(({ key, id }) => `${key} ${id}`).join();
    const faults = [
      ...(shown(step) === shown(inSql) && step.total === inSql.total ? [] : ['other places']),
      ...(step.positions.some(({ id }) => walk.shown.has(id)) ? ['one twice'] : []),
      ...(walk.position === undefined && step.total !== this.#counted(walk.tree) ? ['another total'] : []),
    ];
    if (faults.length > 0)
      this.mismatches.push({
        faults,
        by,
        criteria: JSON.stringify(walk.json),
        from: walk.position,
        step,
        inSql,
      });
  }

  #counted(tree: Tree): number {
    const holds = compilePredicate(tree);
    return [...this.#market.properties.values()].filter(({ readable }) => holds(readable)).length;
  }
}
