import type { PropertyResult } from '../catalogue/document.ts';
import { onNode } from '../db/node-functions.ts';
import { type Db, firstRow, preparedSql, sql } from '../db/sql.ts';
import { encodeUtf8 } from '../lib/utf8.ts';
import { findMembers, type ListingRecord, type ListingStates, parseStates } from './listing-rows.ts';
import {
  HAS_DOCUMENT,
  packDocumentBytes,
  parseStoredDocument,
  STORED_DOCUMENT,
  unpackDocument,
  unpackDocumentBytes,
} from './packed-document.ts';
import { packStates, repackStates } from './packed-states.ts';
import { deleteSearchRows, writeSearchRows } from './search/write.ts';

/** Follows merges to the property that answers for this id today; merges are rare, so one or two steps. */
export const selectSurvivor = async (db: Db, propertyId: string): Promise<string | undefined> => {
  const row = await firstRow<{ propertyId: string }>(
    db,
    sql`
    with recursive line as (
      select property_id, merged_into from property where property_id = ${propertyId}
      union
      select survivor.property_id, survivor.merged_into
      from property as survivor join line on survivor.property_id = line.merged_into
    )
    select property_id as "propertyId" from line where merged_into is null`,
  );
  return row?.propertyId;
};

/** The same for several ids at once: each with the property that answers for it, if any. */
export const selectSurvivors = (
  db: Db,
  propertyIds: readonly string[],
): Promise<{ id: string; survivorId: string }[]> =>
  db.rows(sql`
    with recursive line as (
      select property_id as id, property_id, merged_into from property where property_id = any(${propertyIds})
      union
      select line.id, survivor.property_id, survivor.merged_into
      from property as survivor join line on survivor.property_id = line.merged_into
    )
    select id, property_id as "survivorId" from line where merged_into is null`);

export interface AffectedProperty {
  propertyId: string;
  mergedInto: string | null;
  listingIds: string[];
  document: PropertyResult | null;
  /** The document as it is stored, in UTF-8; absent for one that was changed since. */
  serialized?: Buffer | undefined;
  /** Of the last stored revision. */
  revisionNumber?: number;
}

export interface PropertyRow extends AffectedProperty {
  createdAt: Date;
}

const propertiesById = preparedSql(`
  select property_id as "propertyId", merged_into as "mergedInto", created_at as "createdAt", listing_ids as "listingIds",
         ${STORED_DOCUMENT} as document
  from property where property_id = any ($1::uuid[])`);

export const selectProperties = async (db: Db, ids: readonly string[]): Promise<PropertyRow[]> =>
  (await db.rows<PropertyRow & { document: Buffer | null }>(propertiesById(ids))).map((row) => ({
    ...row,
    document: row.document && parseStoredDocument(row.document),
  }));

/**
 * Serializes recordings of the same listings and properties. The locks are advisory, because a new property has no
 * row to lock. Listings before properties and each in a fixed order, so that two recordings do not deadlock.
 */
