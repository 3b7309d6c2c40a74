import type { PropertyResult } from '../catalogue/document.ts';
import { PUSHED } from '../db/pushed-insert.ts';
import type { Db } from '../db/sql.ts';
import { recordOffers, type SurveyedOffer } from '../market/market.ts';
import { currentTraceparent } from '../tracing/span.ts';
import type { RecordingResult } from './apply-recording.ts';
import { buildChangeRows, documentChanges, logChanges, type PropertyRevisionChange } from './change-log.ts';
import { collectIds, type RecordedState, type Recording } from './grouping.ts';
import { deleteVisits, type ListingRecord, storeHeldPrices, toListingRow } from './listing-rows.ts';
import { packDocumentHex } from './packed-document.ts';
import type { HeldPrice } from './price-story/steps.ts';
import type { PropertyRevision } from './revise.ts';
import { withSearchRows } from './search/write.ts';
import {
  type AffectedProperty,
  type MergedProperty,
  markMerged,
  preserveRevisions,
  updateDocuments,
} from './store.ts';

/**
 * The combined effect of several recordings. Each recording sees the result of those before it; each row is
 * written once in its final state, and only the changes are all written. Without it a property with three listings
 * in one transaction is read and written three times.
 */
export class WriteBatch {
  readonly #properties: Map<string, AffectedProperty>;
  readonly #listings: Map<string, ListingRecord>;
  readonly #changedListings = new Map<string, ListingRecord>();
  readonly #departures: RecordingResult['departures'] = [];
  readonly #revisions = new Map<string, PropertyRevision>();
  readonly #documents = new Map<string, PropertyResult>();
  readonly #merged = new Map<string, MergedProperty>();
  readonly #changes: PropertyRevisionChange[] = [];
  readonly #storedDocuments: ReadonlyMap<string, PropertyResult>;
  readonly #revisionNumbers: ReadonlyMap<string, number>;
  readonly #heldPrices: HeldPrice[] = [];
  readonly #surveyedOffers = new Map<string, SurveyedOffer>();

