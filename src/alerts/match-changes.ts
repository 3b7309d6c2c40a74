import type { PropertyResult } from '../catalogue/document.ts';
import { readable } from '../criteria/columns.ts';
import { predicateOf } from '../criteria/matches.ts';
import type { Lineage, Readable } from '../criteria/readable.ts';
import type { Tree } from '../criteria/tree.ts';
import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { type AlertBook, storedTree } from './book.ts';
import type { PropertyChange } from './change.ts';
import { eventsOf, type Happening, happeningsOf, type Judged, rulesConcerned } from './events-of.ts';
import { claimChanges, markJudged, postpone } from './events-store.ts';
import { recordEvents, type ToTell } from './record-events.ts';
import { criteriaOf, type HeldAlert, heldAlerts } from './store.ts';

export interface Matching {
  db: Database;
  clock: Clock;
  log: Log;
  book: AlertBook;
  lineage(): Promise<Lineage>;
}

export interface MatchedBatch {
  changes: number;
  events: number;
}

const AT_ONCE = 50;
export const POSTPONED_MS = 60_000;

/**
 * Holds the oldest changes against all alerts. One transaction and no call over the network in it: the changes are claimed, the alerts
 * brought up to date, and events, notifications and the mark that the change was judged are written together. A worker that dies leaves
 * nothing behind.
 */
export async function matchChanges(matching: Matching, limit = AT_ONCE): Promise<MatchedBatch> {
  const lineage = await matching.lineage();
  try {
    return await matching.db.transaction((tx) => matchClaimed(tx, matching, lineage, limit));
  } catch (error) {
    if (limit === 1) return postponeFirst(matching, error);
    // One of them cannot be judged: each for itself, so that the others need not wait for it.
    return matchChanges(matching, 1);
  }
}

async function matchClaimed(
  tx: Db,
  matching: Matching,
  lineage: Lineage,
  limit: number,
): Promise<MatchedBatch> {
  const { clock, book } = matching;
  const changes = await claimChanges(tx, clock.now(), limit);
  if (changes.length === 0) return { changes: 0, events: 0 };
  // After the claim: whatever was saved before these changes is there by now.
  await book.refresh(tx);
  const met = changes.map((change) => meetingsOf(change, book, lineage));
  const alerts = await alertsMet(tx, met);
  const moved = await treesOfMoved(tx, met, alerts);
  const told = met.flatMap((one) => toTell(one, alerts, moved));
  const events = await recordEvents(tx, clock, told);
  await markJudged(tx, changes);
  return { changes: changes.length, events };
}

interface Met {
  change: PropertyChange;
  happenings: readonly Happening[];
  states: States;
  alerts: readonly (Judged & { alertId: string; version: number })[];
}

export interface States {
  before: Readable | undefined;
  after: Readable | undefined;
}

/** When a property comes back to the market, its former state is judged as if it had been there: it is back, not new. */
export function statesOf(
  { before, after }: Pick<PropertyChange, 'before' | 'after'>,
  lineage: Lineage,
): States {
  const isBack = before?.property.expired === true && after?.property.expired === false;
  const former = before && isBack ? asOnMarket(before) : before;
  return {
    before: former ? readable(former, lineage) : undefined,
    after: after ? readable(after, lineage) : undefined,
  };
}

const asOnMarket = (result: PropertyResult): PropertyResult => ({
  ...result,
  property: { ...result.property, expired: false },
});

function meetingsOf(change: PropertyChange, { index }: AlertBook, lineage: Lineage): Met {
  const happenings = happeningsOf(change);
  const rules = rulesConcerned(happenings);
  if (rules === 0) return { change, happenings, states: { before: undefined, after: undefined }, alerts: [] };
  const states = statesOf(change, lineage);
  const [before, after] = [
    states.before && index.state(states.before),
    states.after && index.state(states.after),
  ];
  return { change, happenings, states, alerts: [...index.match(before, after, rules)] };
}

async function alertsMet(tx: Db, met: readonly Met[]): Promise<Map<string, HeldAlert>> {
  const ids = [...new Set(met.flatMap(({ alerts }) => alerts.map(({ alertId }) => alertId)))];
  if (ids.length === 0) return new Map();
  return new Map((await heldAlerts(tx, ids)).map((alert) => [alert.id, alert]));
}

/** Of those that changed between our reading and our holding them. */
async function treesOfMoved(
  tx: Db,
  met: readonly Met[],
  current: ReadonlyMap<string, HeldAlert>,
): Promise<Map<string, Tree>> {
  const moved = new Set<HeldAlert>();
  for (const { alerts } of met)
    for (const { alertId, version } of alerts) {
      const alert = current.get(alertId);
      if (alert?.enabled && alert.version !== version) moved.add(alert);
    }
  const criteria = await criteriaOf(tx, [...moved]);
  return new Map([...criteria].map(([id, stored]) => [id, storedTree(stored)]));
}

function toTell(
  { change, happenings, states, alerts }: Met,
  current: ReadonlyMap<string, HeldAlert>,
  moved: ReadonlyMap<string, Tree>,
): ToTell[] {
  return alerts.flatMap((met) => {
    const alert = current.get(met.alertId);
    if (alert === undefined || !alert.enabled) return [];
    const tree = moved.get(alert.id);
    const judged = tree === undefined ? met : judgedAnew(tree, states);
    const { propertyId, revisionId } = change;
    return eventsOf(happenings, judged, alert.rules).map((happening) => ({
      alert,
      propertyId,
      revisionId,
      happening,
    }));
  });
}

function judgedAnew(tree: Tree, { before, after }: States): Judged {
  const holds = predicateOf(tree);
  return { before: before !== undefined && holds(before), after: after !== undefined && holds(after) };
}

async function postponeFirst({ db, clock, log }: Matching, error: unknown): Promise<MatchedBatch> {
  return db.transaction(async (tx) => {
    const [change] = await claimChanges(tx, clock.now(), 1);
    if (change === undefined) throw error;
    await postpone(tx, change, new Date(clock.now().getTime() + POSTPONED_MS));
    log.error(
      { err: error, propertyId: change.propertyId, revisionId: change.revisionId },
      'a change could not be held against the alerts; it is tried again',
    );
    return { changes: 1, events: 0 };
  });
}
