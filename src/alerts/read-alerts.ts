import { changeLogReader } from '../db/horizon.ts';
import { type Db, sql } from '../db/sql.ts';
import { isUnavailable } from '../db/unavailable.ts';
import type { AlertRule } from './rules.ts';
import { type AlertId, alertKeys } from './store.ts';

/** An alert as the matching index needs it. */
export interface StoredAlert extends AlertId {
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

export type OnUnreadable = (alert: AlertHead, error: unknown) => void;

/** Criteria of one statement. An alert has 1 MB at most; 4 MB are read and parsed in a tenth of a second. */
const MAX_PAGE_BYTES = 4 * 2 ** 20;
const MAX_PAGE_ROWS = 2_000;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** The alerts in pages of some megabytes; the next page is read while one is processed. */
export async function* readAlerts(
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
export async function* scanEnabledAlerts(db: Db): AsyncGenerator<AlertHead[]> {
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
export const alertsChangedSince = changeLogReader<AlertHead>(`
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
