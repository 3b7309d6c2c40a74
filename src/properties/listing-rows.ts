import { type Db, sql } from '../db/sql.ts';
import type { ListingState } from './listing-state.ts';

/** A listing as it is kept: where it belongs, and which advertiser it was found to be of. */
export interface KeptListing {
  propertyId: string;
  publisherId: string | undefined;
  payloadHash: Buffer | undefined;
  state: ListingState;
}

interface Row {
  listingId: string;
  propertyId: string;
  url: string;
  state: StoredState;
  payloadHash: Buffer | null;
  priceCoherent: boolean | null;
}

type Moments = 'publishedAt' | 'createdAt' | 'updatedAt' | 'expiredAt' | 'lastSeenAt';

/** As JSON keeps it: moments as texts, and nothing that a column or another table tells. */
interface StoredState
  extends Omit<
    ListingState,
    Moments | 'id' | 'url' | 'priceCoherent' | 'prices' | 'publisher' | 'marketing'
  > {
  publisher?: ListingState['publisher'];
  marketing?: ListingState['marketing'];
  publisherId?: string;
  prices: { price: number; at: string }[];
  publishedAt?: string;
  createdAt: string;
  updatedAt: string;
  expiredAt?: string;
  /** At the time it was recorded; the table of visits knows better. */
  lastSeenAt: string;
}

/** The listings of these ids that are known, with the newest visit of each. */
export async function keptListings(db: Db, ids: readonly string[]): Promise<Map<string, KeptListing>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<Row>(sql`
    select listing_id as "listingId", property_id as "propertyId", url, state, payload_hash as "payloadHash",
           price_coherent as "priceCoherent"
    from listing where listing_id = any (${ids}::uuid[])`);
  const visits = await visitsOf(db, [...new Set(rows.map(({ propertyId }) => propertyId))]);
  return new Map(rows.map((row) => [row.listingId, asKept(row, visits.get(row.listingId))]));
}

/** When each listing of these properties was last seen. */
export async function visitsOf(db: Db, propertyIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db.rows<{ listingId: string; lastSeenAt: Date }>(sql`
    select listing_id as "listingId", last_seen_at as "lastSeenAt" from listing_visit
    where property_id = any (${propertyIds}::uuid[])`);
  return new Map(rows.map(({ listingId, lastSeenAt }) => [listingId, lastSeenAt]));
}

function asKept(
  { listingId, propertyId, url, state, payloadHash, priceCoherent }: Row,
  seen?: Date,
): KeptListing {
  const moment = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return {
    propertyId,
    publisherId: state.publisherId,
    payloadHash: payloadHash ?? undefined,
    state: {
      id: listingId,
      url,
      source: state.source,
      protected: state.protected,
      claims: state.claims,
      pictures: state.pictures,
      publisher: state.publisher,
      marketing: state.marketing,
      prices: state.prices.map(({ price, at }) => ({ price, at: new Date(at) })),
      publishedAt: moment(state.publishedAt),
      createdAt: new Date(state.createdAt),
      updatedAt: new Date(state.updatedAt),
      lastSeenAt: seen ?? new Date(state.lastSeenAt),
      expiredAt: moment(state.expiredAt),
      priceCoherent: priceCoherent ?? undefined,
    },
  };
}

/** Members left undefined are left out, and moments become texts. */
const asStored = ({ state, publisherId }: KeptListing): object => {
  const { id: _, url: __, priceCoherent: ___, ...rest } = state;
  return { ...rest, publisherId };
};

export async function putListings(db: Db, listings: readonly KeptListing[]): Promise<void> {
  if (listings.length === 0) return;
  const rows = listings.map((kept) => ({
    listing_id: kept.state.id,
    property_id: kept.propertyId,
    source_id: kept.state.source.id,
    url: kept.state.url,
    state: asStored(kept),
    payload_hash: kept.payloadHash?.toString('hex'),
    expired_at: kept.state.expiredAt,
    price_coherent: kept.state.priceCoherent,
  }));
  await db.rows(sql`
    insert into listing (listing_id, property_id, source_id, url, state, payload_hash, expired_at, price_coherent)
    select listing_id, property_id, source_id, url, state, decode(payload_hash, 'hex'), expired_at, price_coherent
    from json_to_recordset(${JSON.stringify(rows)}::json) as kept (
      listing_id uuid, property_id uuid, source_id uuid, url text, state json, payload_hash text,
      expired_at timestamptz, price_coherent boolean)
    on conflict (listing_id) do update set
      property_id = excluded.property_id, source_id = excluded.source_id, url = excluded.url, state = excluded.state,
      payload_hash = excluded.payload_hash, expired_at = excluded.expired_at, price_coherent = excluded.price_coherent`);
}

/** A listing that moved is visited under its new property from now on. */
export async function putVisits(db: Db, listings: readonly KeptListing[]): Promise<void> {
  if (listings.length === 0) return;
  const rows = listings.map(({ propertyId, state }) => ({
    property_id: propertyId,
    listing_id: state.id,
    source_id: state.source.id,
    live: state.expiredAt === undefined,
    last_seen_at: state.lastSeenAt,
  }));
  await db.rows(sql`
    insert into listing_visit (property_id, listing_id, source_id, live, last_seen_at)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as visit (
      property_id uuid, listing_id uuid, source_id uuid, live boolean, last_seen_at timestamptz)
    on conflict (property_id, listing_id) do update set
      source_id = excluded.source_id, live = excluded.live,
      last_seen_at = greatest(listing_visit.last_seen_at, excluded.last_seen_at)`);
}

export async function dropVisits(
  db: Db,
  visits: readonly { propertyId: string; listingId: string }[],
): Promise<void> {
  if (visits.length === 0) return;
  await db.rows(sql`
    delete from listing_visit using unnest(
      ${visits.map((visit) => visit.propertyId)}::uuid[], ${visits.map((visit) => visit.listingId)}::uuid[]
    ) as gone (property_id, listing_id)
    where listing_visit.property_id = gone.property_id and listing_visit.listing_id = gone.listing_id`);
}
