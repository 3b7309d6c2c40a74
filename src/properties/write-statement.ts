import { PUSHED } from '../db/pushed-insert.ts';
import { type ChangeRow, toStoredChanges } from './change-log.ts';
import type { ListingRecord } from './listing-rows.ts';
import { recordedTable } from './recorded-columns.ts';
import type { PropertyRevision } from './revise.ts';
import { packFormer } from './revision-documents.ts';
import { withSearchRows } from './search/write.ts';
import { toStoredEvents, toStoredKinds } from './stored-events.ts';

/** The last revision of a property, with its packed document. */
export interface RecordedProperty extends PropertyRevision {
  readonly revisionNumber: number | undefined;
  readonly packed: Buffer;
  /** Of all its listings. */
  readonly states: Buffer | undefined;
}

/** The first two values are those of the search rows. */
const [NOW, TRACEPARENT, FIRST] = ['$3::timestamptz', '$4::text', 5];

const listingTable = recordedTable<ListingRecord>(
  'given_listing',
  [
    { name: 'listing_id', type: 'uuid', pick: ({ state }) => state.id },
    { name: 'property_id', type: 'uuid', pick: ({ propertyId }) => propertyId },
    { name: 'source_id', type: 'uuid', pick: ({ state }) => state.source.id },
    { name: 'url', type: 'text', pick: ({ state }) => state.url },
    { name: 'created_at', type: 'timestamptz', pick: ({ state }) => state.createdAt },
    { name: 'updated_at', type: 'timestamptz', pick: ({ state }) => state.updatedAt },
    { name: 'publisher_id', type: 'uuid', pick: ({ publisherId }) => publisherId },
    { name: 'payload_hash', type: 'bytea', pick: ({ payloadHash }) => payloadHash },
    { name: 'expired_at', type: 'timestamptz', pick: ({ state }) => state.expiredAt },
    { name: 'price_coherent', type: 'boolean', pick: ({ state }) => state.priceCoherent },
    { name: 'last_seen_at', type: 'timestamptz', pick: ({ state }) => state.lastSeenAt },
  ],
  FIRST,
);

const propertyTable = recordedTable<RecordedProperty>(
  'given_property',
  [
    { name: 'property_id', type: 'uuid', pick: ({ result }) => result.id },
    { name: 'revision_id', type: 'uuid', pick: ({ revisionId }) => revisionId },
    { name: 'revision_number', type: 'int', pick: ({ revisionNumber }) => revisionNumber },
    { name: 'expired', type: 'boolean', pick: ({ result }) => result.property.expired },
    {
      name: 'updated_at',
      type: 'text',
      cast: 'timestamptz',
      pick: ({ result }) => result.property.updatedAt,
    },
    {
      ...{ name: 'listing_ids', type: 'text', cast: 'uuid[]' },
      pick: ({ result }) => `{${result.listings.map(({ id }) => id).join()}}`,
    },
    { name: 'packed', type: 'bytea', pick: ({ packed }) => packed },
    { name: 'states', type: 'bytea', pick: ({ states }) => states },
  ],
  FIRST + listingTable.count,
);

const changeTable = recordedTable<ChangeRow>(
  'revised',
  [
    { name: 'property_id', type: 'uuid', pick: ({ change }) => change.propertyId },
    { name: 'revision_id', type: 'uuid', pick: ({ change }) => change.revisionId },
    { name: 'revision_number', type: 'int', pick: ({ revisionNumber }) => revisionNumber },
    { name: 'occurred_at', type: 'timestamptz', pick: ({ change }) => change.occurredAt },
    { name: 'kinds', type: 'text', cast: 'text[]', pick: ({ change }) => kindsText(change) },
    { name: 'listing_id', type: 'uuid', pick: ({ change }) => change.listingId },
    { name: 'merged_into', type: 'uuid', pick: ({ change }) => change.mergedInto },
    { name: 'listing_events', type: 'json', pick: ({ change }) => JSON.stringify(toStoredEvents(change)) },
    { name: 'changes', type: 'json', pick: ({ change }) => serializeJson(toStoredChanges(change)) },
    { name: 'after', type: 'json', pick: ({ after }) => serializeJson(after) },
    { name: 'undo', type: 'bytea', pick: ({ undo }) => undo },
    { name: 'packed_before', type: 'bytea', pick: ({ before }) => before && packFormer(before) },
  ],
  FIRST + listingTable.count + propertyTable.count,
);

