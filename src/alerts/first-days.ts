import { buildSearchRow } from '../criteria/columns.ts';
import { compilePredicate } from '../criteria/matches.ts';
import type { Lineage } from '../criteria/search-row.ts';
import type { Tree } from '../criteria/tree.ts';
import { parseStoredTree } from '../criteria/upgrade.ts';
import { allRegions, readByRegion } from '../db/region-set.ts';
import type { Database, Db } from '../db/sql.ts';
import { isStatementTimeout, isUnavailable } from '../db/unavailable.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS } from '../lib/durations.ts';
import type { Log } from '../lib/log.ts';
import type { SearchEngine } from '../properties/search/engine.ts';
import { NEWEST_FIRST } from '../properties/search/order.ts';
import { hasUnmatchedChanges } from './change-store.ts';
import type { CandidateEvent } from './derive-events.ts';
import {
  type CurrentProperty,
  deleteDueFirstMatches,
  type FirstMatch,
  findDueAccounts,
  insertFirstMatches,
  isStillUnlisted,
  markListed,
  nextUnlistedAlert,
  scheduleListingRetry,
  selectCurrentProperties,
  selectReportedMatches,
  type UnlistedAlert,
} from './first-days-store.ts';
import { type PendingAlertEvent, recordEvents } from './record-matches.ts';
import { type AlertRow, type FirstDaysSpan, type LockedAlert, loadCriteria, lockAlerts } from './store.ts';

/** An alert reports everything that was on the market within this time after it was saved. */
const FIRST_DAYS_MS = 3 * DAY_MS;
const LIST_BATCH_ROWS = 1_000;
const REPORT_BATCH_ROWS = 100;
/** Accounts that share one transaction. */
const MAX_ACCOUNTS_AT_ONCE = 20;
/** A failed search, such as one too expensive for the database, is retried after this time. */
const RETRY_MS = 600_000;

/** The last account served, in this process. */
export interface FirstDaysTurn {
  listed?: string | undefined;
  recorded?: string | undefined;
}

export const firstDaysSpan = (from: Date): FirstDaysSpan => ({
  from,
  until: new Date(from.getTime() + FIRST_DAYS_MS),
});

export interface FirstDaysContext {
  db: Database;
  clock: Clock;
  engine: SearchEngine;
  lineage(): Promise<Lineage>;
  log: Log;
  turn: FirstDaysTurn;
}

/**
 * Lists the matches of the next newly saved alert with their due times: the newest at once, the others evenly over
 * three days. Accounts take turns, and a failed search is postponed, so that neither many alerts nor an expensive one
 * delay the others. Returns whether there was an alert.
 */
export async function listOnMarket(firstDays: FirstDaysContext): Promise<boolean> {
  const { db, clock, log, turn } = firstDays;
  const alert =
    (await nextUnlistedAlert(db, turn.listed, clock.now())) ??
    (await nextUnlistedAlert(db, undefined, clock.now()));
  turn.listed = alert?.accountId;
  if (alert === undefined) return false;
  try {
    await listMatches(firstDays, alert);
  } catch (err) {
    // The database is unavailable: no alert is the cause.
    if (isUnavailable(err) && !isStatementTimeout(err)) throw err;
    const { accountId, id: alertId } = alert;
    await scheduleListingRetry(db, alert, new Date(clock.now().getTime() + RETRY_MS));
    log.error(
      { event: 'alerts.first_matches_failed', err, accountId, alertId },
      'first matches of an alert could not be listed; retried in ten minutes',
    );
  }
  return true;
}

async function listMatches({ db, engine }: FirstDaysContext, alert: UnlistedAlert): Promise<void> {
  const criteria = parseStoredTree(alert.criteria);
  let from: Parameters<SearchEngine['queryCursor']>[0]['from'];
  for (let rank = 0; ; ) {
    const { positions, total, asOf } = await engine.queryCursor({
      criteria,
      order: NEWEST_FIRST,
      limit: LIST_BATCH_ROWS,
      from,
    });
    const matches = positions.map(({ id }, at) => ({
      propertyId: id,
      dueAt: dueTime(alert, rank + at, total),
    }));
    const last = positions.at(-1);
    const isEnd = last === undefined || positions.length < LIST_BATCH_ROWS;
    if (!(await storeMatches(db, alert, matches, isEnd)) || isEnd) return;
    rank += positions.length;
    from = { asOf, total, last };
  }
}

