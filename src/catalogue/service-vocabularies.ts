import { nameVocabularies, type ValueOf, words } from './vocabulary.ts';

/** The closed lists of everything around the property: alerts, delivery, addresses, search, usage, analytics, transactions. */
export const serviceVocabularies = nameVocabularies({
  alertEventType: words('What an alert may notify.', [
    'NEW_MATCH',
    'PRICE_CHANGE',
    'OTHER_CHANGE',
    'EXPIRED',
    'REACTIVATED',
  ]),
  alertScope: words('Whether an alert notifies once a property or once a listing.', ['PROPERTY', 'LISTING']),
  destinationType: words('The channel a notification leaves by.', ['WEBHOOK', 'EMAIL']),
  destinationStatus: words('Whether a destination is being served.', ['ACTIVE', 'SUSPENDED']),
  suspensionReason: words('Why a destination is not served.', ['UNCONFIRMED', 'UNSUBSCRIBED', 'FAILING']),
  alertDisabledReason: words('Why the service itself disabled an alert.', ['NO_DESTINATION']),
  notificationStatus: words('How far a notification has gone.', [
    'PENDING',
    'DELIVERED',
    'FAILED',
    'SUSPENDED',
    'SKIPPED',
  ]),
  addressConfidence: words('How sure a resolved address is, the surest first.', [
    'EXACT',
    'HIGH',
    'MEDIUM',
    'LOW',
    'NONE',
  ]),
  addressMethod: words('The evidence an address was resolved from.', [
    'ENERGY_CERTIFICATE_NUMBER',
    'ENERGY_CERTIFICATE_CHARACTERISTICS',
    'NATIONAL_ADDRESS_BASE',
  ]),
  paginationType: words('How a search is walked.', ['PAGE', 'CURSOR']),
  sortField: words('What search results may be ordered by.', [
    'CREATED_AT',
    'UPDATED_AT',
    'PRICE',
    'AREA',
    'PRICE_PER_AREA',
    'VALUATION_DEVIATION',
  ]),
  sortDirection: words('The direction of an order.', ['ASC', 'DESC'], {
    ASC: 'Ascending',
    DESC: 'Descending',
  }),
  collectionOrder: words('The direction of `order[createdAt]` in a collection.', ['asc', 'desc'], {
    asc: 'Oldest first',
    desc: 'Newest first',
  }),
  changeType: words('What happened to a property of the change stream.', [
    'CREATED',
    'CHANGED',
    'EXPIRED',
    'REACTIVATED',
    'MERGED',
    'SPLIT',
    'REMOVED',
  ]),
  changeCause: words('Why a property of the change stream changed.', [
    'LISTING_CREATED',
    'LISTING_UPDATED',
    'LISTING_EXPIRED',
    'LISTING_REACTIVATED',
    'LISTING_REMOVED',
    'REGROUPED',
    'PRICE_VERDICT',
    'CORRECTION',
  ]),
  exportFormat: words('The format of an export.', ['NDJSON', 'PARQUET'], { NDJSON: 'NDJSON' }),
  exportStatus: words('How far an export has gone.', ['PENDING', 'RUNNING', 'READY', 'FAILED', 'EXPIRED']),
  observationKind: words('What a visit of a source found.', ['seen', 'expired']),
  usageGranularity: words('The width of a point of the usage series.', ['YEAR', 'MONTH', 'DAY']),
  usageGroupBy: words('What splits a point of the usage series.', ['API_KEY', 'ROUTE', 'CHANNEL']),
  usageChannel: words('How a call came in.', ['DIRECT', 'MCP'], { MCP: 'MCP' }),
  usageRouteType: words('The family of a route in the usage report.', [
    'search',
    'read',
    'analytics',
    'alerts',
    'geo',
    'account',
    'mcp',
    'other',
  ]),
  analyticsEventType: words('What happened to a listing in the warehouse.', [
    'CREATED',
    'UPDATED',
    'EXPIRED',
    'REACTIVATED',
  ]),
  analyticsTimeBucket: words('The width of a period of analytics.', [
    'day',
    'week',
    'month',
    'quarter',
    'year',
  ]),
  analyticsGroupBy: words('The columns analytics may be grouped by.', [
    'property_type',
    'transaction_type',
    'event_type',
    'city_id',
    'district_id',
    'neighborhood_id',
    'dpe_energy_rating',
    'dpe_ghg_rating',
    'publisher_type',
    'price_currency',
    'transaction_status',
    'sale_type',
    'mandate_type',
    'condition',
    'location_accuracy',
    'heating_system',
    'energy_carrier',
    'source_id',
  ]),
  analyticsFunction: words('The functions of an analytics metric.', [
    'count',
    'avg',
    'median',
    'min',
    'max',
    'percentile',
  ]),
  analyticsField: words('The fields an analytics metric may measure.', [
    'price',
    'price_displayed',
    'price_per_sqm',
    'area',
    'area_displayed',
    'rooms',
    'bedrooms',
    'days_between_events',
  ]),
  transactionSource: words('Where a closed transaction is known from.', ['DVF', 'NOTAIRES_FR'], {
    DVF: 'DVF',
    NOTAIRES_FR: 'French notaries',
  }),
  transactionNature: words('The legal nature of a closed transaction.', [
    'SALE',
    'OFF_PLAN_SALE',
    'AUCTION',
    'EXPROPRIATION',
    'EXCHANGE',
    'OTHER',
  ]),
});

export type AlertEventType = ValueOf<typeof serviceVocabularies.alertEventType>;
export type AlertDisabledReason = ValueOf<typeof serviceVocabularies.alertDisabledReason>;
export type SuspensionReason = ValueOf<typeof serviceVocabularies.suspensionReason>;
export type AlertScope = ValueOf<typeof serviceVocabularies.alertScope>;
export type ChangeType = ValueOf<typeof serviceVocabularies.changeType>;
export type ChangeCause = ValueOf<typeof serviceVocabularies.changeCause>;
export type ExportFormat = ValueOf<typeof serviceVocabularies.exportFormat>;
export type ExportStatus = ValueOf<typeof serviceVocabularies.exportStatus>;
export type SortField = ValueOf<typeof serviceVocabularies.sortField>;
export type SortDirection = ValueOf<typeof serviceVocabularies.sortDirection>;
