import { selectPage } from '../../db/select-page.ts';
import { type Db, firstRow, plainArray, sql } from '../../db/sql.ts';
import type { RowPage } from '../../lib/page.ts';

/** The account is in every condition: a cluster then asks the one shard that has it. */
export interface DestinationKey {
  accountId: string;
  id: string;
}

export interface DestinationRow {
  id: string;
  accountId: string;
  destinationType: 'WEBHOOK' | 'EMAIL';
  url: string | null;
  email: string | null;
  isDefault: boolean;
  status: 'ACTIVE' | 'SUSPENDED';
  failures: number;
  suspendedAt: Date | null;
  probes: number;
  nextProbeAt: Date | null;
  confirmedAt: Date | null;
  unsubscribedAt: Date | null;
  createdAt: Date;
}

const columns = sql`
  event_destination_id as id, account_id as "accountId", destination_type as "destinationType", url, email,
  is_default as "isDefault", status, failures, suspended_at as "suspendedAt", probes, next_probe_at as "nextProbeAt",
  confirmed_at as "confirmedAt", unsubscribed_at as "unsubscribedAt", created_at as "createdAt"`;

/** Serialises changes of the destinations of one account: the default depends on all of them. */
export async function lockDestinations(db: Db, accountId: string): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`destinations ${accountId}`}, 0))`);
}

export const destinationsPage = (db: Db, accountId: string, page: number): Promise<RowPage<DestinationRow>> =>
  selectPage(
    db,
    sql`
    select ${columns} from event_destination where account_id = ${accountId}
    order by created_at, event_destination_id`,
    page,
  );

export const destinationById = (db: Db, accountId: string, id: string): Promise<DestinationRow | undefined> =>
  firstRow(
    db,
    sql`select ${columns} from event_destination where account_id = ${accountId} and event_destination_id = ${id}`,
  );

export const destinationByTarget = (
  db: Db,
  accountId: string,
  { url, email }: { url: string | null; email: string | null },
): Promise<DestinationRow | undefined> =>
  firstRow(
    db,
    sql`select ${columns} from event_destination where account_id = ${accountId} and (url = ${url} or email = ${email})`,
  );

export const destinationsByIds = (
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<DestinationRow[]> =>
  db.rows(sql`
    select ${columns} from event_destination
    where account_id = ${accountId} and event_destination_id = any (${ids}::uuid[])`);

/** What a notification stores of its destination. */
export interface DestinationTarget {
  id: string;
  accountId: string;
  channel: DestinationRow['destinationType'];
  address: string;
  isDefault: boolean;
  isUnsubscribed: boolean;
}

/** The named ones of these accounts, and the default of each: few columns, as each event of an alert asks for them. */
export const destinationTargets = (
  db: Db,
  accountIds: readonly string[],
  ids: readonly string[],
): Promise<DestinationTarget[]> =>
  db.rows(sql`
    select event_destination_id as id, account_id as "accountId", destination_type as channel,
           coalesce(url, email) as address, is_default as "isDefault", unsubscribed_at is not null as "isUnsubscribed"
    from event_destination
    where account_id = any (${plainArray(accountIds)}::uuid[])
      and (event_destination_id = any (${plainArray(ids)}::uuid[]) or is_default)`);

export const selectDefaultDestination = (db: Db, accountId: string): Promise<DestinationRow | undefined> =>
  firstRow(db, sql`select ${columns} from event_destination where account_id = ${accountId} and is_default`);

export const countDestinations = async (db: Db, accountId: string): Promise<number> =>
  (await db.rows(sql`select 1 from event_destination where account_id = ${accountId}`)).length;

export type NewDestination = Pick<
  DestinationRow,
  'id' | 'accountId' | 'destinationType' | 'url' | 'email' | 'status'
>;

export async function insertDestination(db: Db, destination: NewDestination, now: Date): Promise<void> {
  const { id, accountId, destinationType, url, email, status } = destination;
  await db.rows(sql`
    insert into event_destination (account_id, event_destination_id, destination_type, url, email, status, created_at)
    values (${accountId}, ${id}, ${destinationType}, ${url}, ${email}, ${status}, ${now})`);
}

/** Clears the old default first: the unique index is checked row by row. */
export async function setDefaultDestination(db: Db, accountId: string, id: string): Promise<void> {
  await db.rows(
    sql`update event_destination set is_default = false where account_id = ${accountId} and is_default`,
  );
  await db.rows(sql`
    update event_destination set is_default = true where account_id = ${accountId} and event_destination_id = ${id}`);
}

export const deleteDestinationRow = (
  db: Db,
  accountId: string,
  id: string,
): Promise<{ isDefault: boolean } | undefined> =>
  firstRow(
    db,
    sql`
    delete from event_destination where account_id = ${accountId} and event_destination_id = ${id}
    returning is_default as "isDefault"`,
  );

/** The next default: active ones first, then the oldest. */
export const oldestDestination = (db: Db, accountId: string): Promise<{ id: string } | undefined> =>
  firstRow(
    db,
    sql`
    select event_destination_id as id from event_destination where account_id = ${accountId}
    order by status <> 'ACTIVE', created_at, event_destination_id limit 1`,
  );

/** Every change of the status of a destination holds this lock. */
export const selectDestinationForUpdate = (
  db: Db,
  { accountId, id }: DestinationKey,
): Promise<DestinationRow | undefined> =>
  firstRow(
    db,
    sql`
    select ${columns} from event_destination where account_id = ${accountId} and event_destination_id = ${id}
    for update`,
  );

/** The columns that delivery changes. */
export type DeliveryState = Pick<
  DestinationRow,
  'status' | 'failures' | 'suspendedAt' | 'probes' | 'nextProbeAt'
> & { nextReplayAt: Date | null };

export async function updateDeliveryState(
  db: Db,
  { accountId, id }: DestinationKey,
  service: DeliveryState,
): Promise<void> {
  await db.rows(sql`
    update event_destination set
      status = ${service.status}, failures = ${service.failures}, suspended_at = ${service.suspendedAt},
      probes = ${service.probes}, next_probe_at = ${service.nextProbeAt}, probe_claim = null,
      next_replay_at = ${service.nextReplayAt}, replay_steps = 0
    where account_id = ${accountId} and event_destination_id = ${id}`);
}

export async function updateFailureCount(
  db: Db,
  { accountId, id }: DestinationKey,
  failures: number,
): Promise<void> {
  await db.rows(sql`
    update event_destination set failures = ${failures}
    where account_id = ${accountId} and event_destination_id = ${id} and failures <> ${failures}`);
}

export async function markConfirmed(db: Db, accountId: string, id: string, now: Date): Promise<void> {
  await db.rows(sql`
    update event_destination set confirmed_at = ${now}
    where account_id = ${accountId} and event_destination_id = ${id} and confirmed_at is null`);
}

export async function markUnsubscribed(db: Db, accountId: string, id: string, now: Date): Promise<void> {
  await db.rows(sql`
    update event_destination set unsubscribed_at = ${now}, status = 'SUSPENDED', next_probe_at = null, next_replay_at = null
    where account_id = ${accountId} and event_destination_id = ${id} and unsubscribed_at is null`);
}
