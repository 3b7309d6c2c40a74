import type { ChangeEntry, PropertyResult } from '../../catalogue/document.ts';
import type { Database, Db } from '../../db/sql.ts';
import { canonical } from '../../lib/canonical.ts';
import type { Clock } from '../../lib/clock.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { buildFlatProperty } from '../flat.ts';
import { parseListingRows } from '../listing-rows.ts';
import type { PropertyMember } from '../publishers/entries.ts';
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
/** Properties in one transaction. */
const BATCH_ROWS = 50;
const MAX_RETRIES = 5;

export interface RecomputeOptions {
  signal?: AbortSignal;
  begin?: (total: number) => void;
  advance?: (count: number) => void;
}

export interface RecomputeResult {
  properties: number;
  /** Entries of `changes` that were taken away, and such that were missing. */
  removed: number;
  added: number;
}

/**
 * Brings what older rules recorded in `changes` to the present ones, and the price that is shown with it. Cut at any moment, the same
 * call goes on where it was: a property that is done says so. Recording goes on meanwhile.
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

/** Under the locks of recording: what is read is what is written. */
async function recomputePage(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<Omit<RecomputeResult, 'properties'>> {
  await lockForRecording(db, [], ids);
  const { properties, listings } = await selectAffected(db, [], ids);
  const kept = parseListingRows(listings);
  const revisions = Map.groupBy(await selectRevisions(db, ids), ({ propertyId }) => propertyId);
  const documents: PropertyResult[] = [];
  const changed: RecordedRevision[] = [];
  const counts = { removed: 0, added: 0 };
  for (const { propertyId, document, listingIds } of properties) {
    if (document === null) continue;
    const own = revisions.get(propertyId) ?? [];
    const next = recomputeDocument(
      document,
      listingIds.flatMap((id) => kept.get(id) ?? []),
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

/** The document by the present rules; `updatedAt` moves when it shows anything else than before. */
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

/** The revision that made a move known; none when it was recorded elsewhere. */
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

/** Whether a listing changed what it says; without the revision, an entry of the moment a listing came is one that its coming made. */
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

/** The revisions that recorded something else than now stands in the document. */
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
