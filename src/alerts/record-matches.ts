import type { AlertMatch } from '../criteria/index/alert-index.ts';
import { compilePredicate } from '../criteria/matches.ts';
import type { SearchRow } from '../criteria/search-row.ts';
import type { Tree } from '../criteria/tree.ts';
import { parseStoredTree } from '../criteria/upgrade.ts';
import type { Db } from '../db/sql.ts';
import { enqueueNotifications, type NewNotification } from '../delivery/notifications/enqueue.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { type CandidateEvent, type StateMatches, selectAlertEvents } from './derive-events.ts';
import { divideByPlan } from './digests.ts';
import { type AlertEventInsert, insertEvents } from './events-store.ts';
import type { PropertyChange } from './property-change.ts';
import { type AlertId, type LockedAlert, loadCriteria, lockAlerts } from './store.ts';

/** The search rows of a property before and after a change. */
export interface ChangeStates {
  before: SearchRow | undefined;
  after: SearchRow | undefined;
}

/** A change with alerts that it concerns. */
export interface AlertMatches {
  change: PropertyChange;
  candidates: readonly CandidateEvent[];
  states: ChangeStates;
  alerts: readonly AlertMatch[];
}

/**
 * Records the events of these alerts in the transaction of the caller. The alerts are locked until it ends; one that
 * changed since it was matched is matched again. Returns how many events were new.
 */
export async function recordMatches(db: Db, clock: Clock, matches: readonly AlertMatches[]): Promise<number> {
  const alerts = await lockMatchedAlerts(db, matches);
  const trees = await loadChangedTrees(db, matches, alerts);
  return recordEvents(
    db,
    clock,
    matches.flatMap((one) => eventsToRecord(one, alerts, trees)),
  );
}

async function lockMatchedAlerts(
  db: Db,
  matches: readonly AlertMatches[],
): Promise<Map<string, LockedAlert>> {
  const ids = new Map<string, AlertId>();
  for (const { alerts } of matches)
    for (const { alertId, accountId } of alerts) ids.set(alertId, { accountId, id: alertId });
  if (ids.size === 0) return new Map();
  return new Map((await lockAlerts(db, [...ids.values()])).map((alert) => [alert.id, alert]));
}

/** Criteria of alerts that changed between matching and locking. */
async function loadChangedTrees(
  db: Db,
  matches: readonly AlertMatches[],
  current: ReadonlyMap<string, LockedAlert>,
): Promise<Map<string, Tree | null>> {
  const changed = new Set<LockedAlert>();
  for (const { alerts } of matches)
    for (const { alertId, version } of alerts) {
      const alert = current.get(alertId);
      if (alert?.enabled && alert.version !== version) changed.add(alert);
    }
  const criteria = await loadCriteria(db, [...changed]);
  return new Map([...criteria].map(([id, stored]) => [id, tryParseTree(stored)]));
}

/** Null where it does not parse any more: the others of the batch are recorded, and the loader of alerts reports it. */
function tryParseTree(stored: object | null): Tree | null {
  try {
    return parseStoredTree(stored);
  } catch {
    return null;
  }
}

function eventsToRecord(
  { change, candidates, states, alerts }: AlertMatches,
  current: ReadonlyMap<string, LockedAlert>,
  trees: ReadonlyMap<string, Tree | null>,
): PendingAlertEvent[] {
  return alerts.flatMap((match) => {
    const alert = current.get(match.alertId);
    if (alert === undefined || !alert.enabled) return [];
    const tree = trees.get(alert.id);
    if (tree === null) return [];
    const judged = tree === undefined ? match : evaluateTree(tree, states);
    const { propertyId, revisionId, traceparent } = change;
    return selectAlertEvents(candidates, judged, alert.rules).map((event) => ({
      alert,
      propertyId,
      revisionId,
      event,
      traceparent,
    }));
  });
}

function evaluateTree(tree: Tree, { before, after }: ChangeStates): StateMatches {
  const holds = compilePredicate(tree);
  return { before: before !== undefined && holds(before), after: after !== undefined && holds(after) };
}

