import { selectPage } from '../../db/select-page.ts';
import { type Db, firstRow, joinSql, type Sql, sql, unnestRows } from '../../db/sql.ts';
import type { RowPage } from '../../lib/page.ts';
import { type DestinationTarget, destinationTargets } from '../destinations/store.ts';

export type NotificationStatus = 'PENDING' | 'DELIVERED' | 'FAILED' | 'SUSPENDED' | 'SKIPPED';

export interface NotificationRow {
  id: string;
  kind: 'EVENT' | 'TEST';
  eventType: string;
  eventId: string;
  alertId: string;
  propertyId: string | null;
  channel: 'WEBHOOK' | 'EMAIL';
  destinationAddress: string | null;
  status: NotificationStatus;
  attemptNumber: number;
  deliveredAt: Date | null;
  lastErrorMessage: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = sql`
  event_notification_id as id, kind, event_type as "eventType", alert_event_id as "eventId", alert_id as "alertId",
  property_id as "propertyId", channel, destination_address as "destinationAddress", status,
  attempt_number as "attemptNumber", delivered_at as "deliveredAt", last_error_message as "lastErrorMessage",
  created_at as "createdAt", updated_at as "updatedAt"`;

/** Confirmation mails are no events of a customer. */
const visibleCondition = sql`kind <> 'CONFIRM'`;

export interface CreatedRange {
  before?: Date | undefined;
  strictlyBefore?: Date | undefined;
  after?: Date | undefined;
  strictlyAfter?: Date | undefined;
}

export interface NotificationFilter extends CreatedRange {
  accountId: string;
  status?: NotificationStatus | undefined;
  eventType?: string | undefined;
  destinationId?: string | undefined;
  eventId?: string | undefined;
  alertId?: string | undefined;
  propertyId?: string | undefined;
}

/** Joins the events, which have an index for each filter: see alert_event_property. A test belongs to no alert. */
function eventCondition({ accountId, alertId, propertyId }: NotificationFilter): Sql | undefined {
  if (alertId === undefined && propertyId === undefined) return undefined;
  return sql`kind = 'EVENT' and alert_event_id in (
    select alert_event_id from alert_event e
    where e.account_id = ${accountId}
      and ${alertId === undefined ? sql`true` : sql`e.alert_id = ${alertId}`}
      and ${propertyId === undefined ? sql`true` : sql`e.property_id = ${propertyId}`})`;
}

export function filterNotifications(choice: NotificationFilter): Sql {
  const { accountId, status, eventType, destinationId, eventId, ...moments } = choice;
  const conditions = [sql`account_id = ${accountId}`, visibleCondition];
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  if (eventType !== undefined) conditions.push(sql`event_type = ${eventType}`);
  if (destinationId !== undefined) conditions.push(sql`event_destination_id = ${destinationId}`);
  if (eventId !== undefined) conditions.push(sql`alert_event_id = ${eventId}`);
  const events = eventCondition(choice);
  if (events !== undefined) conditions.push(events);
  const { before, strictlyBefore, after, strictlyAfter } = moments;
  if (before !== undefined) conditions.push(sql`created_at <= ${before}`);
  if (strictlyBefore !== undefined) conditions.push(sql`created_at < ${strictlyBefore}`);
  if (after !== undefined) conditions.push(sql`created_at >= ${after}`);
  if (strictlyAfter !== undefined) conditions.push(sql`created_at > ${strictlyAfter}`);
  return joinSql(conditions, ' and ');
}

/** The newest first: ids are ordered by time. */
export const notificationsPage = (
  db: Db,
  choice: NotificationFilter,
  page: number,
): Promise<RowPage<NotificationRow>> =>
  selectPage(
    db,
    sql`select ${columns} from event_notification where ${filterNotifications(choice)} order by event_notification_id desc`,
    page,
  );

export const notificationById = (
  db: Db,
  accountId: string,
  id: string,
): Promise<NotificationRow | undefined> =>
  firstRow(
    db,
    sql`
    select ${columns} from event_notification
    where account_id = ${accountId} and event_notification_id = ${id} and ${visibleCondition}`,
  );

/** As the columns of the table, without the destination, which is found here. */
export interface NotificationInsert {
  account_id: string;
  event_notification_id: string;
  alert_event_id: string;
  kind: 'EVENT' | 'TEST' | 'CONFIRM';
  event_type: string;
  alert_id: string;
  alert_name: string;
  property_id: string | null;
  listing_id: string | null;
  price: object | null;
  destination_id: string | null;
  due_at: Date;
  traceparent: string | null;
}

const givenTypes = {
  account_id: 'uuid',
  event_notification_id: 'uuid',
  alert_event_id: 'uuid',
  kind: 'text',
  event_type: 'text',
  alert_id: 'uuid',
  alert_name: 'text',
  property_id: 'uuid',
  listing_id: 'uuid',
  price: 'json',
  due_at: 'timestamptz',
  traceparent: 'text',
  channel: 'text',
  event_destination_id: 'uuid',
  destination_address: 'text',
  unserved: 'text',
} as const;

/** Read before the insert: a cluster joins a list of rows with a distributed table in no insert. */
async function findTargets(
  db: Db,
  notifications: readonly NotificationInsert[],
): Promise<(one: NotificationInsert) => DestinationTarget | undefined> {
  const accounts = new Set<string>();
  const named = new Set<string>();
  for (const { account_id, destination_id } of notifications) {
    accounts.add(account_id);
    if (destination_id !== null) named.add(destination_id);
  }
  const targets = await destinationTargets(db, [...accounts], [...named]);
  const byId = new Map(targets.map((target) => [target.id, target]));
  const defaults = new Map(
    targets.filter(({ isDefault }) => isDefault).map((target) => [target.accountId, target]),
  );
  return ({ account_id, destination_id }) => {
    const own = destination_id === null ? undefined : byId.get(destination_id);
    return own?.accountId === account_id ? own : defaults.get(account_id);
  };
}

/** Why it is not sent; null when it is. */
function findUnserved(target: DestinationTarget | undefined): string | null {
  if (target === undefined) return 'no destination';
  return target.isUnsubscribed ? 'the recipient unsubscribed' : null;
}

/** Members one by one: copies by spreading took as long as the driver's part of the insert. */
function addTarget(one: NotificationInsert, target: DestinationTarget | undefined) {
  return {
    account_id: one.account_id,
    event_notification_id: one.event_notification_id,
    alert_event_id: one.alert_event_id,
    kind: one.kind,
    event_type: one.event_type,
    alert_id: one.alert_id,
    alert_name: one.alert_name,
    property_id: one.property_id,
    listing_id: one.listing_id,
    price: one.price,
    due_at: one.due_at,
    traceparent: one.traceparent,
    channel: target?.channel ?? 'WEBHOOK',
    event_destination_id: target?.id ?? null,
    destination_address: target?.address ?? null,
    unserved: findUnserved(target),
  };
}

/**
 * Uses its own destination, or the default of the account when it has none or that one is deleted. Without any it is
 * stored as skipped, so that nothing disappears. The status of the destination is not read: it may change while this
 * transaction is open.
 */
export async function insertNotifications(
  db: Db,
  notifications: readonly NotificationInsert[],
  now: Date,
): Promise<string[]> {
  const targetOf = await findTargets(db, notifications);
  const given = notifications.map((one) => addTarget(one, targetOf(one)));
  const rows = await db.rows<{ id: string }>(sql`
    insert into event_notification
      (account_id, event_notification_id, alert_event_id, kind, event_type, alert_id, alert_name, property_id, listing_id, price,
       channel, event_destination_id, destination_address, status, due_at, last_error_message, traceparent, created_at,
       updated_at)
    select account_id, event_notification_id, alert_event_id, kind, event_type, alert_id, alert_name, property_id, listing_id, price,
           channel, event_destination_id, destination_address,
           case when unserved is null then 'PENDING' else 'SKIPPED' end,
           case when unserved is null then due_at end, unserved, traceparent, ${now}, ${now}
    from ${unnestRows(given, givenTypes)}
    on conflict (account_id, alert_event_id) do nothing
    returning event_notification_id as id`);
  return rows.map(({ id }) => id);
}

/** When each of these events was delivered. */
export const selectDeliveries = (
  db: Db,
  accountId: string,
  eventIds: readonly string[],
): Promise<{ eventId: string; deliveredAt: Date }[]> =>
  db.rows(sql`
    select alert_event_id as "eventId", delivered_at as "deliveredAt" from event_notification
    where account_id = ${accountId} and alert_event_id = any (${eventIds}::uuid[]) and delivered_at is not null`);

/** Of a pending one: an attempt runs, until the end of its lease. */
export const isUnderWay = (now: Date): Sql => sql`claim_id is not null and due_at > ${now}`;

/** Pending ones end at once; a running attempt may still arrive, and is not retried. */
export async function skipWhere(db: Db, condition: Sql, reason: string, now: Date): Promise<void> {
  const isBeingSent = sql`status = 'PENDING' and ${isUnderWay(now)}`;
  await db.rows(sql`
    update event_notification set
      status = case when ${isBeingSent} then status else 'SKIPPED' end,
      due_at = case when ${isBeingSent} then due_at end,
      last_error_message = case when ${isBeingSent} then last_error_message else ${reason} end,
      skip_reason = ${reason}, updated_at = ${now}
    where status in ('PENDING', 'SUSPENDED') and ${condition}`);
}
