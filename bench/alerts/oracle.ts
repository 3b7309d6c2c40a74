import { changesByKey } from '../../src/alerts/change-store.ts';
import { type AlertRule, deriveCandidateEvents, selectAlertEvents } from '../../src/alerts/derive-events.ts';
import { buildStates } from '../../src/alerts/match-changes.ts';
import type { PropertyChange } from '../../src/alerts/property-change.ts';
import { compilePredicate } from '../../src/criteria/matches.ts';
import { parseStoredTree } from '../../src/criteria/upgrade.ts';
import { type Db, sql } from '../../src/db/sql.ts';

/** A version of an alert from about `from` on: saved not before `began`, and committed at `saved`. */
export interface Version {
  readonly began: number;
  readonly saved: number;
  /** Undefined: deleted. */
  readonly criteria: object | undefined;
}

export interface OracleResult {
  changes: number;
  events: number;
  missed: string[];
  wrong: string[];
}

/** An event is committed within so long after its timestamp. */
const COMMIT_MS = 2_000;

/** Matches every change with every version of every alert, plainly, and compares with what was recorded. */
export async function judgeEvents(
  db: Db,
  alerts: ReadonlyMap<string, readonly Version[]>,
  rules: readonly AlertRule[],
): Promise<OracleResult> {
  const changes = await changesByKey(
    db,
    await db.rows(sql`select property_id as "propertyId", revision_id as "revisionId" from property_change`),
  );
  const recorded = await recordedEvents(db);
  const verdict: OracleResult = { changes: changes.length, events: recorded.size, missed: [], wrong: [] };
  const compiled = new Map<object, ReturnType<typeof compilePredicate>>();
  const holds = (criteria: object) => {
    const known = compiled.get(criteria) ?? compilePredicate(parseStoredTree(criteria));
    compiled.set(criteria, known);
    return known;
  };
  for (const change of changes) {
    const happenings = deriveCandidateEvents(change);
    const { before, after } = buildStates(change, () => ({ ids: [], codes: [] }));
    const findReported = (criteria: object | undefined): string[] => {
      if (criteria === undefined) return [];
      const test = holds(criteria);
      const sides = {
        before: before !== undefined && test(before),
        after: after !== undefined && test(after),
      };
      return selectAlertEvents(happenings, sides, rules).map(({ eventType }) => eventType);
    };
    for (const [alertId, versions] of alerts)
      compare(verdict, { change, alertId, versions, recorded, reported: findReported });
  }
  return verdict;
}

interface ChangeComparison {
  change: PropertyChange;
  alertId: string;
  versions: readonly Version[];
  recorded: ReadonlyMap<string, number>;
  reported(criteria: object | undefined): string[];
}

function compare(
  verdict: OracleResult,
  { change, alertId, versions, recorded, reported }: ChangeComparison,
): void {
  const at = change.recordedAt.getTime();
  const last = versions.at(-1);
  const name = (type: string): string => `${alertId} ${change.revisionId} ${type}`;
  // Committed before the change was made: every event of it must exist.
  if (last !== undefined && last.saved < at)
    for (const type of reported(last.criteria))
      if (!recorded.has(name(type))) verdict.missed.push(name(type));
  for (const type of ['NEW_MATCH', 'PRICE_CHANGE']) {
    const moment = recorded.get(name(type));
    if (moment === undefined) continue;
    const possible = versions.filter(
      ({ began }, place) => began <= moment + COMMIT_MS && (versions[place + 1]?.saved ?? Infinity) >= at,
    );
    if (!possible.some(({ criteria }) => reported(criteria).includes(type))) verdict.wrong.push(name(type));
  }
}

async function recordedEvents(db: Db): Promise<Map<string, number>> {
  const rows = await db.rows<{
    alertId: string;
    revisionId: string;
    type: string;
    at: Date;
  }>(sql`
    select alert_id as "alertId", revision_id as "revisionId", event_type as type, created_at as at
    from alert_event`);
  return new Map(
    rows.map(({ alertId, revisionId, type, at }) => [`${alertId} ${revisionId} ${type}`, at.getTime()]),
  );
}

/** Events without exactly one notification, and events recorded more than once. */
export async function findUnpaired(db: Db): Promise<number> {
  const [found] = await db.rows<{ count: number }>(sql`
    select (
      (select count(*) from alert_event e where (
         select count(*) from event_notification n where n.account_id = e.account_id and n.alert_event_id = e.alert_event_id) <> 1)
      + (select count(*) from (
           select 1 from alert_event group by alert_id, revision_id, event_type, subject_id having count(*) > 1) as twice)
    )::int as count`);
  return found?.count ?? -1;
}
