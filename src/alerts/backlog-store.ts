import { type Db, sql } from '../db/sql.ts';
import { lockRows, type WorkQueue } from '../queue/claims.ts';
import type { PropertyChange } from './property-change.ts';

/** Alerts of one account that match a change and whose events are not recorded yet. */
export interface BacklogEntry {
  accountId: string;
  propertyId: string;
  revisionId: string;
  /** As counted at the last write. */
  alerts: number;
  /** Events of the alerts up to this one are recorded. */
  lastAlertId: string | null;
}

export interface DeferredMatch {
  change: PropertyChange;
  accountId: string;
  alerts: number;
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** In the transaction that marks the changes as matched. */
export async function deferMatches(db: Db, deferred: readonly DeferredMatch[]): Promise<void> {
  if (deferred.length === 0) return;
  await db.rows(sql`
    insert into match_backlog (account_id, property_id, revision_id, recorded_at, alerts)
    select * from unnest(
      ${deferred.map(({ accountId }) => accountId)}::uuid[], ${deferred.map(({ change }) => change.propertyId)}::uuid[],
      ${deferred.map(({ change }) => change.revisionId)}::uuid[], ${deferred.map(({ change }) => change.recordedAt)}::timestamptz[],
      ${deferred.map(({ alerts }) => alerts)}::integer[])
    on conflict (account_id, property_id, revision_id) do nothing`);
}

/** Those of the accounts that have a backlog. */
export async function findBacklogAccounts(db: Db, accountIds: readonly string[]): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await db.rows<{ id: string }>(sql`
    select id from unnest(${accountIds}::uuid[]) as given (id)
    where exists (select 1 from match_backlog b where b.account_id = given.id)`);
  return new Set(rows.map(({ id }) => id));
}

/** The next accounts after this one, each found from the previous one by one index probe. */
export const nextBacklogAccounts = async (
  db: Db,
  after: string | undefined,
  limit: number,
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      with recursive account (id, nth) as (
        (select account_id, 1 from match_backlog where account_id > ${after ?? NIL_UUID}::uuid order by account_id limit 1)
        union all
        select next.account_id, nth + 1 from account cross join lateral (
          select b.account_id from match_backlog b where b.account_id > account.id order by b.account_id limit 1) next
        where nth < ${limit})
      select id from account order by nth`)
  ).map(({ id }) => id);

const BACKLOG_QUEUE: WorkQueue = {
  table: 'match_backlog',
  key: ['account_id', 'property_id', 'revision_id'],
};
const columns = sql`
  account_id as "accountId", property_id as "propertyId", revision_id as "revisionId", alerts, last_alert_id as "lastAlertId"`;

/** The oldest entries of each account that are due. Nothing is claimed yet. */
export const dueEntries = (
  db: Db,
  accountIds: readonly string[],
  now: Date,
  perAccount: number,
): Promise<BacklogEntry[]> =>
  db.rows(sql`
    select entry.* from unnest(${accountIds}::uuid[]) with ordinality as given (id, nth)
    cross join lateral (
      select ${columns} from match_backlog where account_id = given.id and due_at <= ${now}
      order by due_at, recorded_at limit ${perAccount}) entry
    order by given.nth`);

const keyCondition = (entries: readonly BacklogEntry[]) => sql`
  (account_id, property_id, revision_id) in (select * from unnest(
    ${entries.map(({ accountId }) => accountId)}::uuid[], ${entries.map(({ propertyId }) => propertyId)}::uuid[],
    ${entries.map(({ revisionId }) => revisionId)}::uuid[]))`;

/** Those that no other worker has claimed, in their current state; locked until this transaction ends. */
export const claimEntries = (db: Db, entries: readonly BacklogEntry[]): Promise<BacklogEntry[]> =>
  lockRows(db, BACKLOG_QUEUE, columns, { where: keyCondition(entries) });

export const deleteEntries = async (db: Db, entries: readonly BacklogEntry[]): Promise<void> => {
  if (entries.length > 0) await db.rows(sql`delete from match_backlog where ${keyCondition(entries)}`);
};

/** How far the events of an entry are recorded. */
export const updateEntryProgress = (db: Db, entry: BacklogEntry): Promise<unknown> =>
  db.rows(sql`
    update match_backlog set last_alert_id = ${entry.lastAlertId}, alerts = ${entry.alerts} where ${keyCondition([entry])}`);

export const postponeEntry = (db: Db, entry: BacklogEntry, until: Date): Promise<unknown> =>
  db.rows(sql`update match_backlog set due_at = ${until} where ${keyCondition([entry])}`);
