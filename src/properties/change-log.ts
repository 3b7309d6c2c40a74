import type { ChangeEntry, PropertyResult } from '../catalogue/document.ts';
import { nextPositions, onNodeLater } from '../db/node-functions.ts';
import { PUSHED } from '../db/pushed-insert.ts';
import { type Db, firstRow, preparedSql } from '../db/sql.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import type { ListingEvent } from './revise.ts';
import { MAX_UNDO_STEPS, packUndo } from './revision-undo.ts';

/**
 * Why a document changed. REVISION: the row of `property_change` says it. VERDICT: a price verdict. CORRECTION: a
 * recomputation of stored facts. LISTING_REMOVED: a listing was removed. REMOVED: the property with its last listing.
 */
export type ChangeReason = 'REVISION' | 'VERDICT' | 'CORRECTION' | 'LISTING_REMOVED' | 'REMOVED';

export interface ChangeLogEntry {
  propertyId: string;
  revisionId: string | undefined;
  reason: ChangeReason;
}

/**
 * The caller holds the lock of each property. A transaction may have got its id before another one that held the
 * lock first: its entry then takes the later id, so that the entries of one property stay in order. A greater id is
 * always safe: readers wait longer for it, never less. The transaction is read by an expression of its own, and the insert
 * is another one: a cluster sends the whole of a simpler statement to the worker, whose transactions are not those of the
 * horizon.
 */
const logStatement = preparedSql(`
  with own as materialized (
    select pg_current_xact_id() as transaction_id, statement_timestamp() as moment
  ), logged as (
    insert into property_change_log (property_id, changed_in, logged_at, revision_id, reason)
    select given.property_id,
           greatest(own.transaction_id,
                    (select last.changed_in from property_change_log as last where last.property_id = given.property_id
                     order by last.changed_in desc limit 1)),
           own.moment, given.revision_id, given.reason
    from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as given (property_id, revision_id, reason, number)
    cross join own
    order by given.number
  )
  select 1`);

const selectForNode = preparedSql(`
  select pg_current_xact_id()::text as "transactionId", statement_timestamp()::text as moment,
         ${nextPositions('property_change_log', '$1')} as positions`);

/** The same on the node of the region, with what the coordinator gives. */
const nodeLogStatement = preparedSql(`
  with logged as (
    insert into property_change_log (property_id, changed_in, logged_at, revision_id, reason, position) overriding system value
    select given.property_id,
           greatest($4::xid8,
                    (select last.changed_in from property_change_log as last where last.property_id = given.property_id
                     order by last.changed_in desc limit 1)),
           $5::timestamptz, given.revision_id, given.reason, ($6::bigint[])[given.number]
    from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as given (property_id, revision_id, reason, number)
    where ${PUSHED}
  )
  select 1`);

/** Every write of a property's document is logged here in the same transaction. */
export async function logChanges(db: Db, entries: readonly ChangeLogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const columns = [
    entries.map(({ propertyId }) => propertyId),
    entries.map(({ revisionId }) => revisionId ?? null),
    entries.map(({ reason }) => reason),
  ];
  if (!db.runsOnNode) return void (await db.rows(logStatement(...columns)));
  const read = await firstRow<{ transactionId: string; moment: string; positions: string }>(
    db,
    selectForNode(entries.length),
  );
  await db.rows(
    onNodeLater(nodeLogStatement(...columns, read?.transactionId, read?.moment, read?.positions)),
  );
}

export const documentChanges = (propertyIds: readonly string[], reason: ChangeReason): ChangeLogEntry[] =>
  propertyIds.map((propertyId) => ({ propertyId, revisionId: undefined, reason }));

/** One revision of a property, with its flat results before and after. */
export interface PropertyRevisionChange {
  propertyId: string;
  revisionId: string;
  occurredAt: Date;
  kinds: readonly string[];
  listingId: string | undefined;
  mergedInto: string | undefined;
  listingEvents: readonly ListingEvent[];
  changes: readonly ChangeEntry[];
  /** The document of the same property before. */
  previous: PropertyResult | undefined;
  /** What customers knew before: the previous document, or that of another property. */
  before: PropertyResult | undefined;
  after: PropertyResult | undefined;
}

