import { setImmediate as breathe } from 'node:timers/promises';
import { AlertIndex } from '../criteria/index/alert-index.ts';
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
    const all: LoggedAlert[][] = [];
    for await (const page of enabledAlerts(db)) all.push(page);
    const filling = this.index.fill(inIndex(all));
    while (!filling.next().done) await breathe();
    this.#horizon = horizon;
  }

  #take({ id, version, enabled, criteria, rules }: LoggedAlert): void {
    if (version === null || !enabled) this.index.remove(id);
    else if (this.index.versionOf(id) !== version)
      this.index.put({ alertId: id, version, tree: storedTree(criteria), rules: ruleBits(rules ?? []) });
  }

  async #fold(): Promise<void> {
    const folding = this.index.fold();
    while (!folding.next().done) await breathe();
    this.#folding = undefined;
  }
}

/** Pages are let go of as they are taken. */
function* inIndex(pages: LoggedAlert[][]) {
  for (let page = pages.shift(); page !== undefined; page = pages.shift())
    for (const { id, version, criteria, rules } of page)
      yield {
        alertId: id,
        version: version ?? 0,
        tree: storedTree(criteria),
        rules: ruleBits(rules ?? []),
      };
}
