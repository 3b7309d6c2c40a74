import type { PropertyResult } from '../catalogue/document.ts';
import { buildSearchRow } from '../criteria/columns.ts';
import { type AlertIndex, MatchSet } from '../criteria/index/alert-index.ts';
import { AFTER, BEFORE } from '../criteria/index/segment-members.ts';
import type { Lineage } from '../criteria/search-row.ts';
import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Span } from '../tracing/span.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { AlertIndexReplica } from './alert-index-replica.ts';
import { type DeferredMatch, deferMatches, findBacklogAccounts } from './backlog-store.ts';
import {
  claimChangeKeys,
  claimChanges,
  hasUnmatchedChanges,
  markMatched,
  postponeChange,
} from './change-store.ts';
import {
  type CandidateEvent,
  candidateRuleBits,
  deriveCandidateEvents,
  ruleBit,
  selectAlertEvents,
} from './derive-events.ts';
import type { PropertyChange } from './property-change.ts';
import {
  type AlertMatches,
  type ChangeStates,
  fillBatch,
  MATCH_LIMITS,
  type MatchLimits,
  recordMatches,
  shareMatches,
} from './record-matches.ts';

export interface MatchContext {
  db: Database;
  /**
   * Present when the region is on another node than the account plane: a crash between the commits of two nodes would
   * lose the events of changes that are marked. They are committed here first, and repeating them is harmless.
   */
  account?: Database | undefined;
  clock: Clock;
  log: Log;
  book: AlertIndexReplica;
  lineage(): Promise<Lineage>;
  limits?: MatchLimits;
  tracer?: Tracer | undefined;
}

interface MatchBatchResult {
  changes: number;
  events: number;
}

const MATCH_BATCH_ROWS = 50;
/** Of changes that no alert is there to meet. */
const PASSED_BATCH_ROWS = 1_000;
export const MATCH_RETRY_DELAY_MS = 60_000;

/**
 * Matches the oldest changes with all alerts, in one transaction without network calls. The changes are claimed, the
 * alerts refreshed, and events, notifications, deferred matches and the mark of the change are written together. A
 * worker that dies leaves nothing behind.
 */
export async function matchChanges(
  matching: MatchContext,
  limit = MATCH_BATCH_ROWS,
): Promise<MatchBatchResult> {
  // Before anything is claimed: it may take minutes, and its failure is not the fault of a change.
  if (!matching.book.isLoaded) await matching.book.refresh(matching.account ?? matching.db);
  // A worker asks ten times a second: this is a third of an empty claim, which also has a transaction.
  if (!(await hasUnmatchedChanges(matching.db, matching.clock.now()))) return { changes: 0, events: 0 };
  const passed = matching.book.index.size > 0 ? undefined : await passChanges(matching);
  if (passed !== undefined) return passed;
  // To load the places takes 0.6 s of CPU: a worker without changes does not.
  const lineage = await matching.lineage();
  const spans = new MatchSpans(matching.tracer);
  try {
    const result = await matching.db.transaction((tx) =>
      matchClaimed(tx, { ...matching, spans }, lineage, limit),
    );
    spans.end();
    return result;
  } catch (error) {
    spans.end((error as Error).message);
    if (limit === 1) return postponeFirst(matching, error);
    // One of them cannot be matched: each is tried alone, so that the others do not wait for it.
    return matchChanges(matching, 1);
  }
}

/**
 * Without an alert changes are marked unread: a worker read 280 a second of a first fill, and the first alert that was saved
 * waited behind them. Undefined when an alert was saved meanwhile.
 */
async function passChanges({ db, clock, book }: MatchContext): Promise<MatchBatchResult | undefined> {
  return db.transaction(async (tx) => {
    const changes = await claimChangeKeys(tx, clock.now(), PASSED_BATCH_ROWS);
    // After the claim, as below: no alert that was saved before these changes is missed.
    await book.refresh(db);
    if (book.index.size > 0) return undefined;
    await markMatched(tx, changes);
    return { changes: changes.length, events: 0 };
  });
}

async function matchClaimed(
  tx: Db,
  { db, account, clock, book, spans, limits = MATCH_LIMITS }: MatchContext & { spans: MatchSpans },
  lineage: Lineage,
  limit: number,
): Promise<MatchBatchResult> {
  const claimed = spans.start(await claimChanges(tx, clock.now(), limit));
  if (claimed.length === 0) return { changes: 0, events: 0 };
  // After the claim: every alert that was saved before these changes is visible now. In another session, as an alert
  // that cannot be parsed would abort the transaction of the claim.
  await book.refresh(db);
  const found: ChangeMatches[] = [];
  const counts = fillBatch(countMatches(claimed, book, lineage, found), limits);
  const accounts = new Set(counts.flatMap((byAccount) => [...byAccount.keys()]));
  const shares = shareMatches(counts, await findBacklogAccounts(tx, [...accounts]), limits);
  const matches: AlertMatches[] = [];
  const deferred: DeferredMatch[] = [];
  for (const [at, { alertMatches, ...match }] of found.entries()) {
    const { record, defer } = shares[at] ?? { record: new Set(), defer: new Map() };
    matches.push({ ...match, alerts: [...alertMatches.ofAccounts(record)] });
    for (const [accountId, alerts] of defer) deferred.push({ change: match.change, accountId, alerts });
  }
  const recordAll = async (writer: Db): Promise<number> => {
    const recorded = await recordMatches(writer, clock, matches);
    await deferMatches(writer, deferred);
    return recorded;
  };
  const events = await (account === undefined ? recordAll(tx) : account.transaction(recordAll));
  const changes = found.map(({ change }) => change);
  await markMatched(tx, changes);
  return { changes: changes.length, events };
}

