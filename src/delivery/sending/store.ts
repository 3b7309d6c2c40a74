import { type Db, type Sql, sql } from '../../db/sql.ts';
import { type Claim, type LeasedQueue, renewClaims, updateClaimed } from '../../queue/claims.ts';
import type { ClaimedNotification } from './claimed-notification.ts';
import type { FinishedAttempt } from './next-state.ts';
import { packBodies, toAttemptRows } from './packed-bodies.ts';

/** Claims are made by the function claim_notifications, which also numbers what it claims. */
const NOTIFICATION_QUEUE: LeasedQueue = {
  table: 'event_notification',
  key: ['account_id', 'event_notification_id'],
  claimColumn: 'claim_id',
  leaseColumn: 'due_at',
  condition: sql`status = 'PENDING'`,
};

const toClaim = ({ accountId, id, claim }: ClaimedNotification): Claim => ({
  key: [accountId, id],
  claimId: claim,
});

export async function renewLeases(
  db: Db,
  claimed: readonly ClaimedNotification[],
  leaseUntil: Date,
): Promise<void> {
  await renewClaims(db, NOTIFICATION_QUEUE, claimed.map(toClaim), leaseUntil);
}

const unclaimed = (now: Date): Sql =>
  sql`claim_id = null, claimed_at = null, due_at = ${now}, attempt_number = attempt_number - 1`;

/** Undoes claims of which nothing was sent: the attempt does not count. */
export async function releaseClaims(
  db: Db,
  unused: readonly ClaimedNotification[],
  now: Date,
): Promise<void> {
  await updateClaimed(db, NOTIFICATION_QUEUE, unused.map(toClaim), unclaimed(now));
}

/** The same for claims whose result was lost: their rows are unknown, and nothing of them was sent. */
export async function releaseUnansweredClaims(db: Db, claims: readonly string[], now: Date): Promise<void> {
  await db.rows(sql`
    update event_notification set ${unclaimed(now)}
    where claim_id = any (${claims}::uuid[]) and status = 'PENDING'`);
}

/**
 * Writes attempts and the next states of their notifications in one statement; returns the ids of those still claimed
 * by us. With a skip reason a notification ends as skipped unless it was delivered.
 */
export async function storeAttempts(
  db: Db,
  finished: readonly FinishedAttempt[],
  now: Date,
): Promise<Set<string>> {
  const bodies = packBodies(finished);
  const rows = await db.rows<{ id: string }>(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(toAttemptRows(finished, bodies))}::json) as given (
        account_id uuid, event_notification_id uuid, claim_id uuid, status text, due_at timestamptz, delivered_at timestamptz,
        error text, failed_attempts int, internal_failures int, lane smallint, attempt_number int, event_destination_id uuid,
        started_at timestamptz, took_ms int, outcome text, probe boolean, request_headers json, request_at int, request_length int,
        reply_status int, reply_headers json, reply_at int, reply_length int)
    ), done as (
      update event_notification n set
        status = case when given.status <> 'DELIVERED' and n.skip_reason is not null then 'SKIPPED' else given.status end,
        due_at = case when given.status = 'PENDING' and n.skip_reason is null then given.due_at end,
        last_error_message = case when given.status = 'DELIVERED' then null else coalesce(n.skip_reason, given.error) end,
        delivered_at = coalesce(given.delivered_at, n.delivered_at),
        failed_attempts = given.failed_attempts, internal_failures = given.internal_failures, lane = given.lane,
        status_before = case when given.status = 'PENDING' then n.status_before end,
        claim_id = null, claimed_at = null, updated_at = ${now}
      from given
      where n.account_id = given.account_id and n.event_notification_id = given.event_notification_id
        and n.claim_id = given.claim_id and n.status in ('PENDING', 'SUSPENDED')
      returning n.account_id, n.event_notification_id
    )
    insert into delivery_attempt
      (account_id, event_notification_id, attempt_number, event_destination_id, started_at, took_ms, outcome, probe,
       request_headers, request_body, reply_status, reply_headers, reply_body, error)
    select given.account_id, given.event_notification_id, attempt_number, event_destination_id, started_at, took_ms, outcome, probe,
           request_headers, substring(${bodies.bytes}::bytea from request_at for request_length),
           reply_status, reply_headers, substring(${bodies.bytes}::bytea from reply_at for reply_length), error
    from given join done using (account_id, event_notification_id)
    on conflict (account_id, event_notification_id, attempt_number) do nothing
    returning event_notification_id as id`);
  return new Set(rows.map(({ id }) => id));
}

/** One success resets the count of failures. Rows without failures are not touched, nor locked. */
export async function clearFailures(db: Db, destinationIds: readonly string[]): Promise<void> {
  await db.rows(sql`
    update event_destination set failures = 0
    where event_destination_id = any (${destinationIds}::uuid[]) and failures > 0 and status = 'ACTIVE'`);
}

export const selectEncryptedKeys = (
  db: Db,
  accountIds: readonly string[],
): Promise<{ accountId: string; encryptedKey: Buffer }[]> =>
  db.rows(sql`
    select account_id as "accountId", encrypted_key as "encryptedKey" from signing_key where account_id = any (${accountIds}::uuid[])`);
