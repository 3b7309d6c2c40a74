import type { Db } from '../db/sql.ts';
import type { Assignment } from '../identity/decide.ts';
import { type AssignmentInput, type Identity, resolveAll } from '../identity/resolve.ts';
import type { Clock } from '../lib/clock.ts';
import { type ListingAssignment, type Recording, recordInOrder } from '../properties/record.ts';

/** The part of the pipeline that assigning and recording needs. */
export interface RecordingPipeline {
  clock: Clock;
  /** Identity over a transaction. */
  openIdentity(db: Db): Identity;
}

/** A listing to assign to a property. `at` is the time of the observation, or now when nothing was observed. */
export interface ListingUpdate extends AssignmentInput {
  /** The new state of the listing; undefined when only its assignment is decided again. */
  listing?: Omit<ListingAssignment, 'propertyId'>;
}

/** Assigns one listing and records the result in the caller's transaction. */
export async function resolveAndRecord(
  db: Db,
  pipeline: RecordingPipeline,
  update: ListingUpdate,
): Promise<void> {
  await resolveAndRecordAll(db, pipeline, [update]);
}

/** Assigns and records several listings in their order. Each listing may occur once. */
export async function resolveAndRecordAll(
  db: Db,
  pipeline: RecordingPipeline,
  updates: readonly ListingUpdate[],
): Promise<Assignment[]> {
  const assignments = await resolveAll(pipeline.openIdentity(db), updates);
  const recordings = buildRecordings(updates, assignments);
  await recordInOrder(db, recordings, pipeline.clock.now());
  return assignments;
}

/** One recording per update: every observation makes a revision, also within a batch. */
const buildRecordings = (
  updates: readonly ListingUpdate[],
  assignments: readonly Assignment[],
): Recording[] =>
  updates.flatMap(({ feature, listing }, index) => {
    const assignment = assignments[index];
    if (assignment === undefined) return [];
    const { propertyId } = assignment;
    const moves = assignment.moves
      .filter(({ listingId }) => listing === undefined || listingId !== feature.listingId)
      .map(({ listingId, to }) => ({ listingId, propertyId: to }));
    if (listing === undefined) return moves.length === 0 ? [] : [{ moves }];
    return [{ listings: [{ ...listing, propertyId }], moves }];
  });
