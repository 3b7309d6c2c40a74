import type { SearchRow } from '../search-row.ts';
import { type AlertKey, uuidWords } from './alert-columns.ts';
import { BaseBuilder, type BaseSegment } from './base-segment.ts';
import { DeltaSegment } from './delta-segment.ts';
import { listKey } from './index-keys.ts';
import { buildIndexedState, type IndexedState } from './indexed-state.ts';
import {
  AFTER,
  BEFORE,
  type IndexedAlert,
  KeyNumbers,
  type SegmentMembers,
  type StatePair,
} from './segment-members.ts';

/** An alert whose tree holds before the change, after it, or both. */
export interface AlertMatch {
  readonly alertId: string;
  readonly accountId: string;
  readonly version: number;
  readonly before: boolean;
  readonly after: boolean;
}

/** Changes that a delta takes before it is worth folding into the base. */
const MIN_FOLD_CHANGES = 5_000;
const FOLD_SLICE_BRANCHES = 2_000;

export interface BulkLoad {
  add(alert: IndexedAlert): void;
  seal(): Generator<void>;
}

type Change = { readonly put: IndexedAlert } | { readonly gone: string };

interface SegmentMatches {
  readonly members: SegmentMembers;
  readonly numbers: readonly number[];
  readonly sides: readonly number[];
}

/** Which numbers were met, segment by segment; turned into alerts when asked. */
export class MatchSet {
  readonly #parts: readonly SegmentMatches[];

  constructor(parts: readonly SegmentMatches[]) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#parts.reduce((sum, { numbers }) => sum + numbers.length, 0);
  }

  /** How many of each account, without making an object of any alert: one account may have ten thousand. */
  countByAccount(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { members, numbers } of this.#parts) {
      const { accounts, accountIds } = members.alerts;
      const own = new Uint32Array(accountIds.length);
      for (const number of numbers) {
        const account = accounts[number] as number;
        own[account] = (own[account] as number) + 1;
      }
      for (const [account, count] of own.entries()) {
        const id = accountIds[account] as string;
        if (count > 0) counts.set(id, (counts.get(id) ?? 0) + count);
      }
    }
    return counts;
  }

  /** Those with one of the rules given for their sides: `rulesBySides[BEFORE | AFTER]`. Asked before any alert changes. */
  withRules(rulesBySides: readonly number[]): MatchSet {
    return this.#filter(
      ({ members }, number, sides) =>
        ((members.alerts.rules[number] as number) & (rulesBySides[sides] ?? 0)) !== 0,
    );
  }

  ofAccounts(accountIds: ReadonlySet<string>): MatchSet {
    return this.#filter(({ members: { alerts } }, number) =>
      accountIds.has(alerts.accountIds[alerts.accounts[number] as number] as string),
    );
  }

  /** In the order of their ids, from the first one after this. */
  after(alertId: string): MatchSet {
    const words = uuidWords(alertId);
    return this.#filter(({ members }, number) => members.alerts.isAfter(number, words));
  }

  /** The first so many in the order of their ids: only they are made objects of. */
  first(limit: number): AlertMatch[] {
    const found = this.#parts.flatMap(({ members: { alerts }, numbers, sides }) => {
      const order = numbers
        .map((_, at) => at)
        .sort((one, other) => alerts.compareIds(numbers[one] as number, numbers[other] as number));
      return order
        .slice(0, limit)
        .map((at) => toAlertMatch(alerts.keyAt(numbers[at] as number), sides[at] as number));
    });
    return found.sort((one, other) => (one.alertId < other.alertId ? -1 : 1)).slice(0, limit);
  }

  #filter(isKept: (part: SegmentMatches, number: number, sides: number) => boolean): MatchSet {
    return new MatchSet(
      this.#parts.map((part) => {
        const numbers: number[] = [];
        const sides: number[] = [];
        for (const [at, number] of part.numbers.entries()) {
          const own = part.sides[at] as number;
          if (!isKept(part, number, own)) continue;
          numbers.push(number);
          sides.push(own);
        }
        return { members: part.members, numbers, sides };
      }),
    );
  }

  *[Symbol.iterator](): Generator<AlertMatch> {
    for (const { members, numbers, sides } of this.#parts)
      for (const [at, number] of numbers.entries())
        yield toAlertMatch(members.alerts.keyAt(number), sides[at] as number);
  }
}

const toAlertMatch = ({ alertId, accountId, version }: AlertKey, sides: number): AlertMatch => ({
  alertId,
  accountId,
  version,
  before: (sides & BEFORE) !== 0,
  after: (sides & AFTER) !== 0,
});

/**
 * Every alert, filed so that a change looks only at those it may concern: an immutable base, a small delta of what changed since, and
 * no rules for what is gone. Both states of a change are judged in one pass.
 */
