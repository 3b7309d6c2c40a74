import type { PropertyResult } from '../catalogue/document.ts';
import type { Db } from '../db/sql.ts';
import { encodeUtf8 } from '../lib/utf8.ts';
import { recordOffers, type SurveyedOffer } from '../market/market.ts';
import { currentTraceparent } from '../tracing/span.ts';
import type { RecordingResult } from './apply-recording.ts';
import { buildChangeRows, documentChanges, logChanges, type PropertyRevisionChange } from './change-log.ts';
import { collectIds, type RecordedState, type Recording } from './grouping.ts';
import { deleteVisits, type ListingRecord, serializeState, storeHeldPrices } from './listing-rows.ts';
import { packDocumentBytes } from './packed-document.ts';
import { packStates } from './packed-states.ts';
import type { HeldPrice } from './price-story/steps.ts';
import type { PropertyRevision } from './revise.ts';
import {
  type AffectedProperty,
  type MergedProperty,
  markMerged,
  preserveRevisions,
  type SerializedStates,
  storeTexts,
  updateDocuments,
} from './store.ts';
import { bindRecordedRows, writeStatement } from './write-statement.ts';

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
  readonly #serialized: ReadonlyMap<PropertyResult, Buffer>;
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
    this.#serialized = new Map(
      stored.flatMap(([, { document, serialized }]) =>
        document === null || serialized === undefined ? [] : [[document, serialized]],
      ),
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

  /** Of all listings that a property has now. */
  #statesOf(propertyId: string): SerializedStates {
    const records = (this.#properties.get(propertyId)?.listingIds ?? []).flatMap(
      (id) => this.#listings.get(id) ?? [],
    );
    return new Map(records.map(({ state }) => [state.id, serializeState(state)]));
  }

  /** Properties with another state of a listing and the same document. */
  #restated(): { id: string; bytes: Buffer }[] {
    const ids = new Set([...this.#changedListings.values()].map(({ propertyId }) => propertyId));
    return [...ids].flatMap((id) => {
      if (this.#revisions.has(id) || this.#documents.has(id)) return [];
      const { document, serialized } = this.#properties.get(id) ?? {};
      if (!document) throw new Error(`property ${id} of a listing has no document`);
      return { id, bytes: serialized ?? encodeUtf8(JSON.stringify(document)) };
    });
  }

  async write(db: Db, now: Date): Promise<void> {
    const statesOf = (propertyId: string): SerializedStates => this.#statesOf(propertyId);
    const rows = {
      listings: [...this.#changedListings.values()],
      revisions: [...this.#revisions.values()],
      changes: this.#changes,
      stored: this.#storedDocuments,
      serialized: this.#serialized,
      revisionNumbers: this.#revisionNumbers,
      statesOf,
    };
    await writeRecordedRows(db, rows, now);
    await deleteVisits(
      db,
      this.#departures.filter(
        ({ listingId, propertyId }) => this.#listings.get(listingId)?.propertyId !== propertyId,
      ),
    );
    await updateDocuments(db, [...this.#documents.values()], statesOf);
    await storeTexts(db, this.#restated(), statesOf);
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
  serialized: ReadonlyMap<PropertyResult, Buffer>;
  revisionNumbers: ReadonlyMap<string, number>;
  statesOf: (propertyId: string) => SerializedStates;
}

/** Writes listings, properties, changes and search rows in one statement. */
async function writeRecordedRows(db: Db, recorded: WriteBatchRows, now: Date): Promise<void> {
  const { listings, revisions, changes, stored } = recorded;
  if (listings.length + revisions.length + changes.length === 0) return;
  const results = revisions.map(({ result }) => result);
  const serialize = memoizeSerialized(recorded.serialized);
  const written = new Map(results.map((result) => [result.id, result]));
  const { rows, revisionNumbers, replaced } = buildChangeRows({ ...recorded, stored, written, serialize });
  await preserveRevisions(db, replaced);
  const properties = revisions.map((revision) => {
    const { id } = revision.result;
    const bytes = serialize(revision.result);
    const packed = packDocumentBytes(bytes);
    const states = packStates(recorded.statesOf(id), { packed, bytes });
    return { ...revision, revisionNumber: revisionNumbers.get(id), packed, states };
  });
  const values = bindRecordedRows({
    now,
    traceparent: currentTraceparent(),
    listings,
    properties,
    changes: rows,
  });
  await writeStatement(db, results, { values, events: rows.length });
}

/** A document is serialized and encoded once, also where the next revision is packed with it. One that was read has its bytes. */
function memoizeSerialized(read: ReadonlyMap<PropertyResult, Buffer>): (document: PropertyResult) => Buffer {
  const serialized = new Map(read);
  return (document) => {
    const bytes = serialized.get(document) ?? encodeUtf8(JSON.stringify(document));
    serialized.set(document, bytes);
    return bytes;
  };
}
