import type { Met } from '../criteria/index/alert-index.ts';
import { predicateOf } from '../criteria/matches.ts';
import type { Tree } from '../criteria/tree.ts';
import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { storedTree } from './book.ts';
import type { PropertyChange } from './change.ts';
import { eventsOf, type Happening, type Judged } from './events-of.ts';
import type { States } from './match-changes.ts';
import { recordEvents, type ToTell } from './record-events.ts';
import { type AlertId, criteriaOf, type HeldAlert, heldAlerts } from './store.ts';

/** A change with alerts that it concerns. */
export interface AlertMatches {
  change: PropertyChange;
  happenings: readonly Happening[];
  states: States;
  alerts: readonly Met[];
}

/**
 * Records the events of these alerts in the caller's transaction. The alerts are held as they are until it ends; one that changed since
 * it was matched is judged again. Answers how many events were new.
 */
export async function recordMatches(db: Db, clock: Clock, matches: readonly AlertMatches[]): Promise<number> {
  const alerts = await alertsHeld(db, matches);
  const trees = await treesOfChanged(db, matches, alerts);
  return recordEvents(
    db,
    clock,
    matches.flatMap((one) => eventsToRecord(one, alerts, trees)),
  );
}

async function alertsHeld(db: Db, matches: readonly AlertMatches[]): Promise<Map<string, HeldAlert>> {
  const ids = new Map<string, AlertId>();
  for (const { alerts } of matches)
    for (const { alertId, accountId } of alerts) ids.set(alertId, { accountId, id: alertId });
  if (ids.size === 0) return new Map();
  return new Map((await heldAlerts(db, [...ids.values()])).map((alert) => [alert.id, alert]));
}

/** Of those that changed between our reading and our holding them. */
async function treesOfChanged(
  db: Db,
  matches: readonly AlertMatches[],
  current: ReadonlyMap<string, HeldAlert>,
): Promise<Map<string, Tree | null>> {
  const changed = new Set<HeldAlert>();
  for (const { alerts } of matches)
    for (const { alertId, version } of alerts) {
      const alert = current.get(alertId);
      if (alert?.enabled && alert.version !== version) changed.add(alert);
    }
  const criteria = await criteriaOf(db, [...changed]);
  return new Map([...criteria].map(([id, stored]) => [id, treeOf(stored)]));
}

/** Null where it cannot be read any more: the others of the batch are recorded, and whoever reads the alerts reports it. */
function treeOf(stored: object | null): Tree | null {
  try {
    return storedTree(stored);
  } catch {
    return null;
  }
}

function eventsToRecord(
  { change, happenings, states, alerts }: AlertMatches,
  current: ReadonlyMap<string, HeldAlert>,
  trees: ReadonlyMap<string, Tree | null>,
): ToTell[] {
  return alerts.flatMap((match) => {
    const alert = current.get(match.alertId);
    if (alert === undefined || !alert.enabled) return [];
    const tree = trees.get(alert.id);
    if (tree === null) return [];
    const judged = tree === undefined ? match : judge(tree, states);
    const { propertyId, revisionId } = change;
    return eventsOf(happenings, judged, alert.rules).map((happening) => ({
      alert,
      propertyId,
      revisionId,
      happening,
    }));
  });
}

function judge(tree: Tree, { before, after }: States): Judged {
  const holds = predicateOf(tree);
  return { before: before !== undefined && holds(before), after: after !== undefined && holds(after) };
}
