import { setImmediate as breathe } from 'node:timers/promises';
import { AlertIndex } from '../criteria/index/alert-index.ts';
import type { IndexedAlert } from '../criteria/index/segment-members.ts';
import type { Tree } from '../criteria/tree.ts';
import { parseStoredCriteria } from '../criteria/upgrade.ts';
import { readHorizon } from '../db/horizon.ts';
import type { Db } from '../db/sql.ts';
import {
  type AlertHead,
  alertsChangedSince,
  type OnUnreadable,
  readAlerts,
  type StoredAlert,
  scanEnabledAlerts,
} from './read-alerts.ts';
import { ruleBits } from './rules.ts';

/** Stored criteria were parsed before: a tree that does not parse any more is an internal error. */
export function parseStoredTree(criteria: object | null): Tree {
  const parsed = parseStoredCriteria(criteria);
  if ('faults' in parsed) throw new Error(`stored criteria do not read: ${JSON.stringify(parsed.faults)}`);
  return parsed.tree;
}

/**
 * All enabled alerts of the service, in the memory of one worker. It is refreshed before every batch of changes, from
 * the log of the transactions that were open at the last refresh: no alert that was saved before a change is missed.
 */
export class AlertIndexReplica {
  readonly index = new AlertIndex();
  readonly #onUnreadable: OnUnreadable;
  /** Versions that could not be parsed: they are not tried again until they change. */
  readonly #unreadable = new Map<string, number | null>();
  #horizon: string | undefined;
  #folding: Promise<void> | undefined;
  #refreshing: Promise<void> = Promise.resolve();

  /** `setAside` is called for each alert that cannot be parsed: it is not matched, all others are. */
  constructor(setAside: OnUnreadable = () => undefined) {
    this.#onUnreadable = (alert, error) => {
      this.#unreadable.set(alert.id, alert.version);
      setAside(alert, error);
    };
  }

  get isLoaded(): boolean {
    return this.#horizon !== undefined;
  }

  /**
   * Reads changed alerts; all of them at first. One refresh at a time: an older result must not overwrite a newer one.
   */
  refresh(db: Db): Promise<void> {
    const refreshed = this.#refreshing.then(() => this.#refresh(db));
    this.#refreshing = refreshed.catch(() => undefined);
    return refreshed;
  }

  async #refresh(db: Db): Promise<void> {
    if (this.#horizon === undefined) {
      await this.#load(db);
      return;
    }
    const { horizon, entries } = await alertsChangedSince(db, this.#horizon);
    const changed = entries.filter((head) => this.#isToRead(head));
    for await (const page of readAlerts(db, singlePage(changed), this.#onUnreadable))
      for (const alert of page) this.#put(alert);
    this.#horizon = horizon;
    if (this.index.needsCompaction) this.#folding ??= this.#fold();
  }

  /** The horizon first: changes while the pages are read are read again by the first refresh. */
  async #load(db: Db): Promise<void> {
    const horizon = await readHorizon(db);
    const filling = this.index.bulkLoad();
    for await (const page of readAlerts(db, scanEnabledAlerts(db), this.#onUnreadable)) {
      for (const alert of page) {
        const indexed = this.#indexed(alert);
        if (indexed !== undefined) filling.add(indexed);
      }
      await breathe();
    }
    await runInSlices(filling.seal());
    this.#horizon = horizon;
  }

  /** Removes deleted alerts; criteria are read only where they are unknown. */
  #isToRead({ id, version, enabled }: AlertHead): boolean {
    if (version !== null && enabled)
      return this.index.versionOf(id) !== version && this.#unreadable.get(id) !== version;
    this.index.remove(id);
    this.#unreadable.delete(id);
    return false;
  }

  /** It may have changed again since its header was read. */
  #put(alert: StoredAlert): void {
    const indexed = alert.enabled ? this.#indexed(alert) : undefined;
    if (indexed === undefined) this.index.remove(alert.id);
    else {
      this.#unreadable.delete(alert.id);
      this.index.put(indexed);
    }
  }

  #indexed(alert: StoredAlert): IndexedAlert | undefined {
    try {
      return indexed(alert);
    } catch (error) {
      this.#onUnreadable({ ...alert, criteriaBytes: null }, error);
      return undefined;
    }
  }

  async #fold(): Promise<void> {
    await runInSlices(this.index.compact());
    this.#folding = undefined;
  }
}

async function* singlePage(heads: readonly AlertHead[]): AsyncGenerator<readonly AlertHead[]> {
  if (heads.length > 0) yield heads;
}

const indexed = ({ id, accountId, version, criteria, rules }: StoredAlert): IndexedAlert => ({
  alertId: id,
  accountId,
  version,
  tree: parseStoredTree(criteria),
  rules: ruleBits(rules),
});

async function runInSlices(steps: Generator<void>): Promise<void> {
  while (!steps.next().done) await breathe();
}
