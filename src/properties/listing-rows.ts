import { deflateSync } from 'node:zlib';
import { onNode } from '../db/node-functions.ts';
import { type Db, type Sql, sql } from '../db/sql.ts';
import { inflater, zstdDecompressor } from '../lib/reused-codec.ts';
import { CLAIMS_DICTIONARY, STATE_DICTIONARIES, STATE_DICTIONARY } from './claims-dictionary.ts';
import type { ListingState, ObservedPrice } from './listing-state.ts';
import { unpackDocumentBytes } from './packed-document.ts';
import { type PackedDocument, splitStates, unpackStates } from './packed-states.ts';
import { type HeldPrice, MIN_STANDING_MS } from './price-story/steps.ts';

/** A stored listing with its property and its recognised advertiser. */
export interface ListingRecord {
  propertyId: string;
  publisherId: string | undefined;
  payloadHash: Buffer | undefined;
  state: ListingState;
}

/** A row as a statement returns it. */
export interface ListingRow {
  listingId: string;
  propertyId: string;
  url: string;
  /** Null in rows of older releases, as are the other columns that statements read. */
  createdAt: Date | null;
  updatedAt: Date | null;
  publisherId: string | null;
  /** Of older releases: what statements read, with all or some of the rest. */
  state: Partial<StoredStateJson> | null;
  packed: Buffer | null;
  payloadHash: Buffer | null;
  priceCoherent: boolean | null;
  seenAt: Date | null;
}

type MomentFields = 'publishedAt' | 'createdAt' | 'updatedAt' | 'expiredAt' | 'lastSeenAt';

/** The stored JSON: times as strings, without what other columns or tables have. */
interface StoredStateJson
  extends Omit<
    ListingState,
    MomentFields | 'id' | 'url' | 'priceCoherent' | 'prices' | 'absences' | 'publisher' | 'marketing'
  > {
  publisher?: ListingState['publisher'];
  marketing?: ListingState['marketing'];
  publisherId?: string;
  prices: (Omit<ObservedPrice, 'at'> & { at: string })[];
  absences?: { from: string; to: string }[];
  publishedAt?: string;
  createdAt: string;
  updatedAt: string;
  expiredAt?: string;
  /** As of the recording; the table `listing_visit` has the current value. */
  lastSeenAt: string;
}

const listingColumns: Sql = sql`
  listing.listing_id as "listingId", listing.property_id as "propertyId", listing.url, listing.state,
  listing.created_at as "createdAt", listing.updated_at as "updatedAt", listing.publisher_id as "publisherId",
  listing.packed, listing.payload_hash as "payloadHash", listing.price_coherent as "priceCoherent",
  listing_visit.last_seen_at as "seenAt"`;

/** With the states of its property, in one row of each property. */
interface ListingRowWithStates extends ListingRow {
  readonly document: Buffer | null;
  readonly states: Buffer | null;
}

/** In one statement: between two a listing may move to another property. */
const rowsWithStates = (condition: Sql): Sql => sql`
  select ${listingColumns},
         case when row_number() over (partition by listing.property_id) = 1 then property.packed end as document,
         case when row_number() over (partition by listing.property_id) = 1 then property.states end as states
  from listing left join listing_visit using (property_id, listing_id)
  left join property on property.property_id = listing.property_id
  where ${condition}`;

