import type { AlertEventType } from '../catalogue/service-vocabularies.ts';
import { selectPage } from '../db/select-page.ts';
import { type Db, firstRow, type Sql, sql } from '../db/sql.ts';
import type { PriceChange } from '../delivery/notifications/enqueue.ts';
import {
  filterNotifications,
  type NotificationFilter,
  type NotificationStatus,
} from '../delivery/notifications/store.ts';
import type { RowPage } from '../lib/page.ts';

/** An event with its notification, as the console shows it. */
export interface EventLineRow {
  /** Of the notification, or of the event while it has none. */
  id: string;
  notificationId: string | null;
  isTest: boolean;
  eventType: AlertEventType | 'DIGEST';
  alertId: string;
  alertName: string | null;
  propertyId: string | null;
  revisionId: string | null;
  price: PriceChange | null;
  channel: 'WEBHOOK' | 'EMAIL' | null;
  destinationId: string | null;
  destinationAddress: string | null;
  status: NotificationStatus | null;
  attemptNumber: number;
  lastErrorMessage: string | null;
  deliveredAt: Date | null;
  createdAt: Date;
}

const ofNotification = sql`
  n.event_notification_id as "notificationId", coalesce(n.kind = 'TEST', false) as "isTest", n.alert_name as "alertName",
  n.price, n.channel, n.event_destination_id as "destinationId", n.destination_address as "destinationAddress",
  n.status, coalesce(n.attempt_number, 0) as "attemptNumber", n.last_error_message as "lastErrorMessage",
  n.delivered_at as "deliveredAt"`;

/** A test and a digest have no event of this id: then there is no revision. */
const deliveryLines = (condition: Sql): Sql => sql`
  select n.event_notification_id as id, n.event_type as "eventType", n.alert_id as "alertId",
    n.property_id as "propertyId", e.revision_id as "revisionId", n.created_at as "createdAt", ${ofNotification}
  from (select * from event_notification where ${condition}) n
  left join alert_event e
    on e.account_id = n.account_id and e.alert_id = n.alert_id and e.alert_event_id = n.alert_event_id
  order by n.event_notification_id desc`;

export const deliveryLinesPage = (
  db: Db,
  choice: NotificationFilter,
  page: number,
): Promise<RowPage<EventLineRow>> => selectPage(db, deliveryLines(filterNotifications(choice)), page);

export const deliveryLineById = (db: Db, accountId: string, id: string): Promise<EventLineRow | undefined> =>
  firstRow(
    db,
    deliveryLines(sql`account_id = ${accountId} and event_notification_id = ${id} and kind <> 'CONFIRM'`),
  );

/** The events of an alert, the newest first. Those of a digest have no notification of their own. */
export const eventLinesPage = (
  db: Db,
  { accountId, alertId }: { accountId: string; alertId: string },
  page: number,
): Promise<RowPage<EventLineRow>> =>
  selectPage(
    db,
    sql`
    select e.alert_event_id as id, e.event_type as "eventType", e.alert_id as "alertId",
      e.property_id as "propertyId", e.revision_id as "revisionId", e.created_at as "createdAt", ${ofNotification}
    from alert_event e
    left join event_notification n on n.account_id = e.account_id and n.alert_event_id = e.alert_event_id
    where e.account_id = ${accountId} and e.alert_id = ${alertId}
    order by e.alert_event_id desc`,
    page,
  );
