import type { Db } from '../db/sql.ts';
import {
  deleteOverridesOf,
  findDecision,
  type GroupingDecision,
  insertDecision,
  type ListingHome,
  type ListingMove,
  lockDecisions,
  selectHousemates,
  selectOverridesAcross,
} from '../identity/decision-store.ts';
import { newId } from '../lib/ids.ts';
import type { Pipeline } from './pipeline.ts';
import { MAX_RETRIES, reassignListing } from './reassign.ts';

/** What a person says about two sets of listings: all of them are one home, or none of one is of the home of the other. */
export interface GroupingRequest {
  readonly action: 'merge' | 'split';
  readonly listings: readonly string[];
  readonly others: readonly string[];
}

/** A request, or the decision to take back. */
export type GroupingChange = GroupingRequest | { readonly undo: string };

/** Where listings are after a decision. */
export interface GroupingOutcome {
  readonly decision: GroupingDecision;
  /** All listings of every property that the decision touched. */
  readonly homes: readonly ListingHome[];
}

/** A listing is not known; another decision about the same listings came later; or they are in different regions. */
export type GroupingRefusal = 'unknown' | 'superseded' | 'two-regions';

export type GroupingAnswer = GroupingOutcome | { readonly refused: GroupingRefusal };

/** Stores a decision with its author and assigns the listings again, or takes a decision back. */
export async function decideGrouping(
  pipeline: Pipeline,
  change: GroupingChange,
  personId: string | null,
): Promise<GroupingAnswer> {
  const own = await findRegionPipeline(pipeline, change);
  if ('refused' in own) return own;
  const answer = await own.db.transaction((db) => applyChange(db, own, change, personId), {
    retries: MAX_RETRIES,
  });
  if ('homes' in answer)
    await pipeline.regions?.register(
      own,
      answer.homes.map(({ listingId }) => listingId),
    );
  return answer;
}

/** Grouping never crosses a border: the pipeline of the region of all listings. */
async function findRegionPipeline(
  pipeline: Pipeline,
  change: GroupingChange,
): Promise<Pipeline | { refused: GroupingRefusal }> {
  const { regions } = pipeline;
  if (regions === undefined) return pipeline;
  if ('undo' in change) {
    for (const one of regions.all)
      if ((await findDecision(one.pipeline.db, change.undo)) !== undefined) return one.pipeline;
    return { refused: 'unknown' };
  }
  const ids = [...change.listings, ...change.others];
  const known = await regions.findPipelines(ids);
  const [own, ...others] = new Set(known.values());
  if (own === undefined || known.size < new Set(ids).size) return { refused: 'unknown' };
  return others.length > 0 ? { refused: 'two-regions' } : own;
}

class Rollback extends Error {
  readonly answer: GroupingAnswer;

  constructor(answer: GroupingAnswer) {
    super('a preview is rolled back');
    this.answer = answer;
  }
}

/** What `decideGrouping` would do: it does it, and rolls back. */
export async function previewGrouping(pipeline: Pipeline, change: GroupingChange): Promise<GroupingAnswer> {
  const own = await findRegionPipeline(pipeline, change);
  if ('refused' in own) return own;
  try {
    return await own.db.transaction<never>(
      async (db) => {
        throw new Rollback(await applyChange(db, own, change, null));
      },
      { retries: MAX_RETRIES },
    );
  } catch (error) {
    if (error instanceof Rollback) return error.answer;
    throw error;
  }
}

async function applyChange(
  db: Db,
  pipeline: Pipeline,
  change: GroupingChange,
  personId: string | null,
): Promise<GroupingAnswer> {
  await lockDecisions(db);
  const decidedAt = pipeline.clock.now();
  const author = { decisionId: newId(decidedAt), personId, decidedAt };
  const stored =
    'undo' in change
      ? await takeBack(db, pipeline, change.undo)
      : await storeOverrides(db, pipeline, change, author);
  if ('refused' in stored) return stored;
  const moves = await reassignAll(db, pipeline, [...stored.listingIds, ...stored.otherIds]);
  const decision = { ...stored, ...author, moves };
  await insertDecision(db, decision);
  const touched = moves.flatMap(({ from, to }) => [from, to]);
  const homes = await selectHousemates(db, [...stored.listingIds, ...stored.otherIds], touched);
  return { decision, homes };
}

type StoredChange = Omit<GroupingDecision, 'decisionId' | 'personId' | 'decidedAt' | 'moves'>;
type Author = Pick<GroupingDecision, 'decisionId' | 'decidedAt'>;

async function storeOverrides(
  db: Db,
  pipeline: Pipeline,
  { action, listings, others }: GroupingRequest,
  { decisionId, decidedAt }: Author,
): Promise<StoredChange | { refused: GroupingRefusal }> {
  const { store } = pipeline.openIdentity(db);
  const known = await Promise.all([...listings, ...others].map((id) => store.feature(id)));
  if (known.includes(undefined)) return { refused: 'unknown' };
  const formerOverrides = await selectOverridesAcross(db, listings, others);
  const override = { together: action === 'merge', decidedAt, decisionId };
  await store.addOverrides(listings.flatMap((one) => others.map((other) => ({ one, other, ...override }))));
  return { action, listingIds: listings, otherIds: others, undoneId: null, formerOverrides };
}

/** The overrides of the decision give way to those that stood before it; without one the model decides again. */
async function takeBack(
  db: Db,
  pipeline: Pipeline,
  decisionId: string,
): Promise<StoredChange | { refused: GroupingRefusal }> {
  const decision = await findDecision(db, decisionId);
  if (decision === undefined || decision.action === 'undo') return { refused: 'unknown' };
  const { listingIds, otherIds, formerOverrides } = decision;
  const pairs = await deleteOverridesOf(db, decisionId);
  if (pairs !== listingIds.length * otherIds.length) return { refused: 'superseded' };
  // JSON has times as texts.
  const restored = formerOverrides.map((row) => ({ ...row, decidedAt: new Date(row.decidedAt) }));
  await pipeline.openIdentity(db).store.addOverrides(restored);
  return { action: 'undo', listingIds, otherIds, undoneId: decisionId, formerOverrides: [] };
}

/** Each listing that moved, from where it was first to where it is at the end. */
async function reassignAll(
  db: Db,
  pipeline: Pipeline,
  listingIds: readonly string[],
): Promise<ListingMove[]> {
  const moves = new Map<string, ListingMove>();
  for (const id of listingIds) {
    for (const { listingId, from, to } of (await reassignListing(db, pipeline, id))?.moves ?? []) {
      const first = moves.get(listingId)?.from ?? from;
      if (first !== undefined) moves.set(listingId, { listingId, from: first, to });
    }
  }
  return [...moves.values()].filter(({ from, to }) => from !== to);
}
