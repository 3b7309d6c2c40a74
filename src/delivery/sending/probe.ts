import { randomUUID } from 'node:crypto';
import { type Database, type Db, firstRow, type Sql, sql } from '../../db/sql.ts';
import { claimRow, isClaimHeld, type LeasedQueue } from '../../queue/claims.ts';
import {
  type DeliveryState,
  type DestinationKey,
  type DestinationRow,
  selectDestinationForUpdate,
  updateDeliveryState,
} from '../destinations/store.ts';
import { activeState, probeDelayMs, stateAfterFailedProbe } from '../destinations/suspension.ts';
import { attemptDelivery, raceShutdown, type SendingParts } from './attempt.ts';
import type { BatchLoader } from './batch-loader.ts';
import type { AttemptResult, ClaimedNotification } from './claimed-notification.ts';
import type { FinishedAttempt } from './next-state.ts';
import { storeAttempts } from './store.ts';
import { EMPTY_PAYLOAD, postWebhook } from './webhook.ts';

/** Longer than any attempt, so that two probes of one destination never run at once. */
const PROBE_LEASE_MS = 60_000;
const MAX_PROBES_PER_RUN = 20;
const PROBE_QUEUE: LeasedQueue = {
  table: 'event_destination',
  key: ['account_id', 'event_destination_id'],
  claimColumn: 'probe_claim',
  leaseColumn: 'next_probe_at',
  condition: sql`status = 'SUSPENDED'`,
};

interface Probe {
  accountId: string;
  id: string;
  destinationType: 'WEBHOOK' | 'EMAIL';
  url: string | null;
  claim: string;
  /** The oldest parked notification, if any. */
  parked: ClaimedNotification | undefined;
}

export interface ProbingParts extends SendingParts {
  composer: BatchLoader;
}

/** Probes every suspended destination that is due; returns how many. */
export async function probeDue(parts: ProbingParts): Promise<number> {
  const now = parts.clock.now();
  const probes = await claimProbes(parts.db, now);
  await Promise.all(probes.map((probe) => probeOne(parts, probe)));
  return probes.length;
}

interface ProbeClaim {
  claim: string;
  now: Date;
  leaseUntil: Date;
}

const isDue = (now: Date): Sql => sql`next_probe_at <= ${now} and status = 'SUSPENDED'`;

/** Each is claimed in a transaction of its own account. */
async function claimProbes(db: Database, now: Date): Promise<Probe[]> {
  const claim = { claim: randomUUID(), now, leaseUntil: new Date(now.getTime() + PROBE_LEASE_MS) };
  const due = await db.rows<DestinationKey>(sql`
    select account_id as "accountId", event_destination_id as id from event_destination where ${isDue(now)}
    order by next_probe_at limit ${MAX_PROBES_PER_RUN}`);
  const probes: Probe[] = [];
  for (const key of due) {
    const probe = await db.transaction((tx) => claimProbe(tx, key, claim));
    if (probe !== undefined) probes.push(probe);
  }
  return probes;
}

/** A probe whose worker dies is due again when its lease ends. */
async function claimProbe(db: Db, key: DestinationKey, claim: ProbeClaim): Promise<Probe | undefined> {
  const destination = await claimRow<Omit<Probe, 'parked' | 'claim'>>(db, PROBE_QUEUE, {
    key: [key.accountId, key.id],
    due: isDue(claim.now),
    claimId: claim.claim,
    until: claim.leaseUntil,
    returning: sql`
      account_id as "accountId", event_destination_id as id, destination_type as "destinationType", url`,
  });
  if (destination === undefined) return undefined;
  const parked = await claimParked(db, destination, claim);
  await advanceSequence(db, parked);
  return { ...destination, claim: claim.claim, parked };
}

async function claimParked(
  db: Db,
  { accountId, id }: DestinationKey,
  { claim, now, leaseUntil }: ProbeClaim,
): Promise<ClaimedNotification | undefined> {
  const row = await firstRow<{ claimed: ClaimedNotification }>(
    db,
    sql`
    with claimed as (
      update event_notification n set
      claim_id = ${claim}, claimed_at = ${now}, due_at = ${leaseUntil}, attempt_number = n.attempt_number + 1, updated_at = ${now},
      sequence = coalesce(n.sequence, (
        select sequence + 1 from event_destination d where d.account_id = ${accountId} and d.event_destination_id = ${id}))
    where account_id = ${accountId} and event_notification_id = (
      select event_notification_id from event_notification
      where account_id = ${accountId} and event_destination_id = ${id} and status = 'SUSPENDED'
        and (claim_id is null or due_at <= ${now})
      order by event_notification_id limit 1)
      returning n.*)
    select claimed_notification(claimed::event_notification, true) as claimed from claimed`,
  );
  return row?.claimed;
}