/** How much one transaction records. */
export interface MatchLimits {
  /** Alerts of one account. The rest waits in the backlog, where accounts take turns. */
  readonly perAccount: number;
  /** Alerts of all accounts: 2,000 events are recorded in a quarter of a second. */
  readonly perBatch: number;
}

export const MATCH_LIMITS: MatchLimits = { perAccount: 100, perBatch: 2_000 };

/** What happens with the matches of one change, by account. */
interface MatchShares {
  readonly record: ReadonlySet<string>;
  readonly defer: ReadonlyMap<string, number>;
}

/**
 * Decides who is recorded at once: accounts with few matches, the fewest first. An account that waits already, or is
 * deferred with an earlier change, waits with all that follow, so that its events stay in the order of the changes.
 * @param matchCounts for each change the number of matching alerts of each account
 */
export function shareMatches(
  matchCounts: readonly ReadonlyMap<string, number>[],
  waiting: ReadonlySet<string>,
  { perAccount, perBatch }: MatchLimits,
): MatchShares[] {
  const deferred = new Set(waiting);
  const recorded = new Map<string, number>();
  let total = 0;
  return matchCounts.map((counts) => {
    const record = new Set<string>();
    const defer = new Map<string, number>();
    for (const [account, count] of [...counts].sort(([, one], [, other]) => one - other)) {
      const own = (recorded.get(account) ?? 0) + count;
      if (deferred.has(account) || own > perAccount || total + count > perBatch) {
        deferred.add(account);
        defer.set(account, count);
        continue;
      }
      recorded.set(account, own);
      total += count;
      record.add(account);
    }
    return { record, defer };
  });
}

/** How many of the changes fill a batch: those after them stay due, instead of deferring every account. */
export function fillBatch(
  met: Iterable<ReadonlyMap<string, number>>,
  { perAccount, perBatch }: MatchLimits,
): ReadonlyMap<string, number>[] {
  const taken: ReadonlyMap<string, number>[] = [];
  let total = 0;
  for (const counts of met) {
    taken.push(counts);
    for (const count of counts.values()) total += Math.min(count, perAccount);
    if (total >= perBatch) break;
  }
  return taken;
}

/** An event to report to the owner of an alert. */
export interface PendingAlertEvent {
  readonly alert: LockedAlert;
  readonly propertyId: string;
  readonly revisionId: string;
  readonly event: CandidateEvent;
  /** Passed on to the delivery. */
  readonly traceparent?: string | null | undefined;
}

/**
 * Records events and their notifications in the transaction of the caller: both, or neither. Returns how many were new.
 */
export async function recordEvents(
  db: Db,
  clock: Clock,
  pending: readonly PendingAlertEvent[],
): Promise<number> {
  const now = clock.now();
  const events = pending.map((one) => ({ one, event: toEventRow(one, newId(now)) }));
  const recorded = await insertEvents(
    db,
    events.map(({ event }) => event),
    now,
  );
  const notifications = events
    .filter(({ event }) => recorded.has(event.alert_event_id))
    .map(({ one, event }) => ({
      alert: one.alert,
      notification: toNotification(one, event.alert_event_id),
    }));
  const atOnce = await divideByPlan(db, now, notifications);
  if (atOnce.length > 0) await enqueueNotifications(db, clock, atOnce);
  return notifications.length;
}

const toEventRow = (
  { alert, propertyId, revisionId, event }: PendingAlertEvent,
  id: string,
): AlertEventInsert => ({
  account_id: alert.accountId,
  alert_event_id: id,
  alert_id: alert.id,
  property_id: propertyId,
  revision_id: revisionId,
  event_type: event.eventType,
  scope: event.scope,
  subject_id: event.subjectId,
});

const toNotification = (
  { alert, propertyId, event, traceparent }: PendingAlertEvent,
  alertEventId: string,
): NewNotification => ({
  accountId: alert.accountId,
  alertEventId,
  alertId: alert.id,
  alertName: alert.name,
  destinationId: alert.destinationId,
  eventType: event.eventType,
  propertyId,
  listingId: event.listingId,
  ...(event.price && { price: event.price }),
  traceparent: traceparent ?? null,
});
