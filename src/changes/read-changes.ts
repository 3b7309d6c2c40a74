import type { PropertyResult } from '../catalogue/document.ts';
import { buildSearchRow } from '../criteria/columns.ts';
import { compilePredicate, type Predicate } from '../criteria/matches.ts';
import type { Lineage } from '../criteria/search-row.ts';
import type { Tree } from '../criteria/tree.ts';
import { isKnownHorizon } from '../db/horizon.ts';
import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { findSerializedProperties } from '../properties/lookup.ts';
import { CURSOR_LIFETIME_MS, readStreamCursor, type StreamPosition, signStreamCursor } from './cursor.ts';
import { findPositionAt } from './find-position.ts';
import { isFormerStateUnknown, type StreamChange, toStreamChange } from './property-change.ts';
import { type LoggedChange, readLog, selectFormerDocuments } from './store.ts';

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
  const from = await resolvePosition(context, request);
  if ('refused' in from) return from;
  const { db, clock } = context;
  const secret = await context.secret();
  const sign = (changedIn: string, position: number): string =>
    signStreamCursor(secret, request.accountId, { changedIn, position, at: clock.now().getTime() });
  const limit = request.criteria === undefined ? request.limit : MAX_SCANNED_ROWS;
  const { horizon, entries } = await readLog(db, from.changedIn, from.position, limit);
  const shown = (await selectShown(context, request.criteria, entries)).slice(0, request.limit);
  const changes = shown.map(({ entry, data }) =>
    toStreamChange(entry, { cursor: sign(entry.changedIn, entry.position), data }),
  );
  const last = shown.length === request.limit ? shown.at(-1)?.entry : entries.at(-1);
  const hasMore = entries.length === limit || shown.length === request.limit;
  // At the end the horizon is the cursor, which stays young while nothing happens.
  const cursor =
    hasMore && last !== undefined ? sign(last.changedIn, last.position) : sign(laterOf(horizon, from), 0);
  return { changes, cursor, hasMore };
}

/** A standby that was promoted may have an older horizon than the cursor. */
const laterOf = (horizon: string, { changedIn }: StreamPosition): string =>
  BigInt(horizon) > BigInt(changedIn) ? horizon : changedIn;

async function resolvePosition(
  { db, clock, secret }: ChangesContext,
  { accountId, cursor, since }: ChangesRequest,
): Promise<StreamPosition | { refused: StreamRefusal }> {
  const now = clock.now().getTime();
  if (cursor === undefined) {
    if (since !== undefined && since.getTime() < now - CURSOR_LIFETIME_MS) return { refused: 'too-early' };
    return { changedIn: await findPositionAt(db, since), position: 0, at: now };
  }
  const position = readStreamCursor(await secret(), accountId, cursor);
  if (position === undefined) return { refused: 'foreign-cursor' };
  if (position.at < now - CURSOR_LIFETIME_MS) return { refused: 'expired-cursor' };
  // A database restored to an earlier state restarts its transaction ids: the mirror has what it has not.
  return (await isKnownHorizon(db, position.changedIn)) ? position : { refused: 'expired-cursor' };
}

interface ShownChange {
  readonly entry: LoggedChange;
  readonly data: PropertyResult | null;
}

async function selectShown(
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