async function advanceSequence(db: Db, parked: ClaimedNotification | undefined): Promise<void> {
  if (parked === undefined) return;
  await db.rows(sql`
    update event_destination set sequence = greatest(sequence, ${parked.sequence}::bigint)
    where account_id = ${parked.accountId} and event_destination_id = ${parked.destinationId}`);
}

async function probeOne(parts: ProbingParts, probe: Probe): Promise<void> {
  const attempt = await attemptProbe(parts, probe);
  await parts.db.transaction((tx) => recordProbe(tx, probe, attempt, parts.clock.now()), { retries: 3 });
}

async function attemptProbe(parts: ProbingParts, { parked, url, accountId }: Probe): Promise<AttemptResult> {
  const startedAt = parts.clock.now();
  try {
    const material = await parts.composer.loadBatch(parked === undefined ? [] : [parked]);
    if (parked !== undefined) return await attemptDelivery(parts, parked, material);
    // A mailbox cannot be probed: it waits for the next event.
    const key = url === null ? undefined : await parts.composer.loadSigningKey(accountId);
    if (url === null || key === undefined) return { outcome: 'LOST', startedAt, tookMs: 0 };
    return await raceShutdown(postWebhook(parts, { accountId, url, key, body: EMPTY_PAYLOAD }), parts);
  } catch (error) {
    parts.onFault(error);
    return { outcome: 'LOST', error: 'the service could not send it', startedAt, tookMs: 0 };
  }
}

/** A manual reactivation removes the claim of the probe: then only the notification is written. */
async function recordProbe(db: Db, probe: Probe, attempt: AttemptResult, now: Date): Promise<void> {
  const destination = await selectDestinationForUpdate(db, probe);
  const { accountId, id, claim } = probe;
  const isOurs = await isClaimHeld(db, PROBE_QUEUE, { key: [accountId, id], claimId: claim });
  if (probe.parked !== undefined) {
    const isActive = destination?.status === 'ACTIVE';
    await storeAttempts(db, [finishProbe(probe.parked, attempt, isActive, now)], now);
  }
  if (destination === undefined || !isOurs) return;
  await updateDeliveryState(db, destination, stateAfterProbe(destination, attempt, now));
}

function stateAfterProbe(destination: DestinationRow, { outcome }: AttemptResult, now: Date): DeliveryState {
  if (outcome === 'DELIVERED') return activeState(now);
  if (outcome === 'FAILED') return stateAfterFailedProbe(destination, now);
  // Nothing to send: the next notification is tried at once. An internal failure: the probe does not count.
  const waits = outcome === 'SKIPPED' ? 0 : probeDelayMs(destination.probes);
  return { ...destination, nextProbeAt: new Date(now.getTime() + waits), nextReplayAt: null };
}

/** Probes do not count for the five attempts: an outage of days would end notifications that must be replayed. */
function finishProbe(
  parked: ClaimedNotification,
  attempt: AttemptResult,
  isActive: boolean,
  now: Date,
): FinishedAttempt {
  const { failedAttempts, internalFailures } = parked;
  const unchanged = {
    failedAttempts,
    internalFailures,
    lane: 1 as const,
    error: attempt.error ?? null,
    deliveredAt: null,
  };
  const next =
    attempt.outcome === 'DELIVERED'
      ? { ...unchanged, status: 'DELIVERED' as const, dueAt: null, deliveredAt: now }
      : attempt.outcome === 'SKIPPED'
        ? { ...unchanged, status: 'SKIPPED' as const, dueAt: null }
        : isActive
          ? { ...unchanged, status: 'PENDING' as const, dueAt: now }
          : { ...unchanged, status: 'SUSPENDED' as const, dueAt: null };
  return { claimed: parked, attempt, next };
}
