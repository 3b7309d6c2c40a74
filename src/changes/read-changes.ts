import type { PropertyResult } from '../catalogue/document.ts';
import { buildSearchRow } from '../criteria/columns.ts';
import { compilePredicate, type Predicate } from '../criteria/matches.ts';
import type { Lineage } from '../criteria/search-row.ts';
import type { Tree } from '../criteria/tree.ts';
import { isKnownHorizon } from '../db/horizon.ts';
import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { findSerializedProperties } from '../properties/lookup.ts';
import {
  CURSOR_LIFETIME_MS,
  type LogPosition,
  readStreamCursor,
  type StreamPosition,
  signStreamCursor,
} from './cursor.ts';
import { isFormerStateUnknown, type StreamChange, toStreamChange } from './property-change.ts';
import {
  type LogRead,
  listLogs,
  type MergedEntry,
  mergeReads,
  type RegionLog,
  readLogHorizon,
  readRegionLog,
} from './region-log.ts';
import {
  type LoggedChange,
  readFirstLoggedAt,
  readFirstTransaction,
  selectFormerDocuments,
} from './store.ts';

export interface ChangesContext {
  /** The primary: the horizon of a replica is another one. */
  readonly db: Db;
  readonly clock: Clock;
  readonly secret: () => Promise<Buffer>;
  readonly lineage: () => Promise<Lineage>;
}

export interface ChangesRequest {
  readonly accountId: string;
  /** Undefined: every property. With a tree its default filters hold, as in a search. */
  readonly criteria?: Tree | undefined;
  readonly cursor?: string | undefined;
  /** Where a stream without a cursor starts; now when absent. */
  readonly since?: Date | undefined;
  readonly limit: number;
}

export interface ChangesPage {
  readonly changes: readonly StreamChange[];
  /** Continues after this page. */
  readonly cursor: string;
  readonly hasMore: boolean;
}

export type StreamRefusal = 'foreign-cursor' | 'expired-cursor' | 'too-early';

/** Entries compared with criteria in one step: a page is short, and not late, where few match. */
const MAX_SCANNED_ROWS = 500;

/** The changes after a cursor. A page may be empty before the end where criteria are given. */
export async function readChanges(
  context: ChangesContext,
  request: ChangesRequest,
): Promise<ChangesPage | { refused: StreamRefusal }> {
  const logs = listLogs(context.db);
  const from = await resolvePositions(context, logs, request);
  if ('refused' in from) return from;
  const limit = request.criteria === undefined ? request.limit : MAX_SCANNED_ROWS;
  const reads = await Promise.all(
    logs.map((log) => readRegionLog(log, from.regions.get(log.name) ?? BEFORE_ALL, limit)),
  );
  const merged = mergeReads(reads, limit);
  const shown = await selectShown(context, request.criteria, merged);
  const secret = await context.secret();
  const at = context.clock.now().getTime();
  const sign = (regions: ReadonlyMap<string, LogPosition>): string =>
    signStreamCursor(secret, request.accountId, { regions, at });

  const changes: StreamChange[] = [];
  const passed = new Map(reads.map(({ log, from: start }) => [log.name, start]));
  for (const { log, entry } of merged) {
    passed.set(log.name, entry);
    const data = shown.get(entry);
    if (data !== undefined) changes.push(toStreamChange(entry, { cursor: sign(passed), data }));
    if (changes.length === request.limit) break;
  }
  const unread = sum(reads.map(({ entries }) => entries.length)) - merged.length;
  const hasMore = unread > 0 || reads.some(({ isFull }) => isFull) || changes.length === request.limit;
  // At the end the horizon is the cursor, which stays young while nothing happens.
  const cursor = sign(hasMore ? passed : new Map(reads.map((read) => [read.log.name, positionAtEnd(read)])));
  return { changes, cursor, hasMore };
}

/** A region that a cursor does not know was added after it was given out: its log is read from the start. */
const BEFORE_ALL: LogPosition = { changedIn: '0', position: 0 };

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** A standby that was promoted may have an older horizon than the cursor. */
const positionAtEnd = ({ horizon, from: { changedIn } }: LogRead): LogPosition => ({
  changedIn: BigInt(horizon) > BigInt(changedIn) ? horizon : changedIn,
  position: 0,
});