export class AlertIndex {
  readonly #keyNumbers = new KeyNumbers();
  #base: BaseSegment;
  #delta = new DeltaSegment();
  #changed = 0;
  /** What came in while the lists were folded, to be done again on the new ones. */
  #changesSinceFold: Change[] | undefined;

  constructor() {
    this.#keyNumbers.number('');
    this.#base = runToEnd(new BaseBuilder().seal());
  }

  get size(): number {
    return this.#base.members.alerts.live + this.#delta.members.alerts.live;
  }

  get bytes(): number {
    return this.#base.bytes;
  }

  /** Many at once into an empty index: they take part when `seal`, which works in slices, has come to its end. */
  bulkLoad(): BulkLoad {
    const builder = new BaseBuilder();
    const settle = (base: BaseSegment): void => {
      this.#base = base;
    };
    return {
      add: (alert) => builder.add(alert, this.#keyNumbers),
      *seal() {
        settle(yield* builder.seal());
      },
    };
  }

  put(alert: IndexedAlert): void {
    this.#changesSinceFold?.push({ put: alert });
    this.#removeEverywhere(alert.alertId);
    this.#delta.add(alert, this.#keyNumbers);
    this.#changed += 1;
  }

  remove(alertId: string): void {
    this.#changesSinceFold?.push({ gone: alertId });
    if (this.#removeEverywhere(alertId)) this.#changed += 1;
  }

  get needsFold(): boolean {
    return this.#changed >= MIN_FOLD_CHANGES && this.#changesSinceFold === undefined;
  }

  /** Builds a new base of base and delta, in slices; matches and changes may come in between. */
  *fold(): Generator<void> {
    this.#changesSinceFold = [];
    const builder = new BaseBuilder();
    for (const segment of [this.#base, this.#delta]) yield* copyLive(segment, builder);
    const base = yield* builder.seal();
    const since = this.#changesSinceFold;
    this.#base = base;
    this.#delta = new DeltaSegment();
    this.#changesSinceFold = undefined;
    this.#changed = 0;
    for (const change of since) 'put' in change ? this.put(change.put) : this.remove(change.gone);
  }

  /** The version of an alert that takes part; undefined where none does. */
  versionOf(alertId: string): number | undefined {
    for (const { members } of [this.#delta, this.#base]) {
      const number = members.alerts.find(alertId);
      if (number !== undefined) return members.alerts.versionAt(number);
    }
    return undefined;
  }

  state(property: SearchRow): IndexedState {
    return buildIndexedState(property, this.#keyNumbers.wordCount > 0);
  }

  /** Which alerts with one of these rules hold for either state. */
  match(before: IndexedState | undefined, after: IndexedState | undefined, rules: number): MatchSet {
    const change: StatePair = { before, after, rules };
    const lists = this.#findLists(change);
    const parts = [this.#base, this.#delta].map((segment) => {
      const numbers: number[] = [];
      segment.members.startChange();
      for (const [key, sides] of lists) segment.scan(key, sides, change, numbers);
      const { members } = segment;
      return { members, numbers, sides: numbers.map((number) => members.matchedSides(number)) };
    });
    return new MatchSet(parts);
  }

  /** The lists that either state is in, and which of them. */
  #findLists({ before, after }: StatePair): Map<number, number> {
    const lists = new Map<number, number>();
    for (const [state, side] of [
      [before, BEFORE],
      [after, AFTER],
    ] as const) {
      for (const where of state?.keys ?? []) {
        const number = this.#keyNumbers.find(where);
        if (number === undefined) continue;
        for (const [transaction, type] of state?.kinds ?? []) {
          const key = listKey(number, transaction, type);
          lists.set(key, (lists.get(key) ?? 0) | side);
        }
      }
    }
    return lists;
  }

  /** All of it: one that was put while the lists were folded is in the new base too. */
  #removeEverywhere(alertId: string): boolean {
    let dropped = false;
    for (const { members } of [this.#delta, this.#base])
      while (members.alerts.remove(alertId)) dropped = true;
    return dropped;
  }
}

/** Alerts keep their programs; only their numbers and places change. */
function* copyLive(segment: BaseSegment | DeltaSegment, builder: BaseBuilder): Generator<void> {
  const { alerts, programs } = segment.members;
  const numbers = new Map<number, number>();
  const offsets = new Map<number, number>();
  const end = programs.code.length;
  let copied = 0;
  for (const [key, offset] of [...segment.entries()]) {
    const old = programs.code.array[offset] as number;
    if (offset >= end || alerts.rules[old] === 0) continue;
    const number = numbers.get(old) ?? builder.members.alerts.add(alerts.keyAt(old));
    numbers.set(old, number);
    const again = offsets.get(offset) ?? builder.members.programs.copy(programs, offset, number);
    offsets.set(offset, again);
    builder.addPosting(key, again);
    copied += 1;
    if (copied % FOLD_SLICE_BRANCHES === 0) yield;
  }
}

function runToEnd<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
