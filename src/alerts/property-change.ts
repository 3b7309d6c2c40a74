import type { ChangeEntry, PropertyResult } from '../catalogue/document.ts';
import type { ListingEvent, RevisionKind } from '../properties/revise.ts';

/** A row of property_change as the alerts read it. */
export interface PropertyChange {
  readonly propertyId: string;
  readonly revisionId: string;
  readonly recordedAt: Date;
  readonly kinds: readonly RevisionKind[];
  /** The listing that caused it. */
  readonly listingId: string | null;
  readonly listingEvents: readonly ListingEvent[];
  readonly changes: readonly ChangeEntry[];
  readonly before: PropertyResult | null;
  readonly after: PropertyResult | null;
  /** The span that recorded it, where that was traced. */
  readonly traceparent?: string | null;
}
