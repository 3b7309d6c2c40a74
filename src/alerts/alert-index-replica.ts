import { setImmediate as breathe } from 'node:timers/promises';
import { AlertIndex } from '../criteria/index/alert-index.ts';
import type { IndexedAlert } from '../criteria/index/segment-members.ts';
import { parseStoredTree } from '../criteria/upgrade.ts';
import { changeLogReader, readHorizon } from '../db/horizon.ts';
import { type Db, sql } from '../db/sql.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { type AlertRule, ruleBits } from './derive-events.ts';
import type { AlertFilter } from './served-alerts.ts';
import { type AlertId, alertKeys } from './store.ts';

/**
 * The enabled alerts that a worker needs, in its memory: all of the service, unless it serves some regions alone. It is
 * refreshed before every batch of changes, from the log of the transactions that were open at the last refresh: no alert
 * that was saved before a change is missed.
 */
export class AlertIndexReplica {
  readonly index = new AlertIndex();
  readonly #onUnreadable: OnUnreadable;
  readonly #filter: AlertFilter | undefined;
  /** Versions that could not be parsed: they are not tried again until they change. */
  readonly #unreadable = new Map<string, number | null>();
  #horizon: string | undefined;
  #folding: Promise<void> | undefined;
  #refreshing: Promise<void> = Promise.resolve();

  /** `setAside` is called for each alert that cannot be parsed: it is not matched, all others are. */
  constructor(setAside: OnUnreadable = () => undefined, filter?: AlertFilter) {
    this.#filter = filter;
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
    const isWider = (await this.#filter?.refresh(db)) ?? false;
    if (this.#horizon === undefined) {
      await this.#load(db);
      return;
    }
    const { horizon, entries } = await alertsChangedSince(db, this.#horizon);
    await this.#readChanged(db, singlePage(entries));
    // Those that were left out are not in the index, so they are read.
    if (isWider) await this.#readChanged(db, scanEnabledAlerts(db));
    this.#horizon = horizon;
    if (this.index.needsCompaction) this.#folding ??= this.#fold();
  }

  async #readChanged(db: Db, heads: AsyncIterable<readonly AlertHead[]>): Promise<void> {
    for await (const page of readAlerts(db, this.#toRead(heads), this.#onUnreadable))
      for (const alert of page) this.#put(alert);
  }

  async *#toRead(heads: AsyncIterable<readonly AlertHead[]>): AsyncGenerator<readonly AlertHead[]> {
    for await (const page of heads) yield page.filter((head) => this.#isToRead(head));
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
      const found = indexed(alert);
      return this.#filter === undefined || this.#filter.isNeeded(found.tree) ? found : undefined;
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

/** An alert as the matching index needs it. */
interface StoredAlert extends AlertId {
  version: number;
  enabled: boolean;
  criteria: object | null;
  rules: readonly AlertRule[];
}

/** An alert before its criteria are read; without a version when it is deleted. */
export interface AlertHead extends AlertId {
  version: number | null;
  enabled: boolean | null;
  criteriaBytes: number | null;
}

type OnUnreadable = (alert: AlertHead, error: unknown) => void;

/** Criteria of one statement. An alert has 1 MB at most; 4 MB are read and parsed in a tenth of a second. */
const MAX_PAGE_BYTES = 4 * 2 ** 20;
const MAX_PAGE_ROWS = 2_000;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** The alerts in pages of some megabytes; the next page is read while one is processed. */
async function* readAlerts(
  db: Db,
  heads: AsyncIterable<readonly AlertHead[]>,
  setAside: OnUnreadable,
): AsyncGenerator<StoredAlert[]> {
  let next: Promise<StoredAlert[]> | undefined;
  for await (const some of heads) {
    for (const page of pagesByBytes(some)) {
      const reading = readPage(db, page, setAside);
      // The next caller that awaits it gets the failure.
      reading.catch(() => {});
      if (next !== undefined) yield await next;
      next = reading;
    }
  }
  if (next !== undefined) yield await next;
}

export function pagesByBytes(heads: readonly AlertHead[], maxBytes = MAX_PAGE_BYTES): AlertHead[][] {
  const pages: AlertHead[][] = [];
  let bytes = Infinity;
  for (const head of heads) {
    bytes += head.criteriaBytes ?? 0;
    if (bytes > maxBytes) {
      pages.push([]);
      bytes = head.criteriaBytes ?? 0;
    }
    pages.at(-1)?.push(head);
  }
  return pages;
}

/** Halves a page that the database cannot read until the alert is found that causes it. */
async function readPage(db: Db, heads: readonly AlertHead[], setAside: OnUnreadable): Promise<StoredAlert[]> {
  try {
    return await db.rows<StoredAlert>(sql`
      select account_id as "accountId", alert_id as id, version, enabled, criteria, rules from alert
      where (account_id, alert_id) in (${alertKeys(heads)})`);
  } catch (error) {
    // Not caused by an alert: all of them are read again later.
    if (isUnavailable(error)) throw error;
    const [only, ...others] = heads;
    if (only === undefined) return [];
    if (others.length === 0) {
      setAside(only, error);
      return [];
    }
    const half = heads.length >>> 1;
    return [
      ...(await readPage(db, heads.slice(0, half), setAside)),
      ...(await readPage(db, heads.slice(half), setAside)),
    ];
  }
}

/** Every enabled alert. */
async function* scanEnabledAlerts(db: Db): AsyncGenerator<AlertHead[]> {
  let last: AlertId = { accountId: NIL_UUID, id: NIL_UUID };
  for (;;) {
    const heads = await db.rows<AlertHead>(sql`
      select account_id as "accountId", alert_id as id, version, enabled, criteria_bytes as "criteriaBytes" from alert
      where (account_id, alert_id) > (${last.accountId}::uuid, ${last.id}::uuid) and enabled
      order by account_id, alert_id limit ${MAX_PAGE_ROWS}`);
    const end = heads.at(-1);
    if (end === undefined) return;
    yield heads;
    if (heads.length < MAX_PAGE_ROWS) return;
    last = end;
  }
}

/** The alerts of every transaction that was not complete at the horizon of the last read. */
const alertsChangedSince = changeLogReader<AlertHead>(`
  select json_agg(json_build_object(
    'accountId', log.account_id, 'id', log.alert_id, 'version', version, 'enabled', enabled, 'criteriaBytes', criteria_bytes))
  from alert_log log left join alert using (account_id, alert_id)
  where log.changed_in >= $1::xid8`);

/** Returns whether it was not marked before: a worker that starts later need not log it again. */
export const markUnreadable = async (
  db: Db,
  { accountId, id, version }: AlertHead,
  now: Date,
): Promise<boolean> =>
  (
    await db.rows(sql`
      update alert set unreadable_since = ${now}
      where account_id = ${accountId} and alert_id = ${id} and version = ${version} and unreadable_since is null
      returning 1`)
  ).length > 0;
