import { compilePredicate } from '../../src/criteria/matches.ts';
import type { Tree } from '../../src/criteria/tree.ts';
import type { CursorPosition } from '../../src/properties/search/cursor.ts';
import { askByCodes } from '../../src/properties/search/division-ids.ts';
import type { CursorHits, SearchEngine } from '../../src/properties/search/engine.ts';
import { queryCursor } from '../../src/properties/search/memory/query-cursor.ts';
import { NEWEST_FIRST, type SortOrder } from '../../src/properties/search/order.ts';
import type { ConsistencyMarket } from './consistency-market.ts';
import { randomOrder, randomTree } from './consistency-questions.ts';
import type { ProcessMemory } from './process-memory.ts';
import { Tally } from './tally.ts';

/** Some scans end soon, others continue through many states. */
const LIMITS = [1, 2, 3, 5, 20, 60];
const READERS = ['main', 'thread', 'process'] as const;
type CursorReader = (typeof READERS)[number];

interface CursorScan {
  readonly json: object;
  readonly tree: Tree;
  readonly order: SortOrder;
  readonly shown: Set<string>;
  position?: CursorPosition;
  /** The engine of the last step, and when its snapshot was loaded. */
  last?: { by: CursorReader | 'SQL'; readAt: number };
}

/** Cursor scans that continue while properties change. Each step uses another engine and is compared with SQL's step from the same position. */
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

  /** One step of each scan; a new scan replaces one that ended. */
  async step(count: number): Promise<void> {
    while (this.#scans.length < count)
      this.#scans.push({
        ...randomTree(this.#market.chance),
        order: this.#market.chance.happens(0.5) ? NEWEST_FIRST : randomOrder(this.#market.chance),
        shown: new Set(),
      });
    const left: CursorScan[] = [];
    for (const scan of this.#scans) if (await this.#advance(scan)) left.push(scan);
    this.#scans = left;
  }

  /** False when the scan has ended. */
  async #advance(scan: CursorScan): Promise<boolean> {
    const { chance } = this.#market;
    const [by, limit] = [chance.pick(READERS), chance.pick(LIMITS)];
    const from = scan.position;
    const outcome = await this.#read(by, scan, limit);
    if (typeof outcome === 'string' && from === undefined) return false;
    const query = { criteria: scan.tree, order: scan.order, limit };
    // SQL would start at its own snapshot time: it gets that of the scan.
    const begun = typeof outcome === 'string' ? from : { asOf: outcome.asOf, total: outcome.total };
    const inSql = await this.#sql.queryCursor({ ...query, from: from ?? begun });
    const step = typeof outcome === 'string' ? inSql : outcome;
    this.#recordStep(scan, typeof outcome === 'string' ? 'SQL' : by, outcome);
    this.#compare(scan, { by, step, inSql });
    const last = step.positions.at(-1);
    for (const { id } of step.positions) scan.shown.add(id);
    scan.position = { asOf: step.asOf, total: step.total, ...(last && { last }) };
    if (step.positions.length === limit) return true;
    this.steps.count('scans to their end');
    return false;
  }

  async #read(
    by: CursorReader,
    { json, tree, order, position }: CursorScan,
    limit: number,
  ): Promise<CursorHits | string> {
    if (by === 'process') return this.#other.step({ json, order, from: position, limit });
    const criteria = await askByCodes(tree, this.#market.places);
    return queryCursor(this.#market.holding()[by], { criteria, order, limit, from: position });
  }

  #recordStep(scan: CursorScan, by: CursorReader | 'SQL', outcome: CursorHits | string): void {
    const readAt = this.#market.holding().main.readAt;
    this.steps.count(typeof outcome === 'string' ? `left to SQL: ${outcome}` : `steps by ${by}`);
    if (scan.last !== undefined && scan.last.by !== by) this.steps.count('steps by another than the last');
    if (scan.last !== undefined && scan.last.readAt !== readAt) this.steps.count('steps across a rebuild');
    scan.last = { by, readAt };
  }

  #compare(
    scan: CursorScan,
    { by, step, inSql }: { by: CursorReader; step: CursorHits; inSql: CursorHits },
  ): void {
    const shown = ({ positions }: CursorHits): string =>
      positions.map(({ key, id }) => `${key} ${id}`).join();
    const faults = [
      ...(shown(step) === shown(inSql) && step.total === inSql.total ? [] : ['other places']),
      ...(step.positions.some(({ id }) => scan.shown.has(id)) ? ['one twice'] : []),
      ...(scan.position === undefined && step.total !== this.#counted(scan.tree) ? ['another total'] : []),
    ];
    if (faults.length > 0)
      this.mismatches.push({
        faults,
        by,
        criteria: JSON.stringify(scan.json),
        order: scan.order,
        from: scan.position,
        step,
        inSql,
      });
  }

  #counted(tree: Tree): number {
    const holds = compilePredicate(tree);
    return [...this.#market.properties.values()].filter(({ readable }) => holds(readable)).length;
  }
}
