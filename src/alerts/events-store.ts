import type { AlertEventType, AlertScope } from '../catalogue/service-vocabularies.ts';
import { selectPage } from '../db/select-page.ts';
import { type Db, firstRow, joinSql, sql, unnestRows } from '../db/sql.ts';
import { firstIdAt } from '../lib/ids.ts';
import type { RowPage } from '../lib/page.ts';

/** As the columns of the table. */
export interface AlertEventInsert {
  account_id: string;
  alert_event_id: string;
  alert_id: string;
  property_id: string;
  revision_id: string;
  event_type: AlertEventType;
  scope: AlertScope;
  subject_id: string;
}

const eventColumns = {
  account_id: 'uuid',
  alert_event_id: 'uuid',
  alert_id: 'uuid',
  property_id: 'uuid',
  revision_id: 'uuid',
  event_type: 'text',
  scope: 'text',
  subject_id: 'uuid',
} as const;

/** Returns the ids of those that were not recorded before. */
export async function insertEvents(
  db: Db,
  events: readonly AlertEventInsert[],
  now: Date,
): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const rows = await db.rows<{ id: string }>(sql`
    insert into alert_event
      (account_id, alert_event_id, alert_id, property_id, revision_id, event_type, scope, subject_id, created_at)
    select account_id, alert_event_id, alert_id, property_id, revision_id, event_type, scope, subject_id, ${now}
    from ${unnestRows(events, eventColumns)}
    on conflict (account_id, alert_id, property_id, revision_id, event_type, subject_id) do nothing
    returning alert_event_id as id`);
  return new Set(rows.map(({ id }) => id));
}

export interface AlertEventRow {
  id: string;
  alertId: string;
  propertyId: string;
  eventType: AlertEventType;
  scope: AlertScope;
  createdAt: Date;
}

const columns = sql`
  alert_event_id as id, alert_id as "alertId", property_id as "propertyId", event_type as "eventType", scope, created_at as "createdAt"`;

export interface AlertEventFilter {
  accountId: string;
  alertId: string;
  newestFirst: boolean;
  before?: Date | undefined;
  strictlyBefore?: Date | undefined;
  after?: Date | undefined;
  strictlyAfter?: Date | undefined;
}

const firstIdAfter = (moment: Date): string => firstIdAt(new Date(moment.getTime() + 1));

/** The id of an event contains the time of recording, so that one order serves both. */
export function eventsPage(db: Db, choice: AlertEventFilter, page: number): Promise<RowPage<AlertEventRow>> {
  const { accountId, alertId, before, strictlyBefore, after, strictlyAfter } = choice;
  const conditions = [
    sql`account_id = ${accountId} and alert_id = ${alertId}`,
    ...(before ? [sql`alert_event_id < ${firstIdAfter(before)}`] : []),
    ...(strictlyBefore ? [sql`alert_event_id < ${firstIdAt(strictlyBefore)}`] : []),
    ...(after ? [sql`alert_event_id >= ${firstIdAt(after)}`] : []),
    ...(strictlyAfter ? [sql`alert_event_id >= ${firstIdAfter(strictlyAfter)}`] : []),
  ];
  const order = choice.newestFirst ? sql`order by alert_event_id desc` : sql`order by alert_event_id`;
  return selectPage(
    db,
    sql`select ${columns} from alert_event where ${joinSql(conditions, ' and ')} ${order}`,
    page,
  );
}

export const eventById = (
  db: Db,
  { accountId, alertId }: { accountId: string; alertId: string },
  id: string,
): Promise<AlertEventRow | undefined> =>
  firstRow(
    db,
    sql`select ${columns} from alert_event where account_id = ${accountId} and alert_id = ${alertId} and alert_event_id = ${id}`,
  );
