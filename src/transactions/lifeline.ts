import type { ListingEntry, PropertyResult } from '../catalogue/document.ts';
import { defaultRegion, regionOfProperty } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import { DAY_MS } from '../lib/durations.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { findSalesAround } from './around.ts';
import { type ProbableSale, pickProbableSale } from './probable-sale.ts';
import { selectListingEvents } from './store.ts';

export interface LifelineEvent {
  /** LISTED, RELISTED, EXPIRED, PRICE_CHANGED or SOLD. */
  kind: 'LISTED' | 'RELISTED' | 'PRICE_CHANGED' | 'EXPIRED' | 'SOLD';
  occurredAt: string;
  listingId: string | null;
  oldPrice: number | null;
  newPrice: number | null;
  variationPercent: number | null;
  transactionId: string | null;
}

export interface Lifeline {
  id: string;
  events: LifelineEvent[];
  sale: ProbableSale | null;
}

/** A sale is recorded months after the listing ended, and may be signed some time before that. */
const SOLD_BEFORE_DAYS = 30;
const SOLD_WITHIN_DAYS = 300;
/** The maximum distance of the parcel from the listed position, by its accuracy. */
const MAX_DISTANCE_METRES: Readonly<Record<string, number>> = {
  PRECISE: 80,
  STREET: 300,
  NEIGHBORHOOD: 1_200,
};

/**
 * The timeline of a property: each listing, price step, expiry and return, and the recorded sale that probably ended
 * it.
 */
export async function buildLifeline(db: Db, result: PropertyResult): Promise<Lifeline> {
  const events = await listListingEvents(await regionOfProperty(db, result.id), result);
  const sale = await findProbableSale(defaultRegion(db), result);
  if (sale !== undefined)
    events.push({
      ...blank,
      kind: 'SOLD',
      occurredAt: formatTimestamp(new Date(sale.dateMutation)),
      transactionId: sale.transactionId,
      newPrice: sale.priceCents === null ? null : sale.priceCents / 100,
    });
  events.sort((one, other) => Date.parse(one.occurredAt) - Date.parse(other.occurredAt));
  return { id: result.id, events, sale: sale ?? null };
}

const blank = {
  listingId: null,
  oldPrice: null,
  newPrice: null,
  variationPercent: null,
  transactionId: null,
};

async function listListingEvents(
  db: Db,
  { id, listings, property }: PropertyResult,
): Promise<LifelineEvent[]> {
  const returns = await selectListingEvents(db, id);
  const listed = listings.map(
    (listing): LifelineEvent => ({
      ...blank,
      kind: 'LISTED',
      occurredAt: firstAppearance(listing),
      listingId: listing.id,
    }),
  );
  const moved = returns.map(
    ({ kind, listingId, occurredAt }): LifelineEvent => ({
      ...blank,
      kind: kind === 'REACTIVATED' ? 'RELISTED' : 'EXPIRED',
      occurredAt: formatTimestamp(occurredAt),
      listingId,
    }),
  );
  const steps = property.changes
    .filter(({ attribute }) => attribute === 'DISPLAYED_PRICE')
    .map(
      (change): LifelineEvent => ({
        ...blank,
        kind: 'PRICE_CHANGED',
        occurredAt: change.occurredAt,
        listingId: change.listingId ?? null,
        oldPrice: change.numericOld ?? null,
        newPrice: change.numericNew ?? null,
        variationPercent: change.variationPercent ?? null,
      }),
    );
  return [...listed, ...moved, ...steps];
}

/** Sources move the publication date when a listing is renewed: an earlier observation takes precedence. */
const firstAppearance = ({ publishedAt, createdAt }: ListingEntry): string =>
  publishedAt !== undefined && Date.parse(publishedAt) < Date.parse(createdAt) ? publishedAt : createdAt;

/** Only a property that was for sale and is offline can have been sold. */
async function findProbableSale(
  db: Db,
  { property, listings }: PropertyResult,
): Promise<ProbableSale | undefined> {
  const { location, transaction } = property;
  const [longitude, latitude] = location?.geometry?.coordinates ?? [];
  const radiusMetres = MAX_DISTANCE_METRES[location?.accuracy ?? ''];
  if (transaction?.type !== 'SELL' || !property.expired || longitude === undefined || latitude === undefined)
    return undefined;
  if (radiusMetres === undefined) return undefined;
  const ended = Math.max(...listings.map((listing) => Date.parse(listing.expiredAt ?? listing.lastSeenAt)));
  const near = await findSalesAround(db, {
    longitude,
    latitude,
    radiusMetres,
    from: isoDay(ended - SOLD_BEFORE_DAYS * DAY_MS),
    to: isoDay(ended + SOLD_WITHIN_DAYS * DAY_MS),
    propertyType: property.propertyType,
  });
  return pickProbableSale(property, near);
}

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
