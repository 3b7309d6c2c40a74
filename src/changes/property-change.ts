import type { ChangeEntry, PropertyResult } from '../catalogue/document.ts';
import type { ChangeCause, ChangeType } from '../catalogue/service-vocabularies.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { readChanges } from '../properties/change-log.ts';
import type { ListingEvent } from '../properties/revise.ts';
import { readListingEvents } from '../properties/stored-events.ts';
import type { LoggedChange } from './store.ts';

/** An entry of the change stream. */
export interface StreamChange {
  /** Unique and in the order of the stream. */
  readonly id: string;
  readonly changeType: ChangeType;
  readonly propertyId: string;
  /** Absent where no advert changed, such as a new price verdict. */
  readonly revisionId?: string;
  /** When the source showed it. */
  readonly occurredAt: string;
  readonly recordedAt: string;
  readonly cause: { readonly type: ChangeCause; readonly listingId?: string };
  readonly changes: readonly ChangeEntry[];
  readonly mergedInto?: string;
  readonly splitFrom?: string;
  /** Continues after this entry. */
  readonly cursor: string;
  /** The property as it is now; null where it is gone or does not match the criteria. */
  readonly data: PropertyResult | null;
}

export function toStreamChange(
  entry: LoggedChange,
  { cursor, data }: { cursor: string; data: PropertyResult | null },
): StreamChange {
  const changeType = changeTypeOf(entry);
  const events = readListingEvents(entry.listingEvents ?? [], entry.listingId);
  const recordedAt = formatTimestamp(new Date(entry.loggedAt));
  const listingId = entry.listingId ?? events[0]?.listingId;
  return {
    id: `${entry.changedIn}-${entry.position}`,
    changeType,
    propertyId: entry.propertyId,
    ...(entry.revisionId === null ? {} : { revisionId: entry.revisionId }),
    occurredAt: entry.occurredAt === null ? recordedAt : formatTimestamp(new Date(entry.occurredAt)),
    recordedAt,
    cause: { type: causeOf(entry, events), ...(listingId === undefined ? {} : { listingId }) },
    changes: changesOf(entry, events),
    ...(entry.mergedInto === null ? {} : { mergedInto: entry.mergedInto }),
    ...(changeType === 'SPLIT' && entry.formerId !== null && entry.formerId !== entry.propertyId
      ? { splitFrom: entry.formerId }
      : {}),
    cursor,
    data,
  };
}

/** An entry without a revision, or whose revision is gone, has none. */
const changesOf = (
  { revisionId, occurredAt, changes }: LoggedChange,
  listingEvents: readonly ListingEvent[],
): readonly ChangeEntry[] =>
  revisionId === null || occurredAt === null
    ? []
    : readChanges({ revisionId, occurredAt, listingEvents, changes });

const KIND_TYPES = { CREATED: 'CREATED', EXPIRED: 'EXPIRED', REACTIVATED: 'REACTIVATED' } as const;

function changeTypeOf({ reason, kinds, mergedInto }: LoggedChange): ChangeType {
  if (reason === 'REMOVED') return 'REMOVED';
  if (mergedInto !== null) return 'MERGED';
  if (kinds?.length === 1 && kinds[0] === 'REGROUPED') return 'SPLIT';
  for (const kind of kinds ?? []) if (kind in KIND_TYPES) return KIND_TYPES[kind as keyof typeof KIND_TYPES];
  return 'CHANGED';
}

function causeOf({ reason, kinds }: LoggedChange, [event]: readonly ListingEvent[]): ChangeCause {
  if (reason === 'REMOVED' || reason === 'LISTING_REMOVED') return 'LISTING_REMOVED';
  if (reason === 'VERDICT') return 'PRICE_VERDICT';
  if (event !== undefined) return `LISTING_${event.kind}`;
  return kinds?.includes('REGROUPED') ? 'REGROUPED' : 'CORRECTION';
}

/** Whether the property may have matched any criteria before, which the documents of the change do not show. */
export const isFormerStateUnknown = ({ reason, kinds }: LoggedChange): boolean =>
  reason !== 'REVISION' || kinds === null || kinds.includes('REGROUPED');
