import { type Db, sql } from '../db/sql.ts';
import { MAX_CLOCK_SKEW_MS } from '../lib/clock.ts';
import { probeDelayMs, REPLAY_INTERVAL_MS } from './destinations/suspension.ts';

/**
 * Moves due times that were written while the wall clock was ahead: otherwise a clock set back by a day delays
 * deliveries by a day. The wait between writing and due time stays the same. It is idempotent, so every worker may run
 * it.
 */
export async function rebaseDeliveries(db: Db, now: Date): Promise<number> {
  const latest = new Date(now.getTime() + MAX_CLOCK_SKEW_MS);
  // By seconds: a cluster refuses to add an interval to a time, which depends on the time zone of the session.
  const notifications = await db.rows(sql`
    update event_notification set
      due_at = to_timestamp(${now.getTime() / 1_000}::float8 + extract(epoch from due_at - updated_at)::float8),
      updated_at = ${now}
    where status = 'PENDING' and updated_at > ${latest}
    returning 1`);
  const probes = await rebaseProbes(db, now);
  const replays = await db.rows(sql`
    update event_destination set next_replay_at = ${now}
    where next_replay_at > ${new Date(latest.getTime() + REPLAY_INTERVAL_MS)}
    returning 1`);
  return notifications.length + probes + replays.length;
}

/** A probe is due one delay from now at the latest, or at the end of its lease, which is shorter than any delay. */
async function rebaseProbes(db: Db, now: Date): Promise<number> {
  const rows = await db.rows<{ accountId: string; id: string; probes: number; nextProbeAt: Date }>(sql`
    select account_id as "accountId", event_destination_id as id, probes, next_probe_at as "nextProbeAt"
    from event_destination where next_probe_at > ${new Date(now.getTime() + probeDelayMs(0) + MAX_CLOCK_SKEW_MS)}`);
  let moved = 0;
  for (const { accountId, id, probes, nextProbeAt } of rows) {
    const dueAt = new Date(now.getTime() + probeDelayMs(probes));
    if (nextProbeAt.getTime() <= dueAt.getTime() + MAX_CLOCK_SKEW_MS) continue;
    await db.rows(sql`
      update event_destination set next_probe_at = ${dueAt}
      where account_id = ${accountId} and event_destination_id = ${id} and next_probe_at = ${nextProbeAt}`);
    moved += 1;
  }
  return moved;
}
