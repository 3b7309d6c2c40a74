import { readable } from '../criteria/columns.ts';
import { predicateOf } from '../criteria/matches.ts';
import type { Lineage } from '../criteria/readable.ts';
import type { Tree } from '../criteria/tree.ts';
import type { Database, Db } from '../db/sql.ts';
import { isStatementTimeout, isUnavailable } from '../db/unavailable.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { SearchEngine } from '../properties/search/engine.ts';
import { NEWEST_FIRST } from '../properties/search/order.ts';
import { storedTree } from './book.ts';
import type { Happening } from './events-of.ts';
import { isBehind } from './events-store.ts';
import {
  accountsDue,
  type CurrentProperty,
  currentProperties,
  type FirstMatch,
  isStillUnlisted,
  listFirstMatches,
  markListed,
  nextUnlisted,
  retryListing,
  takeDueFirstMatches,
  toldAlready,
  type Unlisted,
} from './first-days-store.ts';
import { recordEvents, type ToTell } from './record-events.ts';
import { type AlertRow, criteriaOf, type FirstDaysSpan, type HeldAlert, heldAlerts } from './store.ts';

/** Within so many days of being saved an alert has told everything that was on the market already. */
const FIRST_DAYS_MS = 3 * 86_400_000;
const LISTED_AT_ONCE = 1_000;
const TOLD_AT_ONCE = 100;
/** Accounts that share one transaction. */
const MAX_ACCOUNTS_AT_ONCE = 20;
/** A search that failed, as one too heavy for the database does, is tried again after so long. */
const RETRY_MS = 600_000;

/** Whose turn it was last, in this process. */
export interface FirstDaysTurn {
  listed?: string | undefined;
  recorded?: string | undefined;
}

export const firstDaysSpan = (from: Date): FirstDaysSpan => ({
  from,
  until: new Date(from.getTime() + FIRST_DAYS_MS),
});

export interface FirstDays {
  db: Database;
  clock: Clock;
  engine: SearchEngine;
  lineage(): Promise<Lineage>;
  log: Log;
  turn: FirstDaysTurn;
}

/**
 * Lists the matches of the next newly saved alert, each with its turn: the newest at once, the others evenly over three days. Accounts
 * take turns, and a search that fails is put off, so that neither many alerts nor a heavy one hold up the others. Answers whether there
 * was an alert.
 */
export async function listOnMarket(firstDays: FirstDays): Promise<boolean> {
  const { db, clock, log, turn } = firstDays;
  const alert =
    (await nextUnlisted(db, turn.listed, clock.now())) ?? (await nextUnlisted(db, undefined, clock.now()));
  turn.listed = alert?.accountId;
  if (alert === undefined) return false;
  try {
    await listMatches(firstDays, alert);
  } catch (err) {
    // The database is away: no alert is at fault.
    if (isUnavailable(err) && !isStatementTimeout(err)) throw err;
    const { accountId, id: alertId } = alert;
    await retryListing(db, alert, new Date(clock.now().getTime() + RETRY_MS));
    log.error(
      { event: 'alerts.first_matches_failed', err, accountId, alertId },
      'what an alert matches on the market could not be listed; it is tried again in ten minutes',
    );
  }
  return true;
}

async function listMatches({ db, engine }: FirstDays, alert: Unlisted): Promise<void> {
  const criteria = storedTree(alert.criteria);
  let from: Parameters<SearchEngine['walk']>[0]['from'];
  for (let rank = 0; ; ) {
    const { places, total, asOf } = await engine.walk({
      criteria,
      order: NEWEST_FIRST,
      limit: LISTED_AT_ONCE,
      from,
    });
    const matches = places.map(({ id }, at) => ({ propertyId: id, dueAt: turnOf(alert, rank + at, total) }));
    const last = places.at(-1);
    const isEnd = last === undefined || places.length < LISTED_AT_ONCE;
    if (!(await put(db, alert, matches, isEnd)) || isEnd) return;
    rank += places.length;
    from = { asOf, total, last };
  }
}

