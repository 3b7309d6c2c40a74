import type { PropertyResult } from '../catalogue/document.ts';
import { type Db, preparedSql } from '../db/sql.ts';
import { currentTraceparent } from '../tracing/span.ts';
import { type ListingRecord, toListingRow, toStateJson } from './listing-rows.ts';
import type { PropertyRevision } from './revise.ts';
import { withSearchRows } from './search/write.ts';

/** One revision of a property, with its flat results before and after. */
export interface PropertyRevisionChange {
  propertyId: string;
  revisionId: string;
  occurredAt: Date;
  kinds: readonly string[];
  listingId: string | undefined;
  mergedInto: string | undefined;
  listingEvents: readonly object[];
  changes: readonly object[];
  before: PropertyResult | undefined;
  after: PropertyResult | undefined;
}

export interface WriteBatchRows {
  listings: readonly ListingRecord[];
  /** The last revision of each property. */
  revisions: readonly PropertyRevision[];
  /** In chronological order. */
  changes: readonly PropertyRevisionChange[];
  /** The documents that are still in the table. */
  read: ReadonlySet<PropertyResult>;
}

/**
 * A document is sent once: where a row needs it again, the database reads it from the change or from the property
 * as it was. Documents and states are sent as separate lines: inside the JSON of their rows each is parsed three
 * times.
 */
const writeStatement = withSearchRows(`, given_listing as materialized (
    select listing_id, property_id, source_id, url, state::json as state, payload_hash, expired_at, price_coherent, last_seen_at
    from rows from (
      json_to_recordset($3::json) as (listing_id uuid, property_id uuid, source_id uuid, url text, payload_hash text,
        expired_at timestamptz, price_coherent boolean, last_seen_at timestamptz),
      string_to_table($6, E'\\n')
    ) as given_listing (listing_id, property_id, source_id, url, payload_hash, expired_at, price_coherent, last_seen_at, state)
    where listing_id is not null
  ), listed as (
    insert into listing (listing_id, property_id, source_id, url, state, payload_hash, expired_at, price_coherent)
    select listing_id, property_id, source_id, url, state, decode(payload_hash, 'hex'), expired_at, price_coherent from given_listing
    on conflict (listing_id) do update set
      property_id = excluded.property_id, source_id = excluded.source_id, url = excluded.url, state = excluded.state,
      payload_hash = excluded.payload_hash, expired_at = excluded.expired_at, price_coherent = excluded.price_coherent
  ), visited as (
    insert into listing_visit (property_id, listing_id, source_id, live, last_seen_at)
    select property_id, listing_id, source_id, expired_at is null, last_seen_at from given_listing
    on conflict (property_id, listing_id) do update set
      source_id = excluded.source_id, live = excluded.live,
      last_seen_at = greatest(listing_visit.last_seen_at, excluded.last_seen_at)
  ), revised as materialized (
    select property_id, revision_id, occurred_at, kinds, listing_id, merged_into, listing_events, changes, before, former_id, as_it_stood,
           nullif(after, '')::json as after
    from rows from (
      json_to_recordset($4::json) as (property_id uuid, revision_id uuid, occurred_at timestamptz, kinds text[], listing_id uuid,
        merged_into uuid, listing_events json, changes json, before json, former_id uuid, as_it_stood boolean),
      string_to_table($7, E'\\n')
    ) as revised (property_id, revision_id, occurred_at, kinds, listing_id, merged_into, listing_events, changes, before, former_id,
                  as_it_stood, after)
    where property_id is not null
  ), change as materialized (
    select property_id, revision_id, occurred_at, $5::timestamptz as recorded_at, kinds, listing_id, merged_into, listing_events, changes,
           $8::text as traceparent,
           case when as_it_stood then (select document from property where property.property_id = revised.property_id)
                when former_id is not null then (select former.after from revised as former where former.revision_id = revised.former_id)
                else before end as before, after
    from revised
  ), changed as (
    insert into property_change
      (property_id, revision_id, occurred_at, recorded_at, kinds, listing_id, merged_into, listing_events, changes, traceparent,
       before, after)
    select * from change
  ), due as (
    insert into listing_event_due (property_id, revision_id)
    select property_id, revision_id from revised where json_array_length(listing_events) > 0
  )
  select 1`);