/** The known listings among these ids, with their latest last-seen time. */
export async function findListingRecords(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, ListingRecord>> {
  if (ids.length === 0) return new Map();
  const statement = rowsWithStates(sql`listing.listing_id = any (${ids}::uuid[])`);
  const rows = await db.rows<ListingRowWithStates>(onNode({ ...statement, name: 'listings_with_states' }));
  return parseRowsWithStates(rows);
}

/** The states of the listings of a property, as JSON by id. */
export type ListingStates = ReadonlyMap<string, string>;

export const parseStates = (stored: Buffer, document: PackedDocument): ListingStates =>
  splitStates(unpackStates(stored, document));

/** The same under the locks of recording, with the states of all their properties. */
export async function findMembers(
  db: Db,
  ids: readonly string[],
  states: ReadonlyMap<string, ListingStates>,
): Promise<Map<string, ListingRecord>> {
  if (ids.length === 0) return new Map();
  const statement = sql`
    select ${listingColumns} from listing left join listing_visit using (property_id, listing_id)
    where listing_id = any (${ids}::uuid[])`;
  return parseListingRows(await db.rows<ListingRow>(onNode({ ...statement, name: 'kept_listings' })), states);
}

function parseRowsWithStates(rows: readonly ListingRowWithStates[]): Map<string, ListingRecord> {
  const states = new Map<string, ListingStates>();
  for (const { propertyId, document, states: stored } of rows) {
    if (document === null || stored === null) continue;
    states.set(propertyId, parseStates(stored, { packed: document, bytes: unpackDocumentBytes(document) }));
  }
  return parseListingRows(rows, states);
}

/** All listings of a property. */
export async function findListingRecordsOf(db: Db, propertyId: string): Promise<ListingRecord[]> {
  const rows = await db.rows<ListingRowWithStates>(
    rowsWithStates(
      sql`listing_id in (select unnest(home.listing_ids) from property as home where home.property_id = ${propertyId})`,
    ),
  );
  return [...parseRowsWithStates(rows).values()];
}

const parseListingRows = (
  rows: readonly ListingRow[],
  states: ReadonlyMap<string, ListingStates>,
): Map<string, ListingRecord> =>
  new Map(
    rows.map((row) => [row.listingId, parseListingRow(row, states.get(row.propertyId)?.get(row.listingId))]),
  );

/** The object that was read becomes the state: copies of its twenty members took longer than to parse them. */
function parseListingRow(row: ListingRow, own: string | undefined): ListingRecord {
  const stored = readStored(row, own === undefined ? undefined : JSON.parse(own));
  const { publisherId, prices, absences, publishedAt, createdAt, updatedAt, expiredAt, lastSeenAt } = stored;
  if (publisherId !== undefined) delete stored.publisherId;
  const state = stored as object as ListingState;
  state.id = row.listingId;
  state.url = row.url;
  state.publisher = stored.publisher;
  state.marketing = stored.marketing;
  state.prices = prices.map((seen) => ({ ...seen, at: new Date(seen.at) }));
  if (absences !== undefined) state.absences = absences.map(parseAbsence);
  state.publishedAt = toMoment(publishedAt);
  state.createdAt = new Date(createdAt ?? row.createdAt);
  state.updatedAt = new Date(updatedAt ?? row.updatedAt);
  state.lastSeenAt = new Date(row.seenAt ?? lastSeenAt);
  state.expiredAt = toMoment(expiredAt);
  state.priceCoherent = row.priceCoherent ?? undefined;
  const isWhole = row.state === null && row.packed === null && publisherId === undefined;
  if (own !== undefined && isWhole && state.lastSeenAt.getTime() === Date.parse(lastSeenAt))
    serializedStates.set(state, own);
  return {
    propertyId: row.propertyId,
    publisherId: publisherId ?? (row.state === null ? (row.publisherId ?? undefined) : undefined),
    payloadHash: row.payloadHash ?? undefined,
    state,
  };
}

/** In rows of older releases the packed members complete others, and what the property has of a listing both. */
function readStored({ listingId, state, packed }: ListingRow, own: PackedState | undefined): StoredStateJson {
  if (state !== null || packed !== null)
    return { ...state, ...(packed === null ? {} : unpackState(packed)), ...own } as StoredStateJson;
  if (own === undefined) throw new Error(`listing ${listingId} has no state`);
  return own as StoredStateJson;
}

const toMoment = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

const parseAbsence = ({ from, to }: { from: string; to: string }) => ({
  from: new Date(from),
  to: new Date(to),
});

/** Deletes the last-seen rows of listings that moved to another property. */
export async function deleteVisits(
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

/** What statements read has columns. */
type PackedState = Partial<Omit<StoredStateJson, 'createdAt' | 'updatedAt'>>;

/** Of older releases, which deflated: a state, or claims, texts and pictures only. */
const deflateDictionaries = [STATE_DICTIONARY, CLAIMS_DICTIONARY].map((text) => Buffer.from(text));
/** The checksum of the dictionary follows the header of two bytes (RFC 1950). */
const dictionaryId = (packed: Uint8Array): string => Buffer.from(packed.subarray(2, 6)).toString('hex');

const inflaters = new Map(
  deflateDictionaries.map((dictionary) => [
    dictionaryId(deflateSync('', { dictionary })),
    inflater({ dictionary }),
  ]),
);

/** Of older releases, which packed each state alone. */
const decompressors = STATE_DICTIONARIES.map((dictionary) => zstdDecompressor({ dictionary }));

/** States that were read, as they are stored: most are written again beside another one that changed. */
const serializedStates = new WeakMap<ListingState, string>();

/** As the row of its property has it. */
export function serializeState(state: ListingState): string {
  const stored = serializedStates.get(state);
  if (stored !== undefined) return stored;
  // In columns of their own, or read by statements.
  const { id: _, url: __, priceCoherent: ___, createdAt: ____, updatedAt: _____, ...others } = state;
  const { source, protected: isProtected, publishedAt, lastSeenAt, prices, ...rest } = others;
  const ordered = { source, protected: isProtected, publishedAt, lastSeenAt, prices, ...rest };
  return JSON.stringify(ordered);
}

export function unpackState(packed: Uint8Array): PackedState {
  const decompressor = decompressors[(packed[0] ?? 0) - 1];
  if (decompressor !== undefined) return JSON.parse(decompressor.run(packed.subarray(1)).toString());
  const former = inflaters.get(dictionaryId(packed));
  if (former === undefined) throw new Error('a newer release packed this listing');
  return JSON.parse(former.run(packed).toString());
}

/** In the transaction that records the prices. A price that is held already keeps its time. */
export async function storeHeldPrices(db: Db, held: readonly HeldPrice[], now: Date): Promise<void> {
  if (held.length === 0) return;
  const latest = new Map(held.map(({ listingId, at }) => [listingId, new Date(at)]));
  await db.rows(sql`
    insert into held_price (listing_id, seen_at, due_at)
    select listing_id, seen_at, ${new Date(now.getTime() + MIN_STANDING_MS)}
    from unnest(${[...latest.keys()]}::uuid[], ${[...latest.values()]}::timestamptz[]) as held (listing_id, seen_at)
    on conflict (listing_id) do update set seen_at = excluded.seen_at, due_at = excluded.due_at
    where held_price.seen_at <> excluded.seen_at`);
}

export const deleteHeldPrice = async (db: Db, listingId: string): Promise<void> =>
  void (await db.rows(sql`delete from held_price where listing_id = ${listingId}`));
