import type { PropertyResult } from '../catalogue/document.ts';
import type { Db } from '../db/sql.ts';
import { noteOffers, type Surveyed } from '../market/market.ts';
import type { Known, Recording } from './grouping.ts';
import { dropVisits, type KeptListing } from './listing-rows.ts';
import { namedIn } from './locked.ts';
import { type Change, putRecorded } from './put-recorded.ts';
import type { Revision } from './revise.ts';
import { type ConcernedProperty, type Merged, putDocuments, putMerged } from './store.ts';
import type { Turn } from './turn.ts';

/**
 * What several recordings after one another come to. Each turn sees what those before it did; each row is written once, as it stands
 * in the end, and only the changes are all kept. A property that three listings of one transaction belong to was read and written
 * three times without it.
 */
export class Journal {
  readonly #properties: Map<string, ConcernedProperty>;
  readonly #listings: Map<string, KeptListing>;
  readonly #written = new Map<string, KeptListing>();
  readonly #departures: Turn['departures'] = [];
  readonly #revisions = new Map<string, Revision>();
  readonly #documents = new Map<string, PropertyResult>();
  readonly #merged = new Map<string, Merged>();
  readonly #changes: Change[] = [];
  readonly #read: ReadonlySet<PropertyResult>;
  readonly #surveyed = new Map<string, Surveyed>();

  constructor({ properties, listings }: Known) {
    this.#properties = new Map(properties);
    this.#listings = new Map(listings);
    this.#read = new Set([...properties.values()].flatMap(({ document }) => document ?? []));
  }

  /** What a recording concerns, as it stands by now: its properties, and all their listings. */
  concernedBy(recording: Recording): Known {
    const { listingIds, propertyIds } = namedIn(recording);
    const ids = new Set([
      ...propertyIds,
      ...listingIds.flatMap((id) => this.#listings.get(id)?.propertyId ?? []),
    ]);
    const properties = new Map<string, ConcernedProperty>();
    // Those that a merge leads on to join the set while it is walked.
    for (const id of ids) {
      const property = this.#properties.get(id);
      if (property === undefined) continue;
      properties.set(id, property);
      if (property.mergedInto !== null) ids.add(property.mergedInto);
    }
    const members = new Set([...[...properties.values()].flatMap((one) => one.listingIds), ...listingIds]);
    const listings = new Map<string, KeptListing>();
    for (const id of members) {
      const kept = this.#listings.get(id);
      if (kept !== undefined) listings.set(id, kept);
    }
    return { properties, listings };
  }

  enter(turn: Turn): void {
    for (const kept of turn.written) {
      this.#listings.set(kept.state.id, kept);
      this.#written.set(kept.state.id, kept);
    }
    this.#departures.push(...turn.departures);
    this.#changes.push(...turn.changes);
    for (const one of turn.surveyed) this.#surveyed.set(one.offer.listingId, one);
    for (const revision of turn.revisions) this.#enterRevision(revision);
    for (const document of turn.documents) this.#enterDocument(document);
    for (const merged of turn.merged) this.#enterMerged(merged);
  }

  #enterRevision(revision: Revision): void {
    const { result } = revision;
    this.#revisions.set(result.id, revision);
    this.#documents.delete(result.id);
    this.#merged.delete(result.id);
    this.#keep(result);
  }

  #enterDocument(document: PropertyResult): void {
    const revision = this.#revisions.get(document.id);
    if (revision === undefined) this.#documents.set(document.id, document);
    else this.#revisions.set(document.id, { ...revision, result: document });
    this.#keep(document);
  }

  #keep(document: PropertyResult): void {
    const listingIds = document.listings.map(({ id }) => id);
    this.#properties.set(document.id, { propertyId: document.id, mergedInto: null, listingIds, document });
  }

  #enterMerged(merged: Merged): void {
    const { propertyId, into } = merged;
    this.#merged.set(propertyId, merged);
    this.#documents.delete(propertyId);
    this.#properties.set(propertyId, { propertyId, mergedInto: into, listingIds: [], document: null });
  }

  async put(db: Db, now: Date): Promise<void> {
    const rows = {
      listings: [...this.#written.values()],
      revisions: [...this.#revisions.values()],
      changes: this.#changes,
      read: this.#read,
    };
    await putRecorded(db, rows, now);
    await dropVisits(
      db,
      this.#departures.filter(
        ({ listingId, propertyId }) => this.#listings.get(listingId)?.propertyId !== propertyId,
      ),
    );
    await putDocuments(db, [...this.#documents.values()]);
    await putMerged(db, [...this.#merged.values()], now);
    await noteOffers(db, [...this.#surveyed.values()], now);
  }
}