/**
 * Writes properties in a separate statement, which reuses the stored document of the change: written beside the
 * change it was compressed twice, a tenth of the database time of a new listing. Citus 13 writes an invalid condition
 * into an insert that reads a second table by itself, so the rows are complete before it.
 */
const propertyStatement = preparedSql(`
  with complete as materialized (
    select property_id, $2::timestamptz as created_at, revision_id, expired, updated_at, listing_ids,
           coalesce(document, (select after from property_change as made
                               where made.property_id = given.property_id and made.revision_id = given.revision_id)) as document
    from json_to_recordset($1::json) as given (
      property_id uuid, revision_id uuid, expired boolean, updated_at timestamptz, listing_ids uuid[], document json)
  )
  insert into property (property_id, created_at, revision_id, expired, updated_at, listing_ids, document)
  select * from complete
  on conflict (property_id) do update set
    merged_into = null, revision_id = excluded.revision_id, expired = excluded.expired, updated_at = excluded.updated_at,
    listing_ids = excluded.listing_ids, document = excluded.document`);

/** Writes listings, changes and search rows in one statement, and the properties in another. */
export async function writeRecordedRows(db: Db, recorded: WriteBatchRows, now: Date): Promise<void> {
  const { listings, revisions, changes } = recorded;
  if (listings.length + revisions.length + changes.length === 0) return;
  const revisionOf = new Map<PropertyResult, string>();
  const changeRows = changes.map((change) => {
    const row = toChangeRow(change, recorded.read, revisionOf);
    if (change.after !== undefined) revisionOf.set(change.after, change.revisionId);
    return row;
  });
  const values = [
    JSON.stringify(listings.map(toListingRow)),
    JSON.stringify(changeRows),
    now,
    joinLines(listings.map(toStateJson)),
    joinLines(changes.map(({ after }) => after)),
    currentTraceparent(),
  ];
  const results = revisions.map(({ result }) => result);
  await writeStatement(db, results, ...values);
  if (revisions.length === 0) return;
  const rows = JSON.stringify(revisions.map((revision) => toPropertyRow(revision, revisionOf)));
  await db.rows(propertyStatement(rows, now));
}

/** JSON contains no line breaks. */
const joinLines = (documents: readonly (object | undefined)[]): string =>
  documents.map((document) => (document === undefined ? '' : JSON.stringify(document))).join('\n');

type RevisionByDocument = ReadonlyMap<PropertyResult, string>;

const toPropertyRow = ({ revisionId, result }: PropertyRevision, revisionOf: RevisionByDocument): object => ({
  property_id: result.id,
  revision_id: revisionId,
  expired: result.property.expired,
  updated_at: result.property.updatedAt,
  listing_ids: result.listings.map(({ id }) => id),
  // Differs from the document of its revision when a verdict changed after it.
  document: revisionOf.has(result) ? undefined : result,
});

const toChangeRow = (
  change: PropertyRevisionChange,
  read: ReadonlySet<PropertyResult>,
  revisionOf: RevisionByDocument,
): object => ({
  property_id: change.propertyId,
  revision_id: change.revisionId,
  occurred_at: change.occurredAt,
  kinds: change.kinds,
  listing_id: change.listingId,
  merged_into: change.mergedInto,
  listing_events: change.listingEvents,
  changes: change.changes,
  ...formerColumns(change, read, revisionOf),
});

function formerColumns(
  { before, propertyId }: PropertyRevisionChange,
  read: ReadonlySet<PropertyResult>,
  revisionOf: RevisionByDocument,
): object {
  if (before === undefined) return {};
  if (read.has(before)) return before.id === propertyId ? { as_it_stood: true } : { before };
  const formerId = revisionOf.get(before);
  return formerId === undefined ? { before } : { former_id: formerId };
}
