import type {
  ConsolidatedProperty,
  ListingEntry,
  PropertyResult,
  PublisherEntry,
} from '../catalogue/document.ts';
import { squareMetresIn } from '../catalogue/measures.ts';
import { DAY_MS } from '../lib/durations.ts';

export type EventKind = 'CREATED' | 'UPDATED' | 'EXPIRED' | 'REACTIVATED';

/** The part of a property change that the warehouse uses. */
export interface RecordedChange {
  propertyId: string;
  revisionId: string;
  occurredAt: Date;
  listingEvents: readonly { listingId: string; kind: EventKind }[];
  after: PropertyResult | null;
}

type Heating = NonNullable<NonNullable<ConsolidatedProperty['unit']>['energy']>['heating'];

/** The facts of one event of one listing, from which every column is read. */
export interface EventFacts {
  propertyId: string;
  revisionId: string;
  kind: EventKind;
  eventAt: Date;
  daysSinceLast: number | undefined;
  property: ConsolidatedProperty;
  listing: ListingEntry;
  publisher: PublisherEntry | undefined;
  heating: NonNullable<Heating>[number] | undefined;
  /** The consolidated area in square metres. */
  area: number | undefined;
}

/**
 * The events of a change; `lastOf` gives the previous event of a listing. A listing that is no longer shown has none.
 */
export function deriveEventFacts(
  change: RecordedChange,
  lastOf: (listingId: string) => Date | undefined,
): EventFacts[] {
  const { after, propertyId, revisionId, occurredAt } = change;
  if (after === null) return [];
  const { property, publishers } = after;
  return change.listingEvents.flatMap(({ listingId, kind }) => {
    const listing = after.listings.find(({ id }) => id === listingId);
    if (listing === undefined) return [];
    const eventAt = eventMoment(kind, listing) ?? occurredAt;
    const last = lastOf(listingId);
    return [
      {
        propertyId,
        revisionId,
        kind,
        eventAt,
        // A late observation may precede what is known already.
        daysSinceLast: last && Math.max(0, (eventAt.getTime() - last.getTime()) / DAY_MS),
        property,
        listing,
        publisher: publishers.find(({ id }) => id === listing.publisher?.id),
        heating: property.unit?.energy?.heating?.[0] ?? property.building?.energy?.heating?.[0],
        area: toSquareMetres(property),
      },
    ];
  });
}

/** Each listing by its own time: one change may contain the events of several. */
function eventMoment(kind: EventKind, listing: ListingEntry): Date | undefined {
  const { createdAt, updatedAt, expiredAt, lastSeenAt } = listing;
  const moment = { CREATED: createdAt, UPDATED: updatedAt, EXPIRED: expiredAt, REACTIVATED: lastSeenAt }[
    kind
  ];
  return moment === undefined ? undefined : new Date(moment);
}

function toSquareMetres({ area }: ConsolidatedProperty): number | undefined {
  if (area?.displayed === undefined) return undefined;
  return area.displayed * squareMetresIn[area.unit ?? 'SQM'];
}
