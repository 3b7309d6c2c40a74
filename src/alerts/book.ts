import { setImmediate as breathe } from 'node:timers/promises';
import { AlertIndex } from '../criteria/index/alert-index.ts';
import type { IndexedAlert } from '../criteria/index/segment.ts';
import type { Tree } from '../criteria/tree.ts';
import { parseStored } from '../criteria/upgrade.ts';
import type { Db } from '../db/sql.ts';
import { ruleBits } from './rules.ts';
import { alertsChangedSince, currentHorizon, enabledAlerts, type LoggedAlert } from './store.ts';

/** Criteria that were stored were parsed before: a tree that does not read any more is our fault, not a customer's. */
export function storedTree(criteria: object | null): Tree {
  const parsed = parseStored(criteria);
  if ('faults' in parsed) throw new Error(`stored criteria do not read: ${JSON.stringify(parsed.faults)}`);
  return parsed.tree;
}

/**
 * All enabled alerts of the service, in the memory of one working process. It is brought up to date before every batch of changes, from
 * the log of the transactions that were still open when it last looked: no alert that was saved before a change is missed.
 */
export class AlertBook {
  readonly index = new AlertIndex();
  #horizon: string | undefined;
  #folding: Promise<void> | undefined;

  /** Reads what changed; everything at first. */
  async refresh(db: Db): Promise<void> {
    if (this.#horizon === undefined) {
      await this.#load(db);
      return;
    }
    const { horizon, alerts } = await alertsChangedSince(db, this.#horizon);
    for (const alert of alerts) this.#take(alert);
    this.#horizon = horizon;
    if (this.index.wantsFold) this.#folding ??= this.#fold();
  }

  /** The horizon first: what changes while the pages are read is read once more with the first refresh. */
  async #load(db: Db): Promise<void> {
    const horizon = await currentHorizon(db);
    const filling = this.index.filling();
    for await (const page of enabledAlerts(db)) {
      for (const alert of page) filling.add(indexed(alert));
      await breathe();
    }
    await inSlices(filling.seal());
    this.#horizon = horizon;
  }

  #take(alert: LoggedAlert): void {
    const { id, version, enabled } = alert;
    if (version === null || !enabled) this.index.remove(id);
    else if (this.index.versionOf(id) !== version) this.index.put(indexed(alert));
  }

  async #fold(): Promise<void> {
    await inSlices(this.index.fold());
    this.#folding = undefined;
  }
}

const indexed = ({ id, version, criteria, rules }: LoggedAlert): IndexedAlert => ({
  alertId: id,
  version: version ?? 0,
  tree: storedTree(criteria),
  rules: ruleBits(rules ?? []),
});

async function inSlices(steps: Generator<void>): Promise<void> {
  while (!steps.next().done) await breathe();
}
