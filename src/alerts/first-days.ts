import { readable } from '../criteria/columns.ts';
import { predicateOf } from '../criteria/matches.ts';
import type { Lineage } from '../criteria/readable.ts';
import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import type { SearchEngine } from '../properties/search/engine.ts';
import { NEWEST_FIRST } from '../properties/search/order.ts';
import { storedTree } from './book.ts';
import type { Happening } from './events-of.ts';
import { isBehind } from './events-store.ts';
import {
  type CurrentProperty,
  currentProperties,
  type FirstMatch,
  isStillUnlisted,
  listFirstMatches,
  markListed,
  nextUnlisted,
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

export const firstDaysSpan = (from: Date): FirstDaysSpan => ({
  from,
  until: new Date(from.getTime() + FIRST_DAYS_MS),
});

export interface FirstDays {
  db: Database;
  clock: Clock;
  engine: SearchEngine;
  lineage(): Promise<Lineage>;
}

/** Gives every match of a newly saved alert its turn: the newest at once, the others evenly over three days. Answers whether there was one. */
export async function listOnMarket({ db, engine }: FirstDays): Promise<boolean> {
  const alert = await nextUnlisted(db);
  if (alert === undefined) return false;
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
    if (!(await put(db, alert, matches, isEnd)) || isEnd) return true;
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
export async function tellOnMarket({ db, clock, lineage }: FirstDays): Promise<number> {
  if (await isBehind(db, clock.now())) return 0;
  const above = await lineage();
  return db.transaction(async (tx) => {
    const due = await takeDueFirstMatches(tx, clock.now(), TOLD_AT_ONCE);
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

/** Only what matches still. */
function toTell(
  alert: Waiting | undefined,
  property: CurrentProperty | undefined,
  lineage: Lineage,
): ToTell[] {
  const rule = alert?.rules.find(({ eventType }) => eventType === 'NEW_MATCH');
  if (alert === undefined || !alert.enabled || rule === undefined || property === undefined) return [];
  const { propertyId, revisionId, document } = property;
  if (!predicateOf(storedTree(alert.criteria))(readable(document, lineage))) return [];
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
