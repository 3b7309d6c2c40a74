import type { AlertDisabledReason } from '../catalogue/service-vocabularies.ts';
import { selectPage } from '../db/select-page.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';
import type { RowPage } from '../lib/page.ts';
import type { DeliveryPlan } from './delivery-plan.ts';
import type { AlertRule } from './derive-events.ts';

export interface AlertRow {
  id: string;
  accountId: string;
  name: string;
  enabled: boolean;
  /** Why the service disabled it; null where its owner did, and while it is enabled. */
  disabledReason: AlertDisabledReason | null;
  /** As in the request; null matches every property. */
  criteria: object | null;
  rules: readonly AlertRule[];
  destinationId: string | null;
  /** When it notifies; null is at once. */
  delivery: DeliveryPlan | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export type AlertId = Pick<AlertRow, 'accountId' | 'id'>;

/** Both columns of the key: each alert is then read on its own shard. */
export const alertKeys = (alerts: readonly AlertId[]) => sql`
  select * from unnest(${alerts.map(({ accountId }) => accountId)}::uuid[], ${alerts.map(({ id }) => id)}::uuid[])`;

const columns = sql`
  alert_id as id, account_id as "accountId", name, enabled, disabled_reason as "disabledReason", criteria, rules,
  event_destination_id as "destinationId", delivery, version, created_at as "createdAt", updated_at as "updatedAt"`;

export const alertsPage = (db: Db, accountId: string, page: number): Promise<RowPage<AlertRow>> =>
  selectPage(
    db,
    sql`select ${columns} from alert where account_id = ${accountId} order by created_at desc, alert_id`,
    page,
  );

export const alertById = (db: Db, accountId: string, id: string): Promise<AlertRow | undefined> =>
  firstRow(db, sql`select ${columns} from alert where account_id = ${accountId} and alert_id = ${id}`);

export const selectAlertForUpdate = (db: Db, accountId: string, id: string): Promise<AlertRow | undefined> =>
  firstRow(
    db,
    sql`select ${columns} from alert where account_id = ${accountId} and alert_id = ${id} for update`,
  );

export interface AlertTotals {
  count: number;
  /** Of the criteria of the other alerts, and of the given one. */
  otherBytes: number;
  ownBytes: number;
}

/**
 * The size of an account. A caller that adds to it has the lock of its destinations: two at once cannot exceed a limit.
 */
export async function selectAlertTotals(db: Db, { accountId, id }: AlertId): Promise<AlertTotals> {
  const totals = await firstRow<AlertTotals>(
    db,
    sql`
    select count(*)::int as count,
           coalesce(sum(criteria_bytes) filter (where alert_id <> ${id}), 0)::float8 as "otherBytes",
           coalesce(sum(criteria_bytes) filter (where alert_id = ${id}), 0)::float8 as "ownBytes"
    from alert where account_id = ${accountId}`,
  );
  return totals ?? { count: 0, otherBytes: 0, ownBytes: 0 };
}

/** The period in which an alert reports the properties that are on the market already. */
export interface FirstDaysSpan {
  from: Date;
  until: Date;
}

/**
 * The alert and its entry in the log are one statement, so neither exists alone. Without `firstDays` the planned first
 * matches stay as they are.
 */
export async function putAlert(db: Db, alert: AlertRow, firstDays: FirstDaysSpan | null): Promise<void> {
  const { accountId, id, name, enabled, disabledReason, criteria, rules, destinationId, version } = alert;
  const plan = alert.delivery === null ? null : JSON.stringify(alert.delivery);
  await db.rows(sql`
    with saved as (
      insert into alert
        (account_id, alert_id, name, enabled, disabled_reason, criteria, rules, event_destination_id, delivery, version, created_at, updated_at,
         first_days_from, first_days_until)
      values (${accountId}, ${id}, ${name}, ${enabled}, ${disabledReason}, ${criteria === null ? null : JSON.stringify(criteria)},
              ${JSON.stringify(rules)}, ${destinationId}, ${plan}, ${version}, ${alert.createdAt}, ${alert.updatedAt},
              ${firstDays?.from ?? null}, ${firstDays?.until ?? null})
      on conflict (account_id, alert_id) do update set
        name = excluded.name, enabled = excluded.enabled, disabled_reason = excluded.disabled_reason, criteria = excluded.criteria, rules = excluded.rules,
        event_destination_id = excluded.event_destination_id, delivery = excluded.delivery, version = excluded.version, updated_at = excluded.updated_at,
        first_days_from = coalesce(excluded.first_days_from, alert.first_days_from),
        first_days_until = coalesce(excluded.first_days_until, alert.first_days_until),
        unreadable_since = null, first_days_retry_at = null)
    ${insertAlertLog(accountId, id)}`);
}

export async function deleteAlertRow(db: Db, accountId: string, id: string): Promise<boolean> {
  const deleted = await db.rows(
    sql`delete from alert where account_id = ${accountId} and alert_id = ${id} returning 1`,
  );
  if (deleted.length > 0) await db.rows(insertAlertLog(accountId, id));
  return deleted.length > 0;
}

const insertAlertLog = (accountId: string, id: string) => sql`
  insert into alert_log (alert_id, account_id, changed_in) values (${id}, ${accountId}, pg_current_xact_id())
  on conflict (alert_id) do update set changed_in = excluded.changed_in`;

export const hasAlertOfDestination = async (db: Db, accountId: string, id: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from alert where account_id = ${accountId} and event_destination_id = ${id} limit 1`,
  )) !== undefined;

/**
 * Alerts of a deleted destination use the default of the account. Without a default (`hasDefault` false) every enabled
 * alert that needs one is disabled. Returns the ids of those that were disabled.
 */
export async function detachDestination(
  db: Db,
  { accountId, destinationId }: { accountId: string; destinationId: string },
  { hasDefault, now }: { hasDefault: boolean; now: Date },
): Promise<string[]> {
  const rows = await db.rows<{ id: string; disabled: boolean }>(sql`
    with detached as (
      update alert set
        event_destination_id = null, version = version + 1, updated_at = ${now},
        enabled = enabled and ${hasDefault}::boolean,
        disabled_reason = case when enabled and not ${hasDefault}::boolean then 'NO_DESTINATION' else disabled_reason end
      where account_id = ${accountId} and (
        event_destination_id = ${destinationId}
        or (event_destination_id is null and enabled and not ${hasDefault}::boolean))
      returning alert_id, account_id, disabled_reason is not null as disabled
    ), logged as (
      insert into alert_log (alert_id, account_id, changed_in)
      select alert_id, account_id, pg_current_xact_id() from detached
      on conflict (alert_id) do update set changed_in = excluded.changed_in)
    select alert_id as id, disabled from detached`);
  return rows.filter(({ disabled }) => disabled).map(({ id }) => id);
}

/** The log has deleted alerts too. */
export const isKnownAlertId = async (db: Db, id: string): Promise<boolean> =>
  (await firstRow(db, sql`select 1 from alert_log where alert_id = ${id}`)) !== undefined;

/** An alert without its criteria, which a process with the alert in memory need not read again. */
export type LockedAlert = Pick<
  AlertRow,
  'id' | 'accountId' | 'name' | 'enabled' | 'rules' | 'destinationId' | 'delivery' | 'version'
>;

/**
 * The alerts in their current state, locked until this transaction ends: a transaction that deletes, disables or
 * narrows one commits after the events recorded here, or before they are matched.
 */
export const lockAlerts = (db: Db, alerts: readonly AlertId[]): Promise<LockedAlert[]> =>
  db.rows(sql`
    select account_id as "accountId", alert_id as id, name, enabled, rules, event_destination_id as "destinationId", delivery, version
    from alert
    where (account_id, alert_id) in (${alertKeys(alerts)})
    order by account_id, alert_id
    for share`);

export async function loadCriteria(db: Db, alerts: readonly AlertId[]): Promise<Map<string, object | null>> {
  if (alerts.length === 0) return new Map();
  const rows = await db.rows<Pick<AlertRow, 'id' | 'criteria'>>(sql`
    select alert_id as id, criteria from alert
    where (account_id, alert_id) in (${alertKeys(alerts)})`);
  return new Map(rows.map(({ id, criteria }) => [id, criteria]));
}