  constructor({ properties, listings }: RecordedState) {
    this.#properties = new Map(properties);
    this.#listings = new Map(listings);
    const stored = [...properties];
    this.#storedDocuments = new Map(
      stored.flatMap(([id, { document }]) => (document === null ? [] : [[id, document]])),
    );
    this.#revisionNumbers = new Map(stored.map(([id, { revisionNumber = 0 }]) => [id, revisionNumber]));
  }

  /** The current state of the properties a recording concerns, with all their listings. */
  selectAffected(recording: Recording): RecordedState {
    const { listingIds, propertyIds } = collectIds(recording);
    const ids = new Set([
      ...propertyIds,
      ...listingIds.flatMap((id) => this.#listings.get(id)?.propertyId ?? []),
    ]);
    const properties = new Map<string, AffectedProperty>();
    // The targets of merges are added to the set during the iteration.
    for (const id of ids) {
      const property = this.#properties.get(id);
      if (property === undefined) continue;
      properties.set(id, property);
      if (property.mergedInto !== null) ids.add(property.mergedInto);
    }
    const members = new Set([...[...properties.values()].flatMap((one) => one.listingIds), ...listingIds]);
    const listings = new Map<string, ListingRecord>();
    for (const id of members) {
      const record = this.#listings.get(id);
      if (record !== undefined) listings.set(id, record);
    }
    return { properties, listings };
  }

  add(result: RecordingResult): void {
    for (const record of result.listings) {
      this.#listings.set(record.state.id, record);
      this.#changedListings.set(record.state.id, record);
    }
    this.#departures.push(...result.departures);
    this.#changes.push(...result.changes);
    this.#heldPrices.push(...result.heldPrices);
    for (const one of result.surveyedOffers) this.#surveyedOffers.set(one.offer.listingId, one);
    for (const revision of result.revisions) this.#addRevision(revision);
    for (const document of result.documents) this.#addDocument(document);
    for (const merged of result.merged) this.#addMerged(merged);
  }

  #addRevision(revision: PropertyRevision): void {
    const { result } = revision;
    this.#revisions.set(result.id, revision);
    this.#documents.delete(result.id);
    this.#merged.delete(result.id);
    this.#setDocument(result);
  }

  #addDocument(document: PropertyResult): void {
    const revision = this.#revisions.get(document.id);
    if (revision === undefined) this.#documents.set(document.id, document);
    else this.#revisions.set(document.id, { ...revision, result: document });
    this.#setDocument(document);
  }

  #setDocument(document: PropertyResult): void {
    const listingIds = document.listings.map(({ id }) => id);
    this.#properties.set(document.id, { propertyId: document.id, mergedInto: null, listingIds, document });
  }

  #addMerged(merged: MergedProperty): void {
    const { propertyId, into } = merged;
    this.#merged.set(propertyId, merged);
    this.#documents.delete(propertyId);
    this.#properties.set(propertyId, { propertyId, mergedInto: into, listingIds: [], document: null });
  }

  async write(db: Db, now: Date): Promise<void> {
    const rows = {
      listings: [...this.#changedListings.values()],
      revisions: [...this.#revisions.values()],
      changes: this.#changes,
      stored: this.#storedDocuments,
      revisionNumbers: this.#revisionNumbers,
    };
    await writeRecordedRows(db, rows, now);
    await deleteVisits(
      db,
      this.#departures.filter(
        ({ listingId, propertyId }) => this.#listings.get(listingId)?.propertyId !== propertyId,
      ),
    );
    await updateDocuments(db, [...this.#documents.values()]);
    await markMerged(db, [...this.#merged.values()], now);
    await logChanges(db, [
      ...this.#changes.map(({ propertyId, revisionId }) => ({
        propertyId,
        revisionId,
        reason: 'REVISION' as const,
      })),
      ...documentChanges([...this.#documents.keys()], 'VERDICT'),
    ]);
    await storeHeldPrices(db, this.#heldPrices, now);
    await recordOffers(db, [...this.#surveyedOffers.values()], now);
  }
}

interface WriteBatchRows {
  listings: readonly ListingRecord[];
  /** The last revision of each property. */
  revisions: readonly PropertyRevision[];
  /** In chronological order. */
  changes: readonly PropertyRevisionChange[];
  /** The documents that are still in the table, and the numbers of their last revisions. */
  stored: ReadonlyMap<string, PropertyResult>;
  revisionNumbers: ReadonlyMap<string, number>;
}

/** Documents are sent as separate lines: inside the JSON of their rows each is parsed three times. */
const writeStatement = withSearchRows({
  expressions: (positions) => `, given_listing as materialized (
    select * from json_to_recordset($3::json) as given_listing (
      listing_id uuid, property_id uuid, source_id uuid, url text, created_at timestamptz, updated_at timestamptz, publisher_id uuid,
      packed bytea, payload_hash text, expired_at timestamptz, price_coherent boolean, last_seen_at timestamptz)
  ), listed as (
    insert into listing (listing_id, property_id, source_id, url, created_at, updated_at, publisher_id, packed, payload_hash, expired_at,
                         price_coherent)
    select listing_id, property_id, source_id, url, created_at, updated_at, publisher_id, packed, decode(payload_hash, 'hex'), expired_at,
           price_coherent
    from given_listing where ${PUSHED}
    on conflict (listing_id) do update set
      property_id = excluded.property_id, source_id = excluded.source_id, url = excluded.url, created_at = excluded.created_at,
      updated_at = excluded.updated_at, publisher_id = excluded.publisher_id, state = null, packed = excluded.packed,
      payload_hash = excluded.payload_hash, expired_at = excluded.expired_at, price_coherent = excluded.price_coherent
  ), visited as (
    insert into listing_visit (property_id, listing_id, source_id, live, last_seen_at)
    select property_id, listing_id, source_id, expired_at is null, last_seen_at from given_listing where ${PUSHED}
    on conflict (property_id, listing_id) do update set
      source_id = excluded.source_id, live = excluded.live,
      last_seen_at = greatest(listing_visit.last_seen_at, excluded.last_seen_at)
  ), given_property as materialized (
    select property_id, $5::timestamptz as created_at, revision_id, revision_number, expired, updated_at, listing_ids,
           decode(packed, 'hex') as packed
    from rows from (
      json_to_recordset($7::json) as (property_id uuid, revision_id uuid, revision_number integer, expired boolean, updated_at timestamptz,
        listing_ids uuid[]),
      string_to_table($8::text, E'\\n')
    ) as given_property (property_id, revision_id, revision_number, expired, updated_at, listing_ids, packed)
    where property_id is not null
  ), stored_property as (
    insert into property (property_id, created_at, revision_id, revision_number, expired, updated_at, listing_ids, packed)
    select property_id, created_at, revision_id, revision_number, expired, updated_at, listing_ids, packed from given_property where ${PUSHED}
    on conflict (property_id) do update set
      merged_into = null, revision_id = excluded.revision_id, revision_number = excluded.revision_number, expired = excluded.expired,
      updated_at = excluded.updated_at, listing_ids = excluded.listing_ids, packed = excluded.packed, document = null
  ), revised as materialized (
    select * from json_to_recordset($4::json) as revised (
      property_id uuid, revision_id uuid, revision_number integer, occurred_at timestamptz, kinds text[], listing_id uuid,
      merged_into uuid, listing_events json, changes json, before json, after json, undo bytea)
  ), changed as (
    insert into property_change
      (property_id, revision_id, revision_number, occurred_at, recorded_at, kinds, listing_id, merged_into, listing_events, changes,
       traceparent, before, after, undo)
    select property_id, revision_id, revision_number, occurred_at, $5::timestamptz, kinds, listing_id, merged_into, listing_events,
           changes, $6::text, before, after, undo
    from revised
  ), due as (
    insert into listing_event_due ${positions === undefined ? '(property_id, revision_id)' : '(property_id, revision_id, position) overriding system value'}
    select property_id, revision_id ${positions === undefined ? '' : `, (${positions})[row_number() over ()]`}
    from revised where json_array_length(listing_events) > 0
  )`,
  values: 6,
});

/** Writes listings, properties, changes and search rows in one statement. */
async function writeRecordedRows(db: Db, recorded: WriteBatchRows, now: Date): Promise<void> {
  const { listings, revisions, changes, stored } = recorded;
  if (listings.length + revisions.length + changes.length === 0) return;
  const results = revisions.map(({ result }) => result);
  const serialize = memoizeSerialized();
  const written = new Map(results.map((result) => [result.id, result]));
  const { rows, revisionNumbers, replaced } = buildChangeRows({ ...recorded, stored, written, serialize });
  await preserveRevisions(db, replaced);
  const values = [
    JSON.stringify(listings.map(toListingRow)),
    JSON.stringify(rows),
    now,
    currentTraceparent(),
    JSON.stringify(revisions.map((revision) => toPropertyRow(revision, revisionNumbers))),
    joinLines(results.map((result) => packDocumentHex(serialize(result)))),
  ];
  await writeStatement(db, results, { values, events: rows.length });
}

/** Hex contains no line breaks. */
const joinLines = (documents: readonly string[]): string => documents.join('\n');

/** A document is serialized once, also where the next revision is packed with it. */
function memoizeSerialized(): (document: PropertyResult) => string {
  const texts = new Map<PropertyResult, string>();
  return (document) => {
    const text = texts.get(document) ?? JSON.stringify(document);
    texts.set(document, text);
    return text;
  };
}

const toPropertyRow = (
  { revisionId, result }: PropertyRevision,
  revisionNumbers: ReadonlyMap<string, number>,
): object => ({
  property_id: result.id,
  revision_id: revisionId,
  revision_number: revisionNumbers.get(result.id),
  expired: result.property.expired,
  updated_at: result.property.updatedAt,
  listing_ids: result.listings.map(({ id }) => id),
});
