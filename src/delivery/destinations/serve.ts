import type { Database, Db } from '../../db/sql.ts';
import { sql } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { recordRefusal } from '../confirmations/confirmations.ts';
import { holdSome, release } from '../notifications/hold.ts';
import { skipOfDestination } from '../notifications/skip.ts';
import { lockedDestinations, putConfirmed, putService, putUnsubscribed } from './store.ts';
import { REPLAY_STEP_MS, reactivated, replayStep } from './suspension.ts';

/** Holds some of what waits for a destination that is not served; answers whether there is more. */
export function holdSomeOf(db: Database, clock: Clock, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [destination] = await lockedDestinations(tx, [id]);
    return destination?.status === 'SUSPENDED' && holdSome(tx, destination, clock.now());
  });
}

interface Replaying {
  accountId: string;
  id: string;
  steps: number;
}

const REPLAYS_AT_ONCE = 50;

/** One second's share of every replay that is due: 1, 2, 4, … held notifications, up to a cap. Answers how many replays were due. */
export function replayDue(db: Database, clock: Clock): Promise<number> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const due = await tx.rows<Replaying>(sql`
      select account_id as "accountId", event_destination_id as id, replay_steps as steps from event_destination
      where next_replay_at <= ${now} and status = 'ACTIVE'
      order by next_replay_at limit ${REPLAYS_AT_ONCE} for update skip locked`);
    for (const replaying of due) await replayOne(tx, replaying, now);
    return due.length;
  });
}

async function replayOne(db: Db, replaying: Replaying, now: Date): Promise<void> {
  const { left } = await release(db, replaying, replayStep(replaying.steps), now);
  const next = left === 0 ? null : new Date(now.getTime() + REPLAY_STEP_MS);
  await db.rows(sql`
    update event_destination set replay_steps = ${replaying.steps + 1}, next_replay_at = ${next}
    where account_id = ${replaying.accountId} and event_destination_id = ${replaying.id}`);
}

/** Served from now on, as its owner followed the mailed link. Answers false when there is no such destination any more. */
export function confirmAddress(db: Database, clock: Clock, accountId: string, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [destination] = await lockedDestinations(tx, [id]);
    if (destination?.accountId !== accountId) return false;
    if (destination.confirmedAt !== null || destination.unsubscribedAt !== null) return true;
    await putConfirmed(tx, accountId, id, clock.now());
    await putService(tx, destination, reactivated(clock.now()));
    return true;
  });
}

/** Nothing is sent there any more: not to this destination, nor to another that the account makes for the same mailbox. */
export function unsubscribe(db: Database, clock: Clock, accountId: string, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [destination] = await lockedDestinations(tx, [id]);
    if (destination?.accountId !== accountId) return false;
    await putUnsubscribed(tx, accountId, id, clock.now());
    if (destination.email !== null) await recordRefusal(tx, accountId, destination.email, clock.now());
    await skipOfDestination(tx, { accountId, id, reason: 'the recipient unsubscribed' }, clock.now());
    return true;
  });
}
