import { randomUUID } from 'node:crypto';
import { type Database, type Db, firstRow, sql } from '../../db/sql.ts';
import { claimRows, isClaimHeld, type LeasedQueue } from '../../queue/claims.ts';
import {
  type DeliveryState,
  type DestinationRow,
  selectDestinationForUpdate,
  updateDeliveryState,
} from '../destinations/store.ts';
import { activeState, probeDelayMs, stateAfterFailedProbe } from '../destinations/suspension.ts';
import { attemptDelivery, type SendingParts } from './attempt.ts';
import type { BatchLoader } from './batch-loader.ts';
import type { AttemptResult, ClaimedNotification } from './claimed-notification.ts';
import type { FinishedAttempt } from './next-state.ts';
import { EMPTY_PAYLOAD } from './payload.ts';
import { raceShutdown } from './race-shutdown.ts';
import { storeAttempts } from './store.ts';
import { postWebhook } from './webhook.ts';

/** Longer than any attempt, so that never two probes of one destination are under way. */
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
  /** The oldest notification that is held, if any. */
  held: ClaimedNotification | undefined;
}

export interface ProbingParts extends SendingParts {
  db: Database;
  composer: BatchLoader;
}

/** Tries every suspended destination whose turn it is; answers how many. */
export async function probeDue(parts: ProbingParts): Promise<number> {
  const now = parts.clock.now();
  const probes = await parts.db.transaction((tx) => claimProbes(tx, now));
  await Promise.all(probes.map((probe) => probeOne(parts, probe)));
  return probes.length;
}

/** A probe whose worker dies is due again when its lease ends. */
async function claimProbes(db: Db, now: Date): Promise<Probe[]> {
  const [claim, leaseUntil] = [randomUUID(), new Date(now.getTime() + PROBE_LEASE_MS)];
  const due = await claimRows<Omit<Probe, 'held' | 'claim'>>(db, PROBE_QUEUE, {
    due: {
      where: sql`next_probe_at <= ${now} and status = 'SUSPENDED'`,
      orderBy: sql`next_probe_at`,
      limit: MAX_PROBES_PER_RUN,
    },
    claimId: claim,
    until: leaseUntil,
    returning: sql`
      account_id as "accountId", event_destination_id as id, destination_type as "destinationType", url`,
  });
  const probes: Probe[] = [];
  for (const destination of due) {
    const held = await claimParked(db, destination, { claim, now, leaseUntil });
    await advanceSequence(db, held);
    probes.push({ ...destination, claim, held });
  }
  return probes;
}

async function claimParked(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
  { claim, now, leaseUntil }: { claim: string; now: Date; leaseUntil: Date },
): Promise<ClaimedNotification | undefined> {
  const row = await firstRow<{ claimed: ClaimedNotification }>(
    db,
    sql`
    update event_notification n set
      claim_id = ${claim}, claimed_at = ${now}, due_at = ${leaseUntil}, attempt_number = n.attempt_number + 1, updated_at = ${now},
      sequence = coalesce(n.sequence, (
        select sequence + 1 from event_destination d where d.account_id = ${accountId} and d.event_destination_id = ${id}))
    where account_id = ${accountId} and event_notification_id = (
      select event_notification_id from event_notification
      where account_id = ${accountId} and event_destination_id = ${id} and status = 'SUSPENDED'
        and (claim_id is null or due_at <= ${now})
      order by event_notification_id limit 1)
    returning claimed_notification(n, true) as claimed`,
  );
  return row?.claimed;
}

async function advanceSequence(db: Db, held: ClaimedNotification | undefined): Promise<void> {
  if (held === undefined) return;
  await db.rows(sql`
    update event_destination set sequence = greatest(sequence, ${held.sequence}::bigint)
    where account_id = ${held.accountId} and event_destination_id = ${held.destinationId}`);
}

async function probeOne(parts: ProbingParts, probe: Probe): Promise<void> {
  const attempt = await attemptProbe(parts, probe);
  await parts.db.transaction((tx) => recordProbe(tx, probe, attempt, parts.clock.now()), { retries: 3 });
}

async function attemptProbe(parts: ProbingParts, { held, url, accountId }: Probe): Promise<AttemptResult> {
  const startedAt = parts.clock.now();
  try {
    const material = await parts.composer.loadBatch(held === undefined ? [] : [held]);
    if (held !== undefined) return await attemptDelivery(parts, held, material);
    // A mailbox cannot be asked whether it is there: it waits for the next event.
    const key = url === null ? undefined : await parts.composer.loadSigningKey(accountId);
    if (url === null || key === undefined) return { outcome: 'LOST', startedAt, tookMs: 0 };
    return await raceShutdown(postWebhook(parts, { url, key, body: EMPTY_PAYLOAD }), parts);
  } catch (error) {
    parts.onFault(error);
    return { outcome: 'LOST', error: 'the service could not send it', startedAt, tookMs: 0 };
  }
}

/** A manual reactivation that came first took the probe's claim away: then only the notification is written. */
async function recordProbe(db: Db, probe: Probe, attempt: AttemptResult, now: Date): Promise<void> {
  const destination = await selectDestinationForUpdate(db, probe.accountId, probe.id);
  const { accountId, id, claim } = probe;
  const isOurs = await isClaimHeld(db, PROBE_QUEUE, { key: [accountId, id], claimId: claim });
  if (probe.held !== undefined) {
    const isServed = destination?.status === 'ACTIVE';
    await storeAttempts(db, [finishProbe(probe.held, attempt, isServed, now)], now);
  }
  if (destination === undefined || !isOurs) return;
  await updateDeliveryState(db, destination, stateAfterProbe(destination, attempt, now));
}

function stateAfterProbe(destination: DestinationRow, { outcome }: AttemptResult, now: Date): DeliveryState {
  if (outcome === 'DELIVERED') return activeState(now);
  if (outcome === 'FAILED') return stateAfterFailedProbe(destination, now);
  // Nothing was learnt: there was nothing to send, so the next one is tried at once; or the fault is ours, and the probe does not count.
  const waits = outcome === 'SKIPPED' ? 0 : probeDelayMs(destination.probes);
  return { ...destination, nextProbeAt: new Date(now.getTime() + waits), nextReplayAt: null };
}

/** Probes use up none of the five attempts: an outage of days would else end what it should keep. */
function finishProbe(
  held: ClaimedNotification,
  attempt: AttemptResult,
  isServed: boolean,
  now: Date,
): FinishedAttempt {
  const { failedAttempts, internalFailures } = held;
  const kept = {
    failedAttempts,
    internalFailures,
    lane: 1 as const,
    error: attempt.error ?? null,
    deliveredAt: null,
  };
  const next =
    attempt.outcome === 'DELIVERED'
      ? { ...kept, status: 'DELIVERED' as const, dueAt: null, deliveredAt: now }
      : attempt.outcome === 'SKIPPED'
        ? { ...kept, status: 'SKIPPED' as const, dueAt: null }
        : isServed
          ? { ...kept, status: 'PENDING' as const, dueAt: now }
          : { ...kept, status: 'SUSPENDED' as const, dueAt: null };
  return { claimed: held, attempt, next };
}