const kindsText = (change: ChangeRow['change']): string | undefined => {
  const kinds = toStoredKinds(change.kinds, toStoredEvents(change));
  return kinds === null ? undefined : `{${kinds.join()}}`;
};

const serializeJson = (value: object | null | undefined): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

export const writeStatement = withSearchRows({
  expressions: (positions) => `, given_listing as materialized (
    ${listingTable.text}
  ), listed as (
    insert into listing (listing_id, property_id, source_id, url, created_at, updated_at, publisher_id, payload_hash, expired_at,
                         price_coherent)
    select listing_id, property_id, source_id, url, created_at, updated_at, publisher_id, payload_hash, expired_at, price_coherent
    from given_listing where ${PUSHED}
    on conflict (listing_id) do update set
      property_id = excluded.property_id, source_id = excluded.source_id, url = excluded.url, created_at = excluded.created_at,
      updated_at = excluded.updated_at, publisher_id = excluded.publisher_id, state = null, packed = null,
      payload_hash = excluded.payload_hash, expired_at = excluded.expired_at, price_coherent = excluded.price_coherent
  ), visited as (
    insert into listing_visit (property_id, listing_id, last_seen_at)
    select property_id, listing_id, last_seen_at from given_listing where ${PUSHED}
    on conflict (property_id, listing_id) do update set last_seen_at = greatest(listing_visit.last_seen_at, excluded.last_seen_at)
  ), given_property as materialized (
    ${propertyTable.text}
  ), stored_property as (
    insert into property (property_id, created_at, revision_id, revision_number, expired, updated_at, listing_ids, packed, states)
    select property_id, ${NOW}, revision_id, revision_number, expired, updated_at, listing_ids, packed, states from given_property where ${PUSHED}
    on conflict (property_id) do update set
      merged_into = null, revision_id = excluded.revision_id, revision_number = excluded.revision_number, expired = excluded.expired,
      updated_at = excluded.updated_at, listing_ids = excluded.listing_ids, packed = excluded.packed, states = excluded.states, document = null
  ), revised as materialized (
    ${changeTable.text}
  ), changed as (
    insert into property_change
      (property_id, revision_id, revision_number, occurred_at, recorded_at, kinds, listing_id, merged_into, listing_events, changes,
       traceparent, after, undo, packed_before)
    select property_id, revision_id, revision_number, occurred_at, ${NOW}, kinds, listing_id, merged_into, listing_events,
           changes, ${TRACEPARENT}, after, undo, packed_before
    from revised
  ), due as (
    insert into listing_event_due ${positions === undefined ? '(property_id, revision_id)' : '(property_id, revision_id, position) overriding system value'}
    select property_id, revision_id ${positions === undefined ? '' : `, (${positions})[row_number() over ()]`}
    from revised where json_array_length(listing_events) > 0
  )`,
  values: FIRST - 3 + listingTable.count + propertyTable.count + changeTable.count,
});

/** The values of `writeStatement` from the third on. */
export const bindRecordedRows = (rows: {
  readonly now: Date;
  readonly traceparent: string | undefined;
  readonly listings: readonly ListingRecord[];
  readonly properties: readonly RecordedProperty[];
  readonly changes: readonly ChangeRow[];
}): unknown[] => [
  rows.now,
  rows.traceparent,
  ...listingTable.bind(rows.listings),
  ...propertyTable.bind(rows.properties),
  ...changeTable.bind(rows.changes),
];