async function resolvePositions(
  { clock, secret }: ChangesContext,
  logs: readonly RegionLog[],
  { accountId, cursor, since }: ChangesRequest,
): Promise<StreamPosition | { refused: StreamRefusal }> {
  const now = clock.now().getTime();
  if (cursor === undefined) {
    if (since !== undefined && since.getTime() < now - CURSOR_LIFETIME_MS) return { refused: 'too-early' };
    return { regions: new Map(await Promise.all(logs.map((log) => startOf(log, since)))), at: now };
  }
  const stream = readStreamCursor(await secret(), accountId, cursor);
  if (stream === undefined) return { refused: 'foreign-cursor' };
  if (stream.at < now - CURSOR_LIFETIME_MS) return { refused: 'expired-cursor' };
  // A database restored to an earlier state restarts its transaction ids: the mirror has what it has not.
  const isKnown = await Promise.all(
    logs.map(({ db, name }) => isKnownHorizon(db, (stream.regions.get(name) ?? BEFORE_ALL).changedIn)),
  );
  return isKnown.every(Boolean) ? stream : { refused: 'expired-cursor' };
}

const startOf = async (log: RegionLog, since: Date | undefined): Promise<[string, LogPosition]> => [
  log.name,
  { changedIn: await findPositionAt(log, since), position: 0 },
];

/** The entries of a page with the property as it is now, or null. Others are not in the map. */
async function selectShown(
  context: ChangesContext,
  criteria: Tree | undefined,
  merged: readonly MergedEntry[],
): Promise<ReadonlyMap<LoggedChange, PropertyResult | null>> {
  const groups = [...Map.groupBy(merged, ({ log }) => log)];
  const shown = await Promise.all(
    groups.map(([{ db }, some]) =>
      selectShownOf(
        { ...context, db },
        criteria,
        some.map(({ entry }) => entry),
      ),
    ),
  );
  return new Map(shown.flat().map(({ entry, data }) => [entry, data]));
}

interface ShownChange {
  readonly entry: LoggedChange;
  readonly data: PropertyResult | null;
}

async function selectShownOf(
  context: ChangesContext,
  criteria: Tree | undefined,
  entries: readonly LoggedChange[],
): Promise<ShownChange[]> {
  const { db } = context;
  const ids = [...new Set(entries.map(({ propertyId }) => propertyId))];
  const serialized = await findSerializedProperties(db, ids);
  const current = new Map<string, PropertyResult>(
    [...serialized].map(([id, text]) => [id, JSON.parse(text)]),
  );
  if (criteria === undefined)
    return entries.map((entry) => ({ entry, data: current.get(entry.propertyId) ?? null }));
  const matches = documentPredicate(compilePredicate(criteria), await context.lineage());
  const former = await selectFormerMatches(db, entries, matches);
  return entries.flatMap((entry): ShownChange[] => {
    const document = current.get(entry.propertyId);
    if (document !== undefined && matches(document)) return [{ entry, data: document }];
    const mayHaveMatched = isFormerStateUnknown(entry) || former.has(entry.revisionId ?? '');
    return mayHaveMatched ? [{ entry, data: null }] : [];
  });
}

const documentPredicate =
  (predicate: Predicate, lineage: Lineage) =>
  (document: PropertyResult): boolean =>
    predicate(buildSearchRow(document, lineage));

async function selectFormerMatches(
  db: Db,
  entries: readonly LoggedChange[],
  matches: (document: PropertyResult) => boolean,
): Promise<ReadonlySet<string>> {
  const revisions = entries.filter((entry) => !isFormerStateUnknown(entry));
  if (revisions.length === 0) return new Set();
  const documents = await selectFormerDocuments(db, revisions);
  return new Set(
    documents.filter(({ document }) => matches(JSON.parse(document))).map(({ revisionId }) => revisionId),
  );
}

/** A transaction is recorded this long after its entries say, at most: a stream from a moment starts earlier. */
const MARGIN_MS = 60_000;

/**
 * The transaction from which the entries of a moment and all later ones follow; without a moment, those of now on.
 * A binary search over the order of the log, which is that of time: it needs no index of its own.
 */
export async function findPositionAt(log: RegionLog, since: Date | undefined): Promise<string> {
  const last = await readLogHorizon(log);
  if (since === undefined) return last;
  const first = await readFirstTransaction(log.db);
  if (first === undefined) return last;
  const from = new Date(since.getTime() - MARGIN_MS);
  let [low, high] = [BigInt(first), BigInt(last)];
  while (low < high) {
    const middle = (low + high) / 2n;
    const loggedAt = await readFirstLoggedAt(log.db, String(middle));
    if (loggedAt !== undefined && loggedAt < from) low = middle + 1n;
    else high = middle;
  }
  return String(low);
}