const turnOf = ({ firstDaysFrom }: Unlisted, rank: number, total: number): Date =>
  new Date(firstDaysFrom.getTime() + Math.floor((FIRST_DAYS_MS * rank) / Math.max(total, 1)));

/** Answers whether the alert is still the one that is being listed; else whoever changed it has it listed anew. */
const put = (
  db: Database,
  alert: Unlisted,
  matches: readonly { propertyId: string; dueAt: Date }[],
  isEnd: boolean,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (!(await isStillUnlisted(tx, alert))) return false;
    await listFirstMatches(tx, alert, matches);
    if (isEnd) await markListed(tx, alert);
    return true;
  });

/** Tells those whose turn has come, unless fresh changes wait: they go first. Answers how many turns were taken. */
export async function tellOnMarket({ db, clock, lineage, turn }: FirstDays): Promise<number> {
  const now = clock.now();
  if (await isBehind(db, now)) return 0;
  const next = (after: string | undefined) => accountsDue(db, { after, now, limit: MAX_ACCOUNTS_AT_ONCE });
  const rest = await next(turn.recorded);
  const accounts = rest.length > 0 || turn.recorded === undefined ? rest : await next(undefined);
  turn.recorded = accounts.length < MAX_ACCOUNTS_AT_ONCE ? undefined : accounts.at(-1);
  if (accounts.length === 0) return 0;
  const above = await lineage();
  return db.transaction(async (tx) => {
    const due = await takeDueFirstMatches(tx, accounts, now, Math.ceil(TOLD_AT_ONCE / accounts.length));
    if (due.length === 0) return 0;
    const held = await heldAlerts(tx, [...new Map(due.map((one) => [one.id, one])).values()]);
    const criteria = await criteriaOf(tx, held);
    const alerts = new Map(
      held.map((one): [string, Waiting] => [one.id, { ...one, criteria: criteria.get(one.id) ?? null }]),
    );
    const properties = await propertiesOf(tx, due);
    const told = new Set((await toldAlready(tx, due)).map(nameOf));
    await recordEvents(
      tx,
      clock,
      due
        .filter((one) => !told.has(nameOf(one)))
        .flatMap((one) => toTell(alerts.get(one.id), properties.get(one.propertyId), above)),
    );
    return due.length;
  });
}

const nameOf = ({ id, propertyId }: FirstMatch): string => `${id} ${propertyId}`;

const propertiesOf = async (tx: Db, due: readonly FirstMatch[]): Promise<Map<string, CurrentProperty>> =>
  new Map(
    (await currentProperties(tx, [...new Set(due.map(({ propertyId }) => propertyId))])).map((one) => [
      one.propertyId,
      one,
    ]),
  );

type Waiting = HeldAlert & Pick<AlertRow, 'criteria'>;

/** One that cannot be read any more matches nothing; the worker that reads all alerts reports it. */
function readTree(criteria: object | null): Tree | undefined {
  try {
    return storedTree(criteria);
  } catch {
    return undefined;
  }
}

/** Only what matches still. */
function toTell(
  alert: Waiting | undefined,
  property: CurrentProperty | undefined,
  lineage: Lineage,
): ToTell[] {
  const rule = alert?.rules.find(({ eventType }) => eventType === 'NEW_MATCH');
  if (alert === undefined || !alert.enabled || rule === undefined || property === undefined) return [];
  const { propertyId, revisionId, document } = property;
  const tree = readTree(alert.criteria);
  if (tree === undefined || !predicateOf(tree)(readable(document, lineage))) return [];
  const live = document.listings.filter(({ expiredAt }) => !expiredAt).map(({ id }) => id);
  const subjects = rule.scope === 'LISTING' ? live : [propertyId];
  return subjects.map((subjectId) => {
    const happening: Happening = {
      eventType: 'NEW_MATCH',
      scope: rule.scope,
      subjectId,
      listingId: rule.scope === 'LISTING' ? subjectId : (live[0] ?? null),
      percents: [undefined],
    };
    return { alert, propertyId, revisionId, happening };
  });
}
