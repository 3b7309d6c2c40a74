import type { ChangeEntry, PropertyResult } from '../../catalogue/document.ts';
import type { Database, Db } from '../../db/sql.ts';
import { canonical } from '../../lib/canonical.ts';
import type { Clock } from '../../lib/clock.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { buildFlatProperty } from '../flat.ts';
import type { PropertyMember } from '../publishers/publishers.ts';
import { lockForRecording, selectAffected } from '../store.ts';
import { isPriceChange, keepUnexplainedEntries, matchPriceEntries, newestFirst } from './entries.ts';
import {
  countOutdated,
  type RecordedRevision,
  selectOutdatedAfter,
  selectRevisions,
  storeRecomputed,
} from './recompute-store.ts';
import { buildPriceStory } from './story.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Properties per transaction. */
const BATCH_ROWS = 50;
const MAX_RETRIES = 5;

export interface RecomputeOptions {
  signal?: AbortSignal;
  begin?: (total: number) => void;
  advance?: (count: number) => void;
}

export interface RecomputeResult {
  properties: number;
  /** Entries of `changes` that were removed, and entries that were missing. */
  removed: number;
  added: number;
}

/**
 * Recomputes `changes` and the displayed price of properties recorded by older rules. It can be interrupted at any
 * time: the next call continues, because finished properties are marked. It runs beside recording.
 */
export async function recomputeChanges(
  db: Database,
  clock: Clock,
  { signal, begin, advance }: RecomputeOptions = {},
): Promise<RecomputeResult> {
  const done: RecomputeResult = { properties: 0, removed: 0, added: 0 };
  begin?.(await countOutdated(db));
  for (let after = FIRST_ID; !signal?.aborted; ) {
    const ids = (await selectOutdatedAfter(db, after, BATCH_ROWS)).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) break;
    const page = await db.transaction((tx) => recomputePage(tx, ids, clock.now()), { retries: MAX_RETRIES });
    done.properties += ids.length;
    done.removed += page.removed;
    done.added += page.added;
    advance?.(ids.length);
    after = last;
  }
  return done;
}

/** Takes the locks of recording, so that no change is lost between read and write. */
async function recomputePage(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<Omit<RecomputeResult, 'properties'>> {
  await lockForRecording(db, [], ids);
  const { properties, listings: records } = await selectAffected(db, [], ids);
  const revisions = Map.groupBy(await selectRevisions(db, ids), ({ propertyId }) => propertyId);
  const documents: PropertyResult[] = [];
  const changed: RecordedRevision[] = [];
  const counts = { removed: 0, added: 0 };
  for (const { propertyId, document, listingIds } of properties) {
    if (document === null) continue;
    const own = revisions.get(propertyId) ?? [];
    const next = recomputeDocument(
      document,
      listingIds.flatMap((id) => records.get(id) ?? []),
      { revisions: own, now },
    );
    documents.push(next);
    changed.push(...correctRevisions(own, next.property.changes));
    counts.removed += countMissing(document.property.changes, next.property.changes);
    counts.added += countMissing(next.property.changes, document.property.changes);
  }
  await storeRecomputed(db, documents, changed);
  return counts;
}

const keyOf = ({ attribute, occurredAt, listingId }: ChangeEntry): string =>
  `${attribute} ${Date.parse(occurredAt)} ${listingId}`;

const countMissing = (from: readonly ChangeEntry[], among: readonly ChangeEntry[]): number => {
  const keys = new Set(among.map(keyOf));
  return from.filter((entry) => !keys.has(keyOf(entry))).length;
};

/** The document by the current rules; `updatedAt` moves when the visible content changes. */
function recomputeDocument(
  document: PropertyResult,
  members: readonly PropertyMember[],
  { revisions, now }: { revisions: readonly RecordedRevision[]; now: Date },
): PropertyResult {
  const { changes, createdAt, updatedAt } = document.property;
  const story = buildPriceStory(members);
  const recorded = changes.filter(isPriceChange);
  const prices = matchPriceEntries(story.moves, recorded, '').entries.map((entry) =>
    withRevision(entry, revisions),
  );
  const others = changes.filter(
    (entry) => !isPriceChange(entry) && isBroughtByMember(entry, members, revisions),
  );
  const history = {
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
    changes: newestFirst([...prices, ...keepUnexplainedEntries(recorded, members), ...others]),
    referenceId: story.referenceId,
  };
  const next = buildFlatProperty(document.id, members, history);
  const shown = ({ pricing }: PropertyResult['property']) => canonical(pricing ?? null);
  if (shown(next.property) === shown(document.property)) return next;
  return { ...next, property: { ...next.property, updatedAt: formatTimestamp(now) } };
}

/** The revision that first showed a move; unchanged when none is found. */
function withRevision(entry: ChangeEntry, revisions: readonly RecordedRevision[]): ChangeEntry {
  const own = revisions.find(
    ({ occurredAt, listingEvents }) =>
      occurredAt.getTime() === Date.parse(entry.occurredAt) &&
      listingEvents.some(({ listingId }) => listingId === entry.listingId),
  );
  const { revisionId, ...rest } = entry;
  const known = own?.revisionId ?? (revisionId === '' ? undefined : revisionId);
  return known === undefined ? rest : { ...rest, revisionId: known };
}

/**
 * Whether a listing changed what it states. Without the revision, an entry at the time a listing appeared is
 * attributed to its appearance.
 */
function isBroughtByMember(
  { attribute, revisionId, listingId, occurredAt }: ChangeEntry,
  members: readonly PropertyMember[],
  revisions: readonly RecordedRevision[],
): boolean {
  const own = revisions.find((revision) => revision.revisionId === revisionId);
  if (own !== undefined)
    return own.listingEvents.some(({ changes }) => changes.some((change) => change.attribute === attribute));
  const bringer = members.find(({ state }) => state.id === listingId)?.state;
  return bringer?.createdAt.getTime() !== Date.parse(occurredAt);
}

/** The revisions whose recorded changes differ from the document. */
function correctRevisions(
  revisions: readonly RecordedRevision[],
  entries: readonly ChangeEntry[],
): RecordedRevision[] {
  const byRevision = Map.groupBy(entries, ({ revisionId }) => revisionId);
  return revisions.flatMap((revision) => {
    const changes = [
      ...(byRevision.get(revision.revisionId) ?? []).filter(isPriceChange),
      ...revision.changes.filter(
        (entry) =>
          !isPriceChange(entry) &&
          revision.listingEvents.some((event) =>
            event.changes.some(({ attribute }) => attribute === entry.attribute),
          ),
      ),
    ];
    return canonical(changes) === canonical(revision.changes) ? [] : [{ ...revision, changes }];
  });
}
