import { predicateOf } from '../../src/criteria/matches.ts';
import type { Tree } from '../../src/criteria/tree.ts';
import type { WalkPosition } from '../../src/properties/search/cursor.ts';
import type { SearchEngine, WalkFound } from '../../src/properties/search/engine.ts';
import { stepIn } from '../../src/properties/search/memory/held-search.ts';
import { NEWEST_FIRST } from '../../src/properties/search/order.ts';
import type { AgreeingMarket } from './agreeing-market.ts';
import { randomTree } from './agreeing-questions.ts';
import type { OtherMemory } from './other-memory.ts';
import { Tally } from './tally.ts';

/** So that some walks are over soon and others go on through many states. */
const LIMITS = [1, 2, 3, 5, 20, 60];
const WALKERS = ['keeper', 'thread', 'process'] as const;
type Walker = (typeof WALKERS)[number];

interface Walk {
  readonly json: object;
  readonly tree: Tree;
  readonly shown: Set<string>;
  position?: WalkPosition;
  /** Who took the last step, and when what it held had been read. */
  last?: { by: Walker | 'SQL'; readAt: number };
}

/** Walks by cursor that go on while properties change, each step by another of those who hold them, held against SQL's step from the same place. */
export class AgreeingWalks {
  readonly steps = new Tally();
  readonly found: object[] = [];
  readonly #market: AgreeingMarket;
  readonly #sql: SearchEngine;
  readonly #other: OtherMemory;
  #walks: Walk[] = [];

  constructor(market: AgreeingMarket, sql: SearchEngine, other: OtherMemory) {
    this.#market = market;
    this.#sql = sql;
    this.#other = other;
  }

  /** One step of each of so many walks; those that are over make room for others. */
  async step(count: number): Promise<void> {
    while (this.#walks.length < count)
      this.#walks.push({ ...randomTree(this.#market.chance), shown: new Set() });
    const left: Walk[] = [];
    for (const walk of this.#walks) if (await this.#stepOf(walk)) left.push(walk);
    this.#walks = left;
  }

  /** False when it is over. */
  async #stepOf(walk: Walk): Promise<boolean> {
    const { chance } = this.#market;
    const [by, limit] = [chance.pick(WALKERS), chance.pick(LIMITS)];
    const from = walk.position;
    const told = await this.#told(by, walk, limit);
    if (typeof told === 'string' && from === undefined) return false;
    const asked = { criteria: walk.tree, order: NEWEST_FIRST, limit };
    // SQL would begin at a moment of its own: it is asked from where the walk began.
    const begun = typeof told === 'string' ? from : { asOf: told.asOf, total: told.total };
    const inSql = await this.#sql.walk({ ...asked, from: from ?? begun });
    const step = typeof told === 'string' ? inSql : told;
    this.#note(walk, typeof told === 'string' ? 'SQL' : by, told);
    this.#judge(walk, { by, step, inSql });
    const last = step.places.at(-1);
    for (const { id } of step.places) walk.shown.add(id);
    walk.position = { asOf: step.asOf, total: step.total, ...(last && { last }) };
    if (step.places.length === limit) return true;
    this.steps.note('walks to their end');
    return false;
  }

  async #told(by: Walker, { json, tree, position }: Walk, limit: number): Promise<WalkFound | string> {
    if (by === 'process') return this.#other.step({ json, from: position, limit });
    const held = this.#market.holding()[by];
    return stepIn(held, { criteria: tree, order: NEWEST_FIRST, limit, from: position });
  }

  #note(walk: Walk, by: Walker | 'SQL', told: WalkFound | string): void {
    const readAt = this.#market.holding().keeper.readAt;
    this.steps.note(typeof told === 'string' ? `left to SQL: ${told}` : `steps by ${by}`);
    if (walk.last !== undefined && walk.last.by !== by) this.steps.note('steps by another than the last');
    if (walk.last !== undefined && walk.last.readAt !== readAt) this.steps.note('steps across a rebuild');
    walk.last = { by, readAt };
  }

  #judge(walk: Walk, { by, step, inSql }: { by: Walker; step: WalkFound; inSql: WalkFound }): void {
    const shown = ({ places }: WalkFound): string => places.map(({ key, id }) => `${key} ${id}`).join();
    const faults = [
      ...(shown(step) === shown(inSql) && step.total === inSql.total ? [] : ['other places']),
      ...(step.places.some(({ id }) => walk.shown.has(id)) ? ['one twice'] : []),
      ...(walk.position === undefined && step.total !== this.#counted(walk.tree) ? ['another total'] : []),
    ];
    if (faults.length > 0)
      this.found.push({ faults, by, criteria: JSON.stringify(walk.json), from: walk.position, step, inSql });
  }

  #counted(tree: Tree): number {
    const holds = predicateOf(tree);
    return [...this.#market.properties.values()].filter(({ readable }) => holds(readable)).length;
  }
}