/** Matches one change after the other, lazily. */
function* countMatches(
  changes: readonly PropertyChange[],
  { index }: AlertIndexReplica,
  lineage: Lineage,
  found: ChangeMatches[],
): Generator<ReadonlyMap<string, number>> {
  for (const change of changes) {
    const matches = findMatches(change, index, lineage);
    found.push(matches);
    yield matches.alertMatches.countByAccount();
  }
}

/** A change and the alerts that it may concern. */
export interface ChangeMatches extends Omit<AlertMatches, 'alerts'> {
  alertMatches: MatchSet;
}

export function findMatches(change: PropertyChange, index: AlertIndex, lineage: Lineage): ChangeMatches {
  const candidates = deriveCandidateEvents(change);
  const rules = candidateRuleBits(candidates);
  if (rules === 0) {
    const states = { before: undefined, after: undefined };
    return { change, candidates, states, alertMatches: new MatchSet([]) };
  }
  const states = buildStates(change, lineage);
  const [before, after] = [
    states.before && index.state(states.before),
    states.after && index.state(states.after),
  ];
  const alertMatches = index.match(before, after, rules).withRules(ruleBitsBySides(candidates));
  return { change, candidates, states, alertMatches };
}

/**
 * The rules that an event of the change satisfies, for alerts that match before, after, or both: most others need not
 * be read.
 */
const ruleBitsBySides = (candidates: readonly CandidateEvent[]): number[] =>
  SIDES.map((judged) =>
    candidates
      .filter(
        ({ percents: _, ...one }) =>
          selectAlertEvents([{ ...one, percents: [undefined] }], judged, [one]).length > 0,
      )
      .reduce((bits, { eventType, scope }) => bits | ruleBit(eventType, scope), 0),
  );

const SIDES = [0, 1, 2, 3].map((sides) => ({ before: (sides & BEFORE) !== 0, after: (sides & AFTER) !== 0 }));

/** When a property returns to the market, its former state is matched as if it had been there: it is back, not new. */
export function buildStates(
  { before, after }: Pick<PropertyChange, 'before' | 'after'>,
  lineage: Lineage,
): ChangeStates {
  const isBack = before?.property.expired === true && after?.property.expired === false;
  const former = before && isBack ? asOnMarket(before) : before;
  return {
    before: former ? buildSearchRow(former, lineage) : undefined,
    after: after ? buildSearchRow(after, lineage) : undefined,
  };
}

const asOnMarket = (result: PropertyResult): PropertyResult => ({
  ...result,
  property: { ...result.property, expired: false },
});

async function postponeFirst({ db, clock, log }: MatchContext, error: unknown): Promise<MatchBatchResult> {
  return db.transaction(async (tx) => {
    // Without its documents: one of them may be what fails.
    const [change] = await claimChangeKeys(tx, clock.now(), 1);
    if (change === undefined) throw error;
    await postponeChange(tx, change, new Date(clock.now().getTime() + MATCH_RETRY_DELAY_MS));
    log.error(
      {
        event: 'alerts.match_failed',
        err: error,
        propertyId: change.propertyId,
        revisionId: change.revisionId,
      },
      'a change could not be matched; it is retried',
    );
    return { changes: 1, events: 0 };
  });
}

/** The spans of one transaction that matches changes: one for each change, in the trace that recorded it. */
class MatchSpans {
  readonly #tracer: Tracer | undefined;
  readonly #spans: Span[] = [];

  constructor(tracer: Tracer | undefined) {
    this.#tracer = tracer;
  }

  /** The changes with the span that their notifications pass on. Without a tracer the recorded one is passed on. */
  start(changes: readonly PropertyChange[]): readonly PropertyChange[] {
    const tracer = this.#tracer;
    return tracer === undefined ? changes : changes.map((change) => this.#startOne(tracer, change));
  }

  #startOne(tracer: Tracer, change: PropertyChange): PropertyChange {
    const { propertyId, revisionId, traceparent } = change;
    const span = tracer.startSpan('match alerts', {
      kind: 'CONSUMER',
      traceparent,
      attributes: { 'gable.property_id': propertyId, 'gable.revision_id': revisionId },
    });
    if (span === undefined) return change;
    this.#spans.push(span);
    return { ...change, traceparent: span.traceparent };
  }

  /** After the transaction; a failed one is retried with spans of its own. */
  end(failure?: string): void {
    for (const span of this.#spans) span.end({ failure });
  }
}