export async function lockForRecording(
  db: Db,
  listingIds: readonly string[],
  propertyIds: readonly string[],
): Promise<void> {
  const names = [
    ...listingIds.toSorted().map((id) => `listing ${id}`),
    ...propertyIds.toSorted().map((id) => `property ${id}`),
  ];
  await db.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`);
}

/**
 * These properties and those of these listings, with all their listings. Two reads, under the locks of recording: as
 * JSON of one statement they took a tenth of the CPU of the server.
 */
export async function selectAffected(
  db: Db,
  listingIds: readonly string[],
  propertyIds: readonly string[],
): Promise<{ properties: AffectedProperty[]; listings: Map<string, ListingRecord> }> {
  const rows = await db.rows<AffectedRow>(onNode(affectedRows(listingIds, propertyIds)));
  const members = new Set([...rows.flatMap((row) => row.listingIds), ...listingIds]);
  const states = new Map<string, ListingStates>();
  const properties = rows.map(({ document: stored, states: packedStates, ...row }) => {
    if (stored === null) return { ...row, document: null };
    const serialized = unpackDocumentBytes(stored);
    if (packedStates !== null)
      states.set(row.propertyId, parseStates(packedStates, { packed: stored, bytes: serialized }));
    return { ...row, serialized, document: JSON.parse(serialized.toString()) };
  });
  return { properties, listings: await findMembers(db, [...members], states) };
}

type AffectedRow = Omit<AffectedProperty, 'document'> & { document: Buffer | null; states: Buffer | null };

/** Planned once a session instead of once a batch. */
const affectedRows = preparedSql(`
  select property_id as "propertyId", merged_into as "mergedInto", listing_ids as "listingIds", ${STORED_DOCUMENT} as document,
         revision_number as "revisionNumber", states
  from property where property_id in (
    select property_id from listing where listing_id = any ($1::uuid[])
    union select unnest($2::uuid[]))`);

/** The property of each of these listings. */
export const selectPropertyIds = (
  db: Db,
  listingIds: readonly string[],
): Promise<{ listingId: string; propertyId: string }[]> =>
  db.rows(sql`
    select listing_id as "listingId", property_id as "propertyId" from listing where listing_id = any (${listingIds}::uuid[])`);

/**
 * Copies the documents of properties into their last revisions, whose states after they are. Every change of a stored
 * document without a revision needs it before.
 */
export async function preserveRevisions(db: Db, propertyIds: readonly string[]): Promise<void> {
  if (propertyIds.length === 0) return;
  await db.rows(sql`
    update property_change set after = property.document, packed_after = property.packed from property
    where property.property_id = any (${propertyIds}::uuid[]) and property_change.property_id = property.property_id
      and property_change.revision_id = property.revision_id and property_change.after is null and property_change.packed_after is null
      and property_change.merged_into is null`);
}

/** The serialized states of the listings of a property, by id. */
export type SerializedStates = ReadonlyMap<string, string>;

/** The same revision with other verdicts on its listings. */
export async function updateDocuments(
  db: Db,
  documents: readonly PropertyResult[],
  statesOf?: (propertyId: string) => SerializedStates,
): Promise<void> {
  if (documents.length === 0) return;
  await preserveRevisions(
    db,
    documents.map(({ id }) => id),
  );
  await storeDocuments(db, documents, statesOf);
  await writeSearchRows(db, documents);
}

/** Replaces stored documents, and of the rest of their rows the states of listings alone; by default these stay. */
export const storeDocuments = async (
  db: Db,
  documents: readonly { id: string }[],
  statesOf?: (propertyId: string) => SerializedStates,
): Promise<void> => {
  const texts = documents.map((document) => ({
    id: document.id,
    bytes: encodeUtf8(JSON.stringify(document)),
  }));
  await storeTexts(db, texts, statesOf);
};

interface DocumentText {
  readonly id: string;
  /** In UTF-8. */
  readonly bytes: Buffer;
}

/** Under the locks of recording. */
export async function storeTexts(
  db: Db,
  texts: readonly DocumentText[],
  statesOf?: (propertyId: string) => SerializedStates,
): Promise<void> {
  if (texts.length === 0) return;
  const former = statesOf === undefined ? await selectStates(db, texts) : new Map<string, FormerStates>();
  const rows = texts.map(({ id, bytes }) => {
    const document = { packed: packDocumentBytes(bytes), bytes };
    const stored = former.get(id);
    const states = stored
      ? repackStates(
          stored.states,
          { packed: stored.packed, bytes: unpackDocumentBytes(stored.packed) },
          document,
        )
      : statesOf && packStates(statesOf(id), document);
    return { id, packed: document.packed.toString('hex'), states: states?.toString('hex') ?? null };
  });
  await db.rows(sql`
    update property set packed = decode(given.packed, 'hex'), states = decode(given.states, 'hex'), document = null
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ packed }) => packed)}::text[],
                ${rows.map(({ states }) => states)}::text[]) as given (property_id, packed, states)
    where property.property_id = given.property_id`);
}

interface FormerStates {
  readonly packed: Buffer;
  readonly states: Buffer;
}

async function selectStates(db: Db, texts: readonly DocumentText[]): Promise<Map<string, FormerStates>> {
  const rows = await db.rows<FormerStates & { id: string }>(sql`
    select property_id as id, packed, states from property
    where property_id = any (${texts.map(({ id }) => id)}::uuid[]) and states is not null`);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface MergedProperty {
  propertyId: string;
  into: string;
  revisionId: string;
  before: PropertyResult | undefined;
}

/** A merged property retains its id and nothing else. */
export async function markMerged(db: Db, merged: readonly MergedProperty[], now: Date): Promise<void> {
  if (merged.length === 0) return;
  await db.rows(sql`
    update property set merged_into = gone.survivor, document = null, packed = null, states = null, listing_ids = '{}', revision_id = gone.revision_id,
      revision_number = (
        select made.revision_number from property_change as made
        where made.property_id = property.property_id and made.revision_id = gone.revision_id), updated_at = ${now}
    from unnest(${merged.map((one) => one.propertyId)}::uuid[], ${merged.map((one) => one.into)}::uuid[],
                ${merged.map((one) => one.revisionId)}::uuid[]) as gone (property_id, survivor, revision_id)
    where property.property_id = gone.property_id`);
  await deleteSearchRows(
    db,
    merged.map((one) => one.propertyId),
  );
}

const documentsById = preparedSql(`
  select property_id as id, revision_id as "revisionId", expired, ${STORED_DOCUMENT} as document
  from property where property_id = any ($1::uuid[]) and ${HAS_DOCUMENT}`);

export interface StoredProperty {
  id: string;
  revisionId: string | null;
  expired: boolean;
  document: PropertyResult;
}

/** Those of them that have a document; one that was merged into another has none. */
export const selectDocuments = async (db: Db, propertyIds: readonly string[]): Promise<StoredProperty[]> =>
  (await db.rows<StoredProperty & { document: Buffer }>(documentsById(propertyIds))).map((row) => ({
    ...row,
    document: parseStoredDocument(row.document),
  }));

const serializedById = preparedSql(`
  select property_id as id, ${STORED_DOCUMENT} as packed,
         (select coalesce(json_object_agg(listing_id, last_seen_at), '{}') from listing_visit
          where listing_visit.property_id = property.property_id) as visits
  from property where property_id = any ($1::uuid[]) and ${HAS_DOCUMENT} order by property_id`);

export interface SerializedDocument {
  id: string;
  written: string;
  /** The latest last-seen times of its listings. */
  visits: Record<string, string>;
}

/** Serialized properties in order of id, in one read. */
export const selectSerializedDocuments = async (
  db: Db,
  propertyIds: readonly string[],
): Promise<SerializedDocument[]> =>
  (
    await db.rows<{ id: string; packed: Buffer; visits: Record<string, string> }>(serializedById(propertyIds))
  ).map(({ id, packed, visits }) => ({ id, written: unpackDocument(packed), visits }));

/** Without those that were merged into others. */
export const countStoredProperties = async (db: Db): Promise<number> =>
  (
    await firstRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from property where merged_into is null`,
    )
  )?.count ?? 0;
