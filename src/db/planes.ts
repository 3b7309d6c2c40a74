import { PARTITIONED_TABLES, restOf } from './partitioned-tables.ts';

/**
 * Where a table is when the service has several regions. The account plane exists once: customers, what they saved and
 * what is sent to them, sources and geography. The region plane exists once for each region: homes and all that is
 * derived from their listings. A statement touches one region at most.
 */
export type Plane = 'account' | 'region';

/** Every table of the schema. Each entry is checked against the migrations by a test. */
export const TABLES_OF_PLANE: Readonly<Record<Plane, readonly string[]>> = {
  account: [
    'account',
    'account_credit',
    'account_invitation',
    'account_member',
    'alert',
    'alert_digest_entry',
    'alert_event',
    'alert_log',
    'api_key',
    'audit_entry',
    'confirmation_mail',
    'console_session',
    'delivery_attempt',
    'device_grant',
    'division',
    'division_contour',
    'email_refusal',
    'event_destination',
    'event_notification',
    'favorite_property',
    'feed',
    'feed_run',
    'first_match',
    'geography',
    'geography_import',
    'idempotent_answer',
    // A record that is refused or incomplete has a source, and not always a place.
    'ignored_field',
    'listing_region',
    'match_backlog',
    'migration',
    'notification_digest',
    'person',
    'property_export',
    'property_region',
    // One publisher advertises in several regions under one id.
    'publisher',
    'publisher_identity',
    // The regions themselves, and which id is in which.
    'region',
    'region_stray',
    'rejected_record',
    // A removed listing stays removed in every region.
    'removed_listing',
    'request_bin',
    'request_bin_request',
    'request_rate',
    // Roads are read for a map, beside the contours of divisions.
    'road_layer',
    'road_piece',
    'road_square',
    'service_secret',
    'sign_in',
    'signing_key',
    'source',
    'source_category',
    'usage_day',
    'usage_day_key',
    'usage_day_route',
    'usage_second',
  ],
  region: [
    // The progress of a file of sales, certificates or addresses is in the transaction of its rows.
    'bulk_import',
    'certificate',
    'grouping_decision',
    'held_price',
    'house_number',
    'listing',
    'listing_edge',
    'listing_event',
    'listing_event_due',
    'listing_feature',
    'listing_key',
    'listing_last_event',
    'listing_override',
    'listing_photo',
    'listing_property_history',
    'listing_visit',
    'listing_visit_log',
    'market_median',
    'market_refresh',
    'market_sample',
    'price_assessment_due',
    'property',
    'property_change',
    'property_change_log',
    'property_search',
    'property_search_history',
    'property_search_log',
    'property_search_words',
    'raw_block',
    'raw_history',
    'raw_observation',
    'sale',
    'sale_cell',
    'sale_layout',
    'street',
    'valuation_fit_stage',
    'valuation_model',
    'valuation_model_part',
    'valuation_progress',
    'warehouse_file',
  ],
};

const planes: ReadonlyMap<string, Plane> = new Map(
  (Object.keys(TABLES_OF_PLANE) as Plane[]).flatMap((plane) =>
    TABLES_OF_PLANE[plane].map((table) => [table, plane] as const),
  ),
);

/** The plane of a table, or of its default partition; nothing for a name that is not a table of ours. */
export const planeOf = (table: string): Plane | undefined =>
  planes.get(table) ?? planes.get(PARTITIONED_TABLES.find((one) => restOf(one) === table)?.table ?? '');

/**
 * What grows with customers, not with homes. Every key of these tables has the account, so that they can be distributed
 * by it: on paper notifications outgrow one machine first (docs/operations/scale.md).
 */
export const TABLES_KEYED_BY_ACCOUNT: readonly string[] = [
  'alert_digest_entry',
  'alert_event',
  'delivery_attempt',
  'event_destination',
  'event_notification',
  'notification_digest',
  'usage_day',
  'usage_day_key',
  'usage_day_route',
  'usage_second',
];
