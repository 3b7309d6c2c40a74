import type { ChangeEntry } from '../catalogue/document.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import type { ListingEvent } from './revise.ts';

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
export const toStoredChanges = (facts: RevisionFacts): readonly ChangeEntry[] | null =>
  JSON.stringify(deriveChanges(facts)) === JSON.stringify(facts.changes) ? null : facts.changes;

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
