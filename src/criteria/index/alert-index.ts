import type { SearchRow } from '../search-row.ts';
import { BaseBuilder, type BaseSegment, DeltaSegment } from './base-segment.ts';
import { buildIndexedState, type IndexedState, listKey } from './index-keys.ts';
import {
  AFTER,
  type AlertKey,
  BEFORE,
  type IndexedAlert,
  KeyNumbers,
  type SegmentMembers,
  type StatePair,
  uuidWords,
} from './segment-members.ts';

/** An alert whose tree matches before the change, after it, or both. */
export interface AlertMatch {
  readonly alertId: string;
  readonly accountId: string;
  readonly version: number;
  readonly before: boolean;
  readonly after: boolean;
}

/** Changes in the delta before a compaction pays. */
const MIN_COMPACTION_CHANGES = 5_000;
const COMPACTION_SLICE_BRANCHES = 2_000;

export interface BulkLoad {
  add(alert: IndexedAlert): void;
  seal(): Generator<void>;
}

type Change = { readonly put: IndexedAlert } | { readonly removed: string };

interface SegmentMatches {
  readonly members: SegmentMembers;
  readonly numbers: readonly number[];
  readonly sides: readonly number[];
}

/** Matching alert numbers by segment; alert objects are created on demand. */
export class MatchSet {
  readonly #parts: readonly SegmentMatches[];

  constructor(parts: readonly SegmentMatches[]) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#parts.reduce((sum, { numbers }) => sum + numbers.length, 0);
  }

  /** Counts without creating alert objects: one account may have ten thousand. */
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

  /**
   * The matches with one of the rules of their sides: `rulesBySides[BEFORE | AFTER]`. Must be called before any
   * alert changes.
   */
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

  /** The matches after this id, in order of id. */
  after(alertId: string): MatchSet {
    const words = uuidWords(alertId);
    return this.#filter(({ members }, number) => members.alerts.isAfter(number, words));
  }

  /** The first matches in order of id; creates only these objects. */
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

  #filter(matches: (part: SegmentMatches, number: number, sides: number) => boolean): MatchSet {
    return new MatchSet(
      this.#parts.map((part) => {
        const numbers: number[] = [];
        const sides: number[] = [];
        for (const [at, number] of part.numbers.entries()) {
          const own = part.sides[at] as number;
          if (!matches(part, number, own)) continue;
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
 * An inverted index of alerts, so that a change evaluates only the alerts it may concern. It has an immutable base
 * and a small delta of later changes; deleted alerts have no rules. Both states of a change are evaluated in one
 * pass.
 */
export class AlertIndex {
  readonly #keyNumbers = new KeyNumbers();
  #base: BaseSegment;
  #delta = new DeltaSegment();
  #changed = 0;
  /** Changes during a compaction, to be applied to the new base. */
  #changesDuringCompaction: Change[] | undefined;

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

  /**
   * Loads many alerts into an empty index. They take effect when the generator of `seal`, which works in slices,
   * has finished.
   */
  bulkLoad(): BulkLoad {
    const builder = new BaseBuilder();
    const replaceBase = (base: BaseSegment): void => {
      this.#base = base;
    };
    return {
      add: (alert) => builder.add(alert, this.#keyNumbers),
      *seal() {
        replaceBase(yield* builder.seal());
      },
    };
  }

  put(alert: IndexedAlert): void {
    this.#changesDuringCompaction?.push({ put: alert });
    this.#removeFromBoth(alert.alertId);
    this.#delta.add(alert, this.#keyNumbers);
    this.#changed += 1;
  }

  remove(alertId: string): void {
    this.#changesDuringCompaction?.push({ removed: alertId });
    if (this.#removeFromBoth(alertId)) this.#changed += 1;
  }

  get needsCompaction(): boolean {
    return this.#changed >= MIN_COMPACTION_CHANGES && this.#changesDuringCompaction === undefined;
  }

  /** Merges base and delta into a new base, in slices; matches and changes may run in between. */
  *compact(): Generator<void> {
    this.#changesDuringCompaction = [];
    const builder = new BaseBuilder();
    for (const segment of [this.#base, this.#delta]) yield* copyLive(segment, builder);
    const base = yield* builder.seal();
    const since = this.#changesDuringCompaction;
    this.#base = base;
    this.#delta = new DeltaSegment();
    this.#changesDuringCompaction = undefined;
    this.#changed = 0;
    for (const change of since) 'put' in change ? this.put(change.put) : this.remove(change.removed);
  }

  /** The version of the alert in the index; undefined when it is not indexed. */
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

  /** The alerts with one of these rules that match either state. */
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

  /** The posting lists of either state, with their sides. */
  #findLists({ before, after }: StatePair): Map<number, number> {
    const lists = new Map<number, number>();
    for (const [state, side] of [
      [before, BEFORE],
      [after, AFTER],
    ] as const) {
      for (const name of state?.keys ?? []) {
        const number = this.#keyNumbers.find(name);
        if (number === undefined) continue;
        for (const [transaction, type] of state?.kinds ?? []) {
          const key = listKey(number, transaction, type);
          lists.set(key, (lists.get(key) ?? 0) | side);
        }
      }
    }
    return lists;
  }

  /** From both segments: an alert put during a compaction is in the new base too. */
  #removeFromBoth(alertId: string): boolean {
    let dropped = false;
    for (const { members } of [this.#delta, this.#base])
      while (members.alerts.remove(alertId)) dropped = true;
    return dropped;
  }
}

/** Alerts retain their programs; only numbers and offsets change. */
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
    if (copied % COMPACTION_SLICE_BRANCHES === 0) yield;
  }
}

function runToEnd<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
