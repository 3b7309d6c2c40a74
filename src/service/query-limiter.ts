import { availableParallelism } from 'node:os';
import { Counter, Gauge, type Registry } from 'prom-client';
import { isStatementTimeout } from '../db/unavailable.ts';
import type { Clock } from '../lib/clock.ts';
import { isOverload } from '../warehouse/engine.ts';
import { Problem } from './problem.ts';

/** A query that runs longer is heavy. Ordinary ones end far earlier, on a busy machine too. */
const HEAVY_AFTER_MS = 1_500;
/** A process has 10 database sessions by default: other accounts always find one. */
const MAX_QUERIES_PER_ACCOUNT = 6;
/** While one query of the account is heavy. */
const MAX_QUERIES_BESIDE_HEAVY = 2;
const MAX_HEAVY_QUERIES = 4;
const SUSPECT_MS = 10_000;
const MAX_WAIT_MS = 4_000;
const RECHECK_MS = 250;
const RETRY_SECONDS = 2;

/**
 * Heavy queries of all accounts at once; above this, accounts with recent ones are refused. A query takes one core of the database,
 * which often shares this machine: the ordinary ones then get at least a third of two cores.
 */
export const maxHeavyQueries = (cores: number): number => Math.min(MAX_HEAVY_QUERIES, Math.max(1, cores));

/** The outcome label of the metric. */
type QueryRefusal = 'too_heavy' | 'refused_account' | 'refused_process';

/**
 * Bounds the concurrent queries of customers, so that heavy queries of one account leave sessions and CPU to
 * the others. A query counts as heavy once it has run for some time: its cost is not known before.
 */
export class QueryLimiter {
  readonly #clock: Clock;
  readonly #maxHeavy: number;
  readonly #outcomes: Counter<'outcome'>;
  /** Start times of running queries by account, oldest first. */
  readonly #running = new Map<string, number[]>();
  /** Until when an account counts as one with heavy queries. */
  readonly #suspects = new Map<string, number>();
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock, registry: Registry, maxHeavy = maxHeavyQueries(availableParallelism())) {
    this.#clock = clock;
    this.#maxHeavy = maxHeavy;
    this.#outcomes = new Counter({
      name: 'gable_heavy_queries_total',
      help: 'Queries that ran out of time (too_heavy), or were refused beside heavy ones of the account or of the process.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    const countHeavy = () => this.#countHeavy();
    new Gauge({
      name: 'gable_heavy_queries_running',
      help: `Queries that have run for more than ${HEAVY_AFTER_MS} ms.`,
      registers: [registry],
      collect() {
        this.set(countHeavy());
      },
    });
  }

  async run<Result>(accountId: string, query: () => Promise<Result>): Promise<Result> {
    if (!this.#isFree(accountId)) await this.#waitForSlot(accountId);
    const begun = this.#clock.monotonicMs();
    const own = this.#running.get(accountId);
    if (own === undefined) this.#running.set(accountId, [begun]);
    else own.push(begun);
    try {
      return await query();
    } catch (error) {
      if (!isStatementTimeout(error) && !isOverload(error)) throw error;
      throw this.#countRefusal('too_heavy', tooHeavy());
    } finally {
      this.#end(accountId, begun);
    }
  }

  #end(accountId: string, begun: number): void {
    const now = this.#clock.monotonicMs();
    if (now - begun > HEAVY_AFTER_MS) this.#suspects.set(accountId, now + SUSPECT_MS);
    const own = this.#running.get(accountId);
    own?.splice(own.indexOf(begun), 1);
    if (own?.length === 0) this.#running.delete(accountId);
    for (const look of this.#waiting) look();
  }

  /** Waits for a query of the account to end, unless one of them is heavy. */
  async #waitForSlot(accountId: string): Promise<void> {
    const until = this.#clock.monotonicMs() + MAX_WAIT_MS;
    while (!this.#isFree(accountId)) {
      if (this.#isHeavy(accountId) || this.#clock.monotonicMs() > until)
        throw this.#countRefusal('refused_account', this.#tooManyOfAccount());
      if (this.#isCrowded(accountId)) throw this.#refuseBesideOthers(accountId);
      await this.#waitForEnd();
    }
  }

  /** An account that crowds the process by itself must wait for its own queries. */
  #refuseBesideOthers(accountId: string): Problem {
    const running = this.#running.get(accountId)?.length ?? 0;
    return running >= MAX_QUERIES_BESIDE_HEAVY
      ? this.#countRefusal('refused_account', this.#tooManyOfAccount())
      : this.#countRefusal('refused_process', tooManyInAll());
  }

  #isFree(accountId: string): boolean {
    const running = this.#running.get(accountId)?.length ?? 0;
    if (running >= (this.#isHeavy(accountId) ? MAX_QUERIES_BESIDE_HEAVY : MAX_QUERIES_PER_ACCOUNT))
      return false;
    return !this.#isCrowded(accountId);
  }

  #isHeavy(accountId: string): boolean {
    const [oldest] = this.#running.get(accountId) ?? [];
    return oldest !== undefined && this.#clock.monotonicMs() - oldest > HEAVY_AFTER_MS;
  }

  #isCrowded(accountId: string): boolean {
    const until = this.#suspects.get(accountId);
    if (until === undefined) return false;
    if (until > this.#clock.monotonicMs()) return this.#countHeavy() + this.#countSuspect() >= this.#maxHeavy;
    this.#suspects.delete(accountId);
    return false;
  }

  #countHeavy(): number {
    const heavyBefore = this.#clock.monotonicMs() - HEAVY_AFTER_MS;
    let heavy = 0;
    for (const begun of this.#running.values()) heavy += begun.filter((at) => at < heavyBefore).length;
    return heavy;
  }

  /**
   * Young queries of accounts with recent heavy ones. They count from their start: a flood of thirty that all began in the same second
   * took every database session, before one of them had run for long.
   */
  #countSuspect(): number {
    const now = this.#clock.monotonicMs();
    let young = 0;
    for (const [accountId, until] of this.#suspects) {
      if (until <= now) this.#suspects.delete(accountId);
      else
        young += (this.#running.get(accountId) ?? []).filter((begun) => begun >= now - HEAVY_AFTER_MS).length;
    }
    return young;
  }

  #waitForEnd(): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      const timer = setTimeout(look, RECHECK_MS);
      this.#waiting.add(look);
    });
  }

  #countRefusal(outcome: QueryRefusal, problem: Problem): Problem {
    this.#outcomes.inc({ outcome });
    return problem;
  }

  #tooManyOfAccount(): Problem {
    const retryAt = Math.ceil(this.#clock.now().getTime() / 1_000) + RETRY_SECONDS;
    return new Problem(
      'too-many-requests',
      `Queries of this account take long: at most ${MAX_QUERIES_BESIDE_HEAVY} run beside a heavy one. Wait for them, or narrow them.`,
      { headers: { 'retry-after': String(RETRY_SECONDS), 'x-ratelimit-retry-after': String(retryAt) } },
    );
  }
}

const tooHeavy = (): Problem =>
  new Problem(
    'query-too-heavy',
    'The query was ended: it takes too long. Narrow it by a smaller place, a shape with fewer corners, a shorter time or fewer groups, and leave out what left the market.',
  );

const tooManyInAll = (): Problem =>
  new Problem('unavailable', 'Too many heavy queries run just now.', {
    headers: { 'retry-after': String(RETRY_SECONDS) },
  });
