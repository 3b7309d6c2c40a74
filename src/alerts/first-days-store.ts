import type { PropertyResult } from '../catalogue/document.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';
import { selectDocuments } from '../properties/store.ts';
import { takeRows, unlockedRows, type WorkQueue } from '../queue/claims.ts';

interface AlertRef {
  accountId: string;
  id: string;
}

/** Cancels the first matches that these alerts had still to report. */
export async function deleteFirstMatches(
  db: Db,
  accountId: string,
  alertIds: readonly string[],
): Promise<void> {
  await db.rows(
    sql`delete from first_match where account_id = ${accountId} and alert_id = any (${alertIds}::uuid[])`,
  );
}

/** A higher count would cost more than it is worth. */
export const MAX_FIRST_DAYS_COUNT = 10_000;

export interface FirstDaysState {
  id: string;
  isListed: boolean;
  until: Date | null;
  /** At most MAX_FIRST_DAYS_COUNT. */
  remaining: number;
}

export const selectFirstDaysStates = (
  db: Db,
  accountId: string,
  alertIds: readonly string[],
): Promise<FirstDaysState[]> =>
  db.rows(sql`
    select alert_id as id, first_days_from is null as "isListed", first_days_until as until, (
      select count(*)::int from (
        select 1 from first_match f
        where f.account_id = alert.account_id and f.alert_id = alert.alert_id limit ${MAX_FIRST_DAYS_COUNT}) as waiting
    ) as remaining
    from alert
    where account_id = ${accountId} and alert_id = any (${alertIds}::uuid[])
      and enabled and first_days_until is not null`);

export interface UnlistedAlert {
  id: string;
  accountId: string;
  version: number;
  criteria: object | null;
  firstDaysFrom: Date;
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * An alert whose matches on the market are not listed yet: the oldest of the next account. Two workers that list the
 * same one write the same list.
 */
export const nextUnlistedAlert = (
  db: Db,
  afterAccount: string | undefined,
  now: Date,
): Promise<UnlistedAlert | undefined> =>
  firstRow(
    db,
    sql`
    select alert_id as id, account_id as "accountId", version, criteria, first_days_from as "firstDaysFrom" from alert
    where first_days_from is not null and account_id > ${afterAccount ?? NIL_UUID}::uuid
      and (first_days_retry_at is null or first_days_retry_at <= ${now}) and unreadable_since is null
    order by account_id, first_days_from limit 1`,
  );

/** For the version that failed: a later version is listed at once. */
export const scheduleListingRetry = (
  db: Db,
  { accountId, id, version }: UnlistedAlert,
  at: Date,
): Promise<unknown> =>
  db.rows(sql`
    update alert set first_days_retry_at = ${at} where account_id = ${accountId} and alert_id = ${id} and version = ${version}`);

/**
 * Locks the alert in its current state until this transaction ends, for one worker alone: two that share the lock and
 * then mark the alert as listed wait for each other.
 */
export const isStillUnlisted = async (
  db: Db,
  { accountId, id, version, firstDaysFrom }: UnlistedAlert,
): Promise<boolean> =>
  (
    await db.rows(sql`
      select 1 from alert
      where account_id = ${accountId} and alert_id = ${id} and version = ${version} and first_days_from = ${firstDaysFrom}
      for no key update`)
  ).length > 0;

export async function markListed(db: Db, { accountId, id }: AlertRef): Promise<void> {
  await db.rows(sql`
    update alert set first_days_from = null where account_id = ${accountId} and alert_id = ${id}`);
}

/** Skips properties that the alert has reported as new already. */
export async function insertFirstMatches(
  db: Db,
  { accountId, id }: AlertRef,
  matches: readonly { propertyId: string; dueAt: Date }[],
): Promise<void> {
  await db.rows(sql`
    insert into first_match (account_id, alert_id, property_id, due_at)
    select ${accountId}, ${id}, property_id, due_at
    from unnest(${matches.map(({ propertyId }) => propertyId)}::uuid[], ${matches.map(({ dueAt }) => dueAt)}::timestamptz[])
      as given (property_id, due_at)
    where not exists (
      select 1 from alert_event reported
      where reported.account_id = ${accountId} and reported.alert_id = ${id}
        and reported.property_id = given.property_id and reported.event_type = 'NEW_MATCH')
    on conflict (account_id, alert_id, property_id) do nothing`);
}

export interface FirstMatch extends AlertRef {
  propertyId: string;
}

/** The next accounts with a first match that is due, each found from the previous one. */
export const findDueAccounts = async (
  db: Db,
  { after, now, limit }: { after: string | undefined; now: Date; limit: number },
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      with recursive account (id, due_at, nth) as (
        (select account_id, due_at, 1 from first_match where account_id > ${after ?? NIL_UUID}::uuid
         order by account_id, due_at limit 1)
        union all
        select next.account_id, next.due_at, nth + 1 from account cross join lateral (
          select f.account_id, f.due_at from first_match f where f.account_id > account.id
          order by f.account_id, f.due_at limit 1) next)
      select id from account where due_at <= ${now} order by nth limit ${limit}`)
  ).map(({ id }) => id);

const FIRST_MATCH_QUEUE: WorkQueue = {
  table: 'first_match',
  key: ['account_id', 'alert_id', 'property_id'],
};

/** The first matches of each account that are due, the oldest first, deleted in this transaction. */
export const deleteDueFirstMatches = (
  db: Db,
  accountIds: readonly string[],
  now: Date,
  perAccount: number,
): Promise<FirstMatch[]> =>
  takeRows(
    db,
    FIRST_MATCH_QUEUE,
    sql`select due.* from unnest(${accountIds}::uuid[]) as given (id) cross join lateral (
      ${unlockedRows(FIRST_MATCH_QUEUE, {
        where: sql`account_id = given.id and due_at <= ${now}`,
        orderBy: sql`due_at`,
        limit: perAccount,
      })}) as due`,
    sql`account_id as "accountId", alert_id as id, property_id as "propertyId"`,
  );

export interface CurrentProperty {
  propertyId: string;
  revisionId: string;
  document: PropertyResult;
}

/** In their current state; merged properties are absent, as their survivor has its own entry. */
export const selectCurrentProperties = async (db: Db, ids: readonly string[]): Promise<CurrentProperty[]> =>
  (await selectDocuments(db, ids)).flatMap(({ id, revisionId, document }) =>
    revisionId === null ? [] : [{ propertyId: id, revisionId, document }],
  );

/** Those that were reported as new meanwhile, because the property changed. */
export const selectReportedMatches = (db: Db, matches: readonly FirstMatch[]): Promise<FirstMatch[]> =>
  db.rows(sql`
    select distinct account_id as "accountId", alert_id as id, property_id as "propertyId"
    from unnest(${matches.map(({ accountId }) => accountId)}::uuid[], ${matches.map(({ id }) => id)}::uuid[],
                ${matches.map(({ propertyId }) => propertyId)}::uuid[]) as given (account_id, alert_id, property_id)
    join alert_event using (account_id, alert_id, property_id)
    where event_type = 'NEW_MATCH'`);