const dueTime = ({ firstDaysFrom }: UnlistedAlert, rank: number, total: number): Date =>
  new Date(firstDaysFrom.getTime() + Math.floor((FIRST_DAYS_MS * rank) / Math.max(total, 1)));

/** Returns whether the alert is unchanged; a changed alert is listed again from the start. */
const storeMatches = (
  db: Database,
  alert: UnlistedAlert,
  matches: readonly { propertyId: string; dueAt: Date }[],
  isEnd: boolean,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (!(await isStillUnlisted(tx, alert))) return false;
    await insertFirstMatches(tx, alert, matches);
    if (isEnd) await markListed(tx, alert);
    return true;
  });

/** Reports first matches that are due, unless recent changes wait: they come first. Returns how many were due. */
export async function reportOnMarket({ db, clock, lineage, turn }: FirstDaysContext): Promise<number> {
  const now = clock.now();
  for (const region of allRegions(db)) if (await hasUnmatchedChanges(region, now)) return 0;
  const next = (after: string | undefined) =>
    findDueAccounts(db, { after, now, limit: MAX_ACCOUNTS_AT_ONCE });
  const rest = await next(turn.recorded);
  const accounts = rest.length > 0 || turn.recorded === undefined ? rest : await next(undefined);
  turn.recorded = accounts.length < MAX_ACCOUNTS_AT_ONCE ? undefined : accounts.at(-1);
  if (accounts.length === 0) return 0;
  const above = await lineage();
  return db.transaction(async (tx) => {
    const due = await deleteDueFirstMatches(
      tx,
      accounts,
      now,
      Math.ceil(REPORT_BATCH_ROWS / accounts.length),
    );
    if (due.length === 0) return 0;
    const locked = await lockAlerts(tx, [...new Map(due.map((one) => [one.id, one])).values()]);
    const criteria = await loadCriteria(tx, locked);
    const alerts = new Map(
      locked.map((one): [string, AlertWithCriteria] => [
        one.id,
        { ...one, criteria: criteria.get(one.id) ?? null },
      ]),
    );
    const properties = await loadProperties(tx, due);
    const reported = new Set((await selectReportedMatches(tx, due)).map(matchKey));
    await recordEvents(
      tx,
      clock,
      due
        .filter((one) => !reported.has(matchKey(one)))
        .flatMap((one) => buildPendingEvents(alerts.get(one.id), properties.get(one.propertyId), above)),
    );
    return due.length;
  });
}

const matchKey = ({ id, propertyId }: FirstMatch): string => `${id} ${propertyId}`;

async function loadProperties(db: Db, due: readonly FirstMatch[]): Promise<Map<string, CurrentProperty>> {
  const ids = [...new Set(due.map(({ propertyId }) => propertyId))];
  const rows = await readByRegion(db, ids, selectCurrentProperties);
  return new Map(rows.map((one) => [one.propertyId, one]));
}

type AlertWithCriteria = LockedAlert & Pick<AlertRow, 'criteria'>;

/** Criteria that do not parse any more match nothing; the worker that loads all alerts reports it. */
function tryParseTree(criteria: object | null): Tree | undefined {
  try {
    return parseStoredTree(criteria);
  } catch {
    return undefined;
  }
}

/** Only properties that still match. */
function buildPendingEvents(
  alert: AlertWithCriteria | undefined,
  property: CurrentProperty | undefined,
  lineage: Lineage,
): PendingAlertEvent[] {
  const rule = alert?.rules.find(({ eventType }) => eventType === 'NEW_MATCH');
  if (alert === undefined || !alert.enabled || rule === undefined || property === undefined) return [];
  const { propertyId, revisionId, document } = property;
  const tree = tryParseTree(alert.criteria);
  if (tree === undefined || !compilePredicate(tree)(buildSearchRow(document, lineage))) return [];
  const live = document.listings.filter(({ expiredAt }) => !expiredAt).map(({ id }) => id);
  const subjects = rule.scope === 'LISTING' ? live : [propertyId];
  return subjects.map((subjectId) => {
    const event: CandidateEvent = {
      eventType: 'NEW_MATCH',
      scope: rule.scope,
      subjectId,
      listingId: rule.scope === 'LISTING' ? subjectId : (live[0] ?? null),
      percents: [undefined],
    };
    return { alert, propertyId, revisionId, event };
  });
}