export interface ChangeRowsInput {
  /** In chronological order. */
  changes: readonly PropertyRevisionChange[];
  /** The documents that are in the table of properties, by the id of the property, before and after. */
  stored: ReadonlyMap<string, PropertyResult>;
  written: ReadonlyMap<string, PropertyResult>;
  /** The number of the last revision of each property. */
  revisionNumbers: ReadonlyMap<string, number>;
  /** The JSON of a document in UTF-8. */
  serialize: (document: PropertyResult) => Buffer;
}

/** A row of `property_change`. */
export interface ChangeRow {
  change: PropertyRevisionChange;
  revisionNumber: number;
  /** Absent where another row or the property has them. */
  before: PropertyResult | undefined;
  after: PropertyResult | undefined;
  undo: Buffer | undefined;
}

export interface ChangeRows {
  rows: ChangeRow[];
  /** The last number of each property that has a change. */
  revisionNumbers: Map<string, number>;
  /** Properties whose stored document is the state after no revision of these rows: see `preserveRevisions`. */
  replaced: string[];
}

/**
 * The rows of changes. A document that another row or the property has is not stored again: after a revision it is the
 * document before the next one, or the current one.
 */
export function buildChangeRows(input: ChangeRowsInput): ChangeRows {
  const { changes, stored, written, serialize } = input;
  const revisionNumbers = new Map<string, number>();
  const following = findFollowing(changes);
  const replaced: string[] = [];
  const rows = changes.map((change) => {
    const { propertyId, previous, before, after } = change;
    const isFirst = !revisionNumbers.has(propertyId);
    const number = (revisionNumbers.get(propertyId) ?? input.revisionNumbers.get(propertyId) ?? 0) + 1;
    revisionNumbers.set(propertyId, number);
    if (isFirst && stored.get(propertyId) !== previous) replaced.push(propertyId);
    const next = following.get(change);
    const reproducible = next === undefined ? written.get(propertyId) : next.previous;
    return {
      change,
      revisionNumber: number,
      before: before === previous ? undefined : before,
      after: after === reproducible ? undefined : after,
      undo: previous && packPrevious(previous, number % MAX_UNDO_STEPS === 0 ? undefined : after, serialize),
    };
  });
  return { rows, revisionNumbers, replaced };
}

const packPrevious = (
  previous: PropertyResult,
  after: PropertyResult | undefined,
  serialize: ChangeRowsInput['serialize'],
): Buffer => packUndo(serialize(previous), after && serialize(after));

/** The next change of the same property. */
function findFollowing(
  changes: readonly PropertyRevisionChange[],
): Map<PropertyRevisionChange, PropertyRevisionChange> {
  const following = new Map<PropertyRevisionChange, PropertyRevisionChange>();
  const last = new Map<string, PropertyRevisionChange>();
  for (const change of changes) {
    const former = last.get(change.propertyId);
    if (former !== undefined) following.set(former, change);
    last.set(change.propertyId, change);
  }
  return following;
}

/** What a row of `property_change` says of its changes. */
export interface StoredChanges {
  readonly revisionId: string;
  readonly occurredAt: Date | string;
  readonly listingEvents: readonly ListingEvent[];
  /** Null where the property shows exactly what its listings changed: `listingEvents` has it. */
  readonly changes: readonly ChangeEntry[] | null;
}

type RevisionFacts = Omit<StoredChanges, 'changes'> & { readonly changes: readonly ChangeEntry[] };

export const readChanges = (row: StoredChanges): readonly ChangeEntry[] => row.changes ?? deriveChanges(row);

/**
 * The changes as they are stored. Most repeat the event of their listing and the ids of their row: 250 bytes, more than
 * all else that a row says of a new price.
 */
export function toStoredChanges(facts: RevisionFacts): readonly ChangeEntry[] | null {
  const derived = deriveChanges(facts);
  if (derived.length !== facts.changes.length) return facts.changes;
  if (derived.length === 0) return null;
  return JSON.stringify(derived) === JSON.stringify(facts.changes) ? null : facts.changes;
}

const deriveChanges = ({
  revisionId,
  occurredAt,
  listingEvents,
}: Omit<StoredChanges, 'changes'>): ChangeEntry[] =>
  listingEvents.flatMap(({ listingId, changes }) =>
    changes.map(({ attribute, ...figures }) => ({
      attribute,
      occurredAt: formatTimestamp(new Date(occurredAt)),
      listingId,
      revisionId,
      ...figures,
    })),
  );
