import type { Database, Db } from '../../db/sql.ts';
import { sql } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { lockRows, type WorkQueue } from '../../queue/claims.ts';
import { recordRefusal } from '../confirmations/confirmations.ts';
import { parkBacklog, releaseParked } from '../notifications/park.ts';
import { skipDestinationNotifications } from '../notifications/skip.ts';
import {
  type DestinationKey,
  destinationById,
  markConfirmed,
  markUnsubscribed,
  selectDestinationForUpdate,
  updateDeliveryState,
} from './store.ts';
import { activeState, REPLAY_INTERVAL_MS, replayBatchSize } from './suspension.ts';

/** Parks some of the backlog of a suspended destination; returns whether there is more. */
export function parkDestinationBacklog(db: Database, clock: Clock, key: DestinationKey): Promise<boolean> {
  return db.transaction(async (tx) => {
    const destination = await selectDestinationForUpdate(tx, key);
    return destination?.status === 'SUSPENDED' && parkBacklog(tx, destination, clock.now());
  });
}

interface ReplayState extends DestinationKey {
  steps: number;
}

const MAX_REPLAYS_PER_RUN = 50;
const DESTINATIONS: WorkQueue = { table: 'event_destination', key: ['account_id', 'event_destination_id'] };
const replayColumns = sql`account_id as "accountId", event_destination_id as id, replay_steps as steps`;

/**
 * One step of every replay that is due: 1, 2, 4, … parked notifications, up to a cap. Returns how many replays were
 * due. Each is a transaction of one account: on a cluster rows of several shards cannot be locked at once.
 */
export async function replayDue(db: Database, clock: Clock): Promise<number> {
  const now = clock.now();
  const isDue = sql`next_replay_at <= ${now} and status = 'ACTIVE'`;
  const due = await db.rows<DestinationKey>(sql`
    select account_id as "accountId", event_destination_id as id from event_destination where ${isDue}
    order by next_replay_at limit ${MAX_REPLAYS_PER_RUN}`);
  let replayed = 0;
  for (const { accountId, id } of due)
    replayed += await db.transaction(async (tx) => {
      const where = sql`account_id = ${accountId} and event_destination_id = ${id} and ${isDue}`;
      const [replaying] = await lockRows<ReplayState>(tx, DESTINATIONS, replayColumns, { where });
      if (replaying !== undefined) await advanceReplay(tx, replaying, now);
      return Number(replaying !== undefined);
    });
  return replayed;
}

async function advanceReplay(db: Db, replaying: ReplayState, now: Date): Promise<void> {
  const { left } = await releaseParked(db, replaying, replayBatchSize(replaying.steps), now);
  const next = left === 0 ? null : new Date(now.getTime() + REPLAY_INTERVAL_MS);
  await db.rows(sql`
    update event_destination set replay_steps = ${replaying.steps + 1}, next_replay_at = ${next}
    where account_id = ${replaying.accountId} and event_destination_id = ${replaying.id}`);
}

/** Activates a destination whose recipient followed the mailed link. Returns false when it does not exist any more. */
export function confirmEmail(db: Database, clock: Clock, accountId: string, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const destination = await selectDestinationForUpdate(tx, { accountId, id });
    if (destination === undefined) return false;
    if (destination.confirmedAt !== null || destination.unsubscribedAt !== null) return true;
    await markConfirmed(tx, accountId, id, clock.now());
    await updateDeliveryState(tx, destination, activeState(clock.now()));
    return true;
  });
}

/**
 * Stops mails to this recipient: from this destination and from later ones of the account for the same mailbox. On a
 * cluster a destination is committed before what the coordinator has (decision 65). So the refusal is committed first,
 * alone: a crash leaves a destination that is not unsubscribed yet, and none that is without its refusal.
 */
export async function unsubscribe(
  db: Database,
  clock: Clock,
  accountId: string,
  id: string,
): Promise<boolean> {
  const found = await destinationById(db, accountId, id);
  if (found === undefined) return false;
  if (found.email !== null) await recordRefusal(db, accountId, found.email, clock.now());
  return db.transaction(async (tx) => {
    const destination = await selectDestinationForUpdate(tx, { accountId, id });
    if (destination === undefined) return false;
    await markUnsubscribed(tx, accountId, id, clock.now());
    await skipDestinationNotifications(
      tx,
      { accountId, id, reason: 'the recipient unsubscribed' },
      clock.now(),
    );
    return true;
  });
}
