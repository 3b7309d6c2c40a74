import { constants, zstdCompressSync } from 'node:zlib';
import { type Db, type Sql, sql } from '../../db/sql.ts';
import { type Claim, type LeasedQueue, renewClaims, updateClaimed } from '../../queue/claims.ts';
import type { DestinationKey } from '../destinations/store.ts';
import type { ClaimedNotification } from './claimed-notification.ts';
import type { FinishedAttempt } from './next-state.ts';

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
export async function clearFailures(db: Db, destinations: readonly DestinationKey[]): Promise<void> {
  const accounts = [...new Set(destinations.map(({ accountId }) => accountId))];
  const ids = [...new Set(destinations.map(({ id }) => id))];
  await db.rows(sql`
    update event_destination set failures = 0
    where account_id = any (${accounts}::uuid[]) and event_destination_id = any (${ids}::uuid[])
      and failures > 0 and status = 'ACTIVE'`);
}

export const selectEncryptedKeys = (
  db: Db,
  accountIds: readonly string[],
): Promise<{ accountId: string; encryptedKey: Buffer }[]> =>
  db.rows(sql`
    select account_id as "accountId", encrypted_key as "encryptedKey" from signing_key where account_id = any (${accountIds}::uuid[])`);

/** Only the delivery log shows them: the fastest level makes a property five times smaller. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** A larger body is not stored; the largest property is far smaller. */
const MAX_STORED_BODY_BYTES = 256 * 1024;

const MAX_HEADERS = 50;

const MAX_HEADER_CHARS = 500;

/** Bodies are sent as one value with ranges: an array of bytea would be sent as hexadecimal. */
export interface PackedBodies {
  bytes: Buffer;
  ranges: { request: ByteRange | undefined; reply: ByteRange | undefined }[];
}

interface ByteRange {
  /** From 1, as `substring` counts. */
  at: number;
  length: number;
}

export function packBodies(finished: readonly FinishedAttempt[]): PackedBodies {
  const pieces: Buffer[] = [];
  let length = 0;
  const put = (bytes: Buffer | undefined): ByteRange | undefined => {
    if (bytes === undefined) return undefined;
    pieces.push(bytes);
    length += bytes.length;
    return { at: length - bytes.length + 1, length: bytes.length };
  };
  const ranges = finished.map(({ attempt: { request, reply } }) => ({
    request: put(
      request === undefined || request.body.length > MAX_STORED_BODY_BYTES
        ? undefined
        : zstdCompressSync(request.body, COMPRESSION),
    ),
    reply: put(reply?.body),
  }));
  return { bytes: Buffer.concat(pieces), ranges };
}

export const toAttemptRows = (finished: readonly FinishedAttempt[], { ranges }: PackedBodies): object[] =>
  finished.map(({ claimed, attempt, next }, at) => ({
    account_id: claimed.accountId,
    event_notification_id: claimed.id,
    claim_id: claimed.claim,
    status: next.status,
    due_at: next.dueAt,
    delivered_at: next.deliveredAt,
    error: next.error,
    failed_attempts: next.failedAttempts,
    internal_failures: next.internalFailures,
    lane: next.lane,
    attempt_number: claimed.attempt,
    event_destination_id: claimed.destinationId,
    started_at: attempt.startedAt,
    took_ms: attempt.tookMs,
    outcome: attempt.outcome,
    probe: claimed.probe,
    request_headers: attempt.request?.headers,
    request_at: ranges[at]?.request?.at,
    request_length: ranges[at]?.request?.length,
    reply_status: attempt.reply?.status,
    reply_headers: attempt.reply && truncateHeaders(attempt.reply.headers),
    reply_at: ranges[at]?.reply?.at,
    reply_length: ranges[at]?.reply?.length,
  }));

const truncateHeaders = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => [name, String(value).slice(0, MAX_HEADER_CHARS)]),
  );
