// Written by `npm run generate` from an OpenAPI document: change the routes, not this file.
import type { ConsolidatedProperty, PropertyResult } from '../../../catalogue/document.ts';

export type AddressConfidenceJson = 'EXACT' | 'HIGH' | 'MEDIUM' | 'LOW' | 'NONE';

export type AddressMethodJson = 'ENERGY_CERTIFICATE_NUMBER' | 'ENERGY_CERTIFICATE_CHARACTERISTICS' | 'NATIONAL_ADDRESS_BASE';

export interface AddressResolutionJson {
  readonly confidence: AddressConfidenceJson;
  readonly method: AddressMethodJson | null;
  readonly address: { readonly label: string; readonly houseNumber: string | null; readonly street: string; readonly postcode: string | null; readonly cityCode: string | null; readonly city: string | null; readonly country: string; readonly latitude: number | null; readonly longitude: number | null } | null;
  readonly energyCertificateNumber: string | null;
  readonly algorithmVersion: number;
}

export interface AlertJson {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly disabledReason: AlertDisabledReasonJson | null;
  readonly criteria: Readonly<Record<string, unknown>> | null;
  readonly notificationConfig: { readonly rules: readonly { readonly eventType: AlertEventTypeJson; readonly scope?: AlertScopeJson; readonly variationPercent?: readonly { readonly gte?: number; readonly lte?: number }[] }[] };
  readonly delivery?: { readonly mode: AlertDeliveryModeJson; readonly at?: string; readonly timezone?: string; readonly maxPerDay?: number; readonly quietHours?: { readonly from: string; readonly to: string }; readonly language?: LanguageJson };
  readonly signingKey?: string;
  readonly signingKeyHint: string | null;
  readonly firstDays: { readonly remaining: number | null; readonly until: string } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly eventDestination: string | null;
}

export type AlertDeliveryModeJson = 'INSTANT' | 'DIGEST';

export type AlertDisabledReasonJson = 'NO_DESTINATION';

export interface AlertEventJson {
  readonly id: string;
  readonly alert: string;
  readonly property: string;
  readonly eventType: AlertEventTypeJson;
  readonly scope: AlertScopeJson;
  readonly notifiedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type AlertEventTypeJson = 'NEW_MATCH' | 'PRICE_CHANGE' | 'OTHER_CHANGE' | 'EXPIRED' | 'REACTIVATED';

export interface AlertRehearsalJson {
  readonly id: string;
  readonly days: number;
  readonly changes: number;
  readonly totalChanges: number;
  readonly complete: boolean;
  readonly cursor: string | null;
  readonly arrivals: number;
  readonly counts: { readonly NEW_MATCH: number; readonly PRICE_CHANGE: number; readonly OTHER_CHANGE: number; readonly EXPIRED: number; readonly REACTIVATED: number };
  readonly samples: readonly ({ readonly eventType: AlertEventTypeJson; readonly occurredAt: string; readonly listing: { readonly id: string } | null; readonly data: PropertyResult })[];
}

export type AlertScopeJson = 'PROPERTY' | 'LISTING';

export type AuditActorTypeJson = 'KEY' | 'PERSON' | 'COMMAND';

export interface AuditEntryJson {
  readonly id: string;
  readonly occurredAt: string;
  readonly actorType: AuditActorTypeJson;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly action: string;
  readonly target: string;
  readonly requestId: string | null;
}

export interface AutocompleteItemJson {
  readonly id: string;
  readonly name: string;
  readonly locationType: DivisionTypeJson;
  readonly parentName: string | null;
  readonly regionName: string | null;
  readonly countryCode: string;
  readonly postalCode: string | null;
  readonly centroid: PointJson | null;
  readonly metadata: { readonly depth: number; readonly population: number | null; readonly postalCodes: readonly string[]; readonly uniqueCode: string };
}

export interface CriteriaExplanationJson {
  readonly id: string;
  readonly matches: boolean;
  readonly tree: ExplainedNodeJson;
  readonly masks: readonly ExplainedFilterJson[];
}

export interface DeliveryAttemptJson {
  readonly id: string;
  readonly attemptNumber: number;
  readonly startedAt: string;
  readonly tookMs: number | null;
  readonly outcome: DeliveryOutcomeJson;
  readonly probe: boolean;
  readonly requestHeaders: Readonly<Record<string, unknown>> | null;
  readonly requestBody: string | null;
  readonly replyStatus: number | null;
  readonly replyHeaders: Readonly<Record<string, unknown>> | null;
  readonly replyBody: string | null;
  readonly error: string | null;
}

export type DeliveryOutcomeJson = 'DELIVERED' | 'FAILED' | 'LOST' | 'SKIPPED';

export type DestinationStatusJson = 'ACTIVE' | 'SUSPENDED';

export type DestinationTypeJson = 'WEBHOOK' | 'EMAIL';

export type DivisionTypeJson = 'COUNTRY' | 'ADMINISTRATIVE_REGION' | 'ADMINISTRATIVE_SUBREGION' | 'MUNICIPALITY_GROUP' | 'MUNICIPALITY' | 'MUNICIPAL_DISTRICT' | 'NEIGHBORHOOD' | 'SUB_NEIGHBORHOOD';

export interface DroppedMemberJson {
  readonly id: string;
  readonly member: string;
  readonly why: string;
  readonly count: number;
  readonly example: string;
}

export interface EventDestinationJson {
  readonly id: string;
  readonly destinationType: DestinationTypeJson;
  readonly url: string | null;
  readonly email: string | null;
  readonly isDefault: boolean;
  readonly status: DestinationStatusJson;
  readonly suspensionReason: SuspensionReasonJson | null;
  readonly signingKey?: string;
}

export interface EventNotificationJson {
  readonly id: string;
  readonly event: string | null;
  readonly alert: string | null;
  readonly property: string | null;
  readonly eventType: AlertEventTypeJson;
  readonly channel: DestinationTypeJson;
  readonly destinationAddress: string | null;
  readonly status: NotificationStatusJson;
  readonly attemptNumber: number;
  readonly deliveredAt: string | null;
  readonly lastErrorMessage: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface EventReplayJson {
  readonly id: string;
  readonly notifications: number;
}

export interface ExplainedFilterJson {
  readonly path: string;
  readonly label: string;
  readonly asked: unknown;
  readonly seen: unknown;
  readonly verdict: FilterVerdictJson;
}

export type ExplainedNodeJson = { readonly verdict: FilterVerdictJson; readonly and: readonly ExplainedNodeJson[] } | { readonly verdict: FilterVerdictJson; readonly or: readonly ExplainedNodeJson[] } | { readonly verdict: FilterVerdictJson; readonly filters: readonly ExplainedFilterJson[] };

export interface FavoritePropertyJson {
  readonly id: string;
  readonly propertyId: string;
}

export interface FeedJson {
  readonly id: string;
  readonly source: string;
  readonly address: string;
  readonly format: FeedFormatJson | null;
  readonly mapping: Readonly<Record<string, unknown>> | null;
  readonly intervalSeconds: number;
  readonly full: boolean;
  readonly maxBytes: number;
  readonly enabled: boolean;
  readonly createdAt: string;
  readonly dueAt: string;
  readonly failures: number;
  readonly running: boolean;
  readonly pullRequested: boolean;
  readonly lastFound: number | null;
  readonly lastStatus: FeedRunStatusJson | null;
  readonly lastFinishedAt: string | null;
}

export type FeedFormatJson = 'ndjson' | 'kyero' | 'openimmo' | 'poliris' | 'ubiflow' | 'blm' | 'trovit' | 'idealista' | 'bienici' | 'schema-org' | 'reso';

export interface FeedRunJson {
  readonly id: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly status: FeedRunStatusJson;
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly accepted: number;
  readonly unchanged: number;
  readonly expired: number;
  readonly rejected: number;
  readonly rejections: readonly { readonly line: number; readonly reason: string }[];
  readonly rejectionReasons: readonly ({ readonly reason: string; readonly count: number; readonly examples: readonly ({ readonly line: number; readonly reason: string; readonly record: string | null })[] })[];
  readonly error: string | null;
}

export type FeedRunStatusJson = 'RUNNING' | 'TAKEN' | 'UNCHANGED' | 'FAILED';

export type FilterVerdictJson = 'PASS' | 'FAIL' | 'MISSING';

export interface ForecastJson {
  readonly windowDays: number;
  readonly total: number;
  readonly perDay: { readonly average: number; readonly low: number; readonly high: number };
  readonly perHour: { readonly average: number; readonly low: number; readonly high: number };
}

export interface GetApiUsageReplyJson {
  readonly period: { readonly start: string; readonly end: string; readonly granularity: UsageGranularityJson };
  readonly totals: { readonly calls: number; readonly results: number; readonly credits?: number };
  readonly timeSeries: readonly { readonly date: string; readonly apiKeyId?: string; readonly apiKeyName?: string; readonly route?: string; readonly routeType?: UsageRouteTypeJson; readonly channel?: UsageChannelJson; readonly calls: number; readonly results: number; readonly credits?: number }[];
  readonly byApiKey: readonly { readonly apiKeyId: string; readonly apiKeyName: string; readonly calls: number; readonly results: number; readonly credits?: number }[];
  readonly byRoute: readonly { readonly route: string; readonly routeType: UsageRouteTypeJson; readonly calls: number; readonly results: number; readonly credits?: number }[];
  readonly byChannel: readonly { readonly channel: UsageChannelJson; readonly calls: number; readonly results: number; readonly credits?: number }[];
}

export interface GetListingAnalyticsReplyJson {
  readonly meta: { readonly sample_size: number; readonly min_event_at: string | null; readonly max_event_at: string | null };
  readonly data: readonly ({ readonly group: { readonly event_at: string; readonly property_type?: string | null; readonly transaction_type?: string | null; readonly event_type?: string | null; readonly city_id?: string | null; readonly district_id?: string | null; readonly neighborhood_id?: string | null; readonly dpe_energy_rating?: string | null; readonly dpe_ghg_rating?: string | null; readonly publisher_type?: string | null; readonly price_currency?: string | null; readonly transaction_status?: string | null; readonly sale_type?: string | null; readonly mandate_type?: string | null; readonly condition?: string | null; readonly location_accuracy?: string | null; readonly heating_system?: string | null; readonly energy_carrier?: string | null; readonly source_id?: string | null }; readonly metrics: { readonly [name: string]: number | null } })[];
}

export type LanguageJson = 'en' | 'fr';

export interface LifelineJson {
  readonly id: string;
  readonly events: readonly ({ readonly kind: LifelineEventKindJson; readonly occurredAt: string; readonly listingId: string | null; readonly oldPrice: number | null; readonly newPrice: number | null; readonly variationPercent: number | null; readonly transactionId: string | null })[];
  readonly sale: { readonly transactionId: string; readonly dateMutation: string; readonly priceCents: number | null; readonly confidence: number; readonly distanceMetres: number } | null;
}

export type LifelineEventKindJson = 'LISTED' | 'RELISTED' | 'PRICE_CHANGED' | 'EXPIRED' | 'SOLD';

export type ListingAnalyticsJson = GetListingAnalyticsReplyJson;

export interface MarketPaceJson {
  readonly id: string;
  readonly place: string;
  readonly countryCode: string | null;
  readonly propertyType: string;
  readonly medianDaysOnMarket: number | null;
  readonly homes: number;
  readonly soldAgainstAskedPercent: number | null;
  readonly sales: number;
}

export type NoValueReasonJson = 'NO_MODEL' | 'TYPE_UNKNOWN' | 'AREA_MISSING' | 'POSITION_MISSING' | 'OUTSIDE_TRAINED_AREAS' | 'TOO_FEW_COMPARABLES';

export type NotificationStatusJson = 'PENDING' | 'DELIVERED' | 'FAILED' | 'SUSPENDED' | 'SKIPPED';

export type PaginationTypeJson = 'PAGE' | 'CURSOR';

export interface ParsedSentenceJson {
  readonly criteria: Readonly<Record<string, unknown>>;
  readonly understood: readonly { readonly text: string; readonly start: number; readonly end: number; readonly path: string }[];
  readonly ignored: readonly { readonly text: string; readonly start: number; readonly end: number }[];
}

export interface PointJson {
  readonly type: 'Point';
  readonly coordinates: readonly [number, number];
}

export interface ProblemJson {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly violations?: readonly { readonly propertyPath: string; readonly message: string; readonly code: string }[];
}

export interface PropertyClustersJson {
  readonly id: string;
  readonly totalItems: number;
  readonly zoom: number;
  readonly clusters: readonly ({ readonly id: string; readonly point: { readonly type: 'Point'; readonly coordinates: readonly number[] }; readonly price: number | null; readonly count: number })[];
}

export interface PropertyFacetsJson {
  readonly id: string;
  readonly totalItems: number;
  readonly types: readonly { readonly value: string; readonly count: number }[];
  readonly transactions: readonly { readonly value: string; readonly count: number }[];
  readonly prices: readonly ({ readonly from: number | null; readonly to: number | null; readonly count: number })[];
  readonly divisions: readonly ({ readonly uniqueCode: string; readonly name: string | null; readonly count: number })[];
}

export interface PropertyResultResourceJson {
  readonly type: 'Property';
  readonly id: string;
  readonly attributes: ConsolidatedProperty;
  readonly relationships: { readonly listings: { readonly data: readonly { readonly type: 'Listing'; readonly id: string }[] }; readonly publishers: { readonly data: readonly { readonly type: 'Publisher'; readonly id: string }[] }; readonly propertyPublishers: { readonly data: readonly { readonly type: 'PropertyPublisher'; readonly id: string }[] } };
  readonly links: { readonly self: string };
}

export interface PropertySearchAnswerJson {
  readonly data: readonly PropertyResultResourceJson[];
  readonly meta: { readonly totalItems: number; readonly hasNextPage: boolean; readonly cursor: string | null; readonly pagination: { readonly type: PaginationTypeJson; readonly size: number; readonly nextRequestBody: unknown | null }; readonly relaxations?: readonly { readonly path: string; readonly change: string; readonly totalItems: number; readonly criteria: Readonly<Record<string, unknown>> }[]; readonly notes?: readonly { readonly propertyPath: string; readonly message: string; readonly code: SearchNoteCodeJson }[] };
  readonly links: { readonly self: string };
  readonly included: readonly unknown[];
}

export type PropertyTypeJson = 'FLAT' | 'HOUSE' | 'BUILDING' | 'PARKING' | 'OFFICE' | 'LAND' | 'SHOP' | 'COMMERCIAL_PREMISES';

export interface PropertyValuationReportJson {
  readonly id: string;
  readonly market: ValuationMarketJson;
  readonly date: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly reason: NoValueReasonJson | null;
  readonly confidence: { readonly class: ValuationClassJson; readonly medianError: number } | null;
  readonly askedPrice: number | null;
  readonly deviationPercent: number | null;
  readonly comparables: readonly ({ readonly id: string; readonly longitude: number; readonly latitude: number; readonly distanceMetres: number; readonly month: string; readonly areaSqm: number; readonly rooms: number | null; readonly price: number; readonly weight: number; readonly adjustedPrice: number; readonly adjustments: readonly { readonly fact: string; readonly percent: number }[] })[];
  readonly index: { readonly place: string; readonly countryCode: string | null; readonly homes: number; readonly months: readonly { readonly month: string; readonly level: number }[] } | null;
  readonly pace: { readonly place: string; readonly countryCode: string | null; readonly propertyType: string; readonly medianDaysOnMarket: number | null; readonly homes: number; readonly soldAgainstAskedPercent: number | null; readonly sales: number } | null;
  readonly model: { readonly id: string; readonly fittedAt: string; readonly windowFrom: string; readonly windowTo: string; readonly prices: number; readonly medianAbsoluteError: number } | null;
}

export interface RejectedRecordJson {
  readonly id: string;
  readonly url: string;
  readonly kind: RejectionKindJson;
  readonly reason: string;
  readonly observedAt: string | null;
  readonly record: string | null;
  readonly firstRejectedAt: string;
  readonly rejectedAt: string;
  readonly resolvedAt: string | null;
}

export type RejectionKindJson = 'INVALID' | 'REFUSED';

export interface SalesNearbyJson {
  readonly id: string;
  readonly radius: number;
  readonly from: string;
  readonly to: string;
  readonly propertyType: PropertyTypeJson | null;
  readonly count: number;
  readonly medianPricePerSqmCents: number | null;
  readonly sales: readonly ({ readonly transactionId: string; readonly dateMutation: string; readonly propertyType: PropertyTypeJson; readonly priceCents: number | null; readonly pricePerSqmCents: number | null; readonly livingAreaSqm: number | null; readonly distanceMetres: number })[];
}

export type SearchNoteCodeJson = 'also_postal_code';

export interface SourceJson {
  readonly id: string;
  readonly name: string;
  readonly domain: string | null;
  readonly slug: string;
}

export type SuspensionReasonJson = 'UNCONFIRMED' | 'UNSUBSCRIBED' | 'FAILING';

export interface TransactionJson {
  readonly id: string;
  readonly source: TransactionSourceJson;
  readonly externalRef: string;
  readonly dateMutation: string;
  readonly nature: TransactionNatureJson;
  readonly propertyType: PropertyTypeJson;
  readonly price: { readonly amountCents: number | null; readonly currency: string; readonly pricePerSqmCents: number | null };
  readonly areas: { readonly livingAreaSqm: number | null; readonly landAreaSqm: number | null; readonly roomsCount: number | null };
  readonly location: { readonly cityId: string | null; readonly districtId: string | null; readonly neighborhoodId: string | null; readonly geoPoint: { readonly lon: number; readonly lat: number } | null };
  readonly address: { readonly streetNumber: string | null; readonly streetName: string | null };
  readonly cadastralRef: string | null;
  readonly lots: readonly { readonly role: TransactionLotRoleJson; readonly kind: TransactionLotKindJson }[];
  readonly building: { readonly constructionEra: string | null; readonly elevator: boolean | null };
  readonly amenities: { readonly balcony: boolean | null; readonly cellar: boolean | null };
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly matched?: { readonly withTransactionId: string; readonly score: number; readonly mergedFields: readonly string[] };
  readonly sourcePayload?: { readonly format: string; readonly rows: readonly { readonly [name: string]: string }[] };
}

export type TransactionLotKindJson = 'HOUSE' | 'FLAT' | 'COMMERCIAL_PREMISES' | 'OUTBUILDING' | 'LAND';

export type TransactionLotRoleJson = 'PRINCIPAL' | 'SECONDARY';

export type TransactionNatureJson = 'SALE' | 'OFF_PLAN_SALE' | 'AUCTION' | 'EXPROPRIATION' | 'EXCHANGE' | 'OTHER';

export interface TransactionSearchJson {
  readonly data: readonly TransactionJson[];
  readonly meta: { readonly count: number; readonly nextCursor: string | null };
}

export type TransactionSourceJson = 'DVF' | 'NOTAIRES_FR';

export type UsageChannelJson = 'DIRECT' | 'MCP';

export type UsageGranularityJson = 'YEAR' | 'MONTH' | 'DAY';

export type UsageReportJson = GetApiUsageReplyJson;

export type UsageRouteTypeJson = 'search' | 'read' | 'analytics' | 'alerts' | 'geo' | 'account' | 'mcp' | 'other';

export interface ValuationAccuracyJson {
  readonly id: ValuationMarketJson;
  readonly fittedAt: string | null;
  readonly windowFrom: string | null;
  readonly windowTo: string | null;
  readonly latestFit: ValuationFitStatusJson;
  readonly failure: string | null;
  readonly all: { readonly name: string; readonly medianAbsoluteError: number; readonly within10: number; readonly within20: number; readonly bias: number; readonly forecastStandardDeviation: number; readonly coverage80: number; readonly n: number } | null;
  readonly classes: readonly { readonly name: string; readonly medianAbsoluteError: number; readonly within10: number; readonly within20: number; readonly bias: number; readonly forecastStandardDeviation: number; readonly coverage80: number; readonly n: number }[];
  readonly types: readonly { readonly name: string; readonly medianAbsoluteError: number; readonly within10: number; readonly within20: number; readonly bias: number; readonly forecastStandardDeviation: number; readonly coverage80: number; readonly n: number }[];
  readonly places: readonly ({ readonly name: string; readonly medianAbsoluteError: number; readonly within10: number; readonly within20: number; readonly bias: number; readonly forecastStandardDeviation: number; readonly coverage80: number; readonly n: number; readonly countryCode: string | null; readonly label: string | null })[];
}

export type ValuationClassJson = 'A' | 'B' | 'C' | 'D';

export type ValuationFitStatusJson = 'NONE' | 'DUE' | 'FITTING' | 'FITTED' | 'FAILED' | 'TOO_FEW_PRICES';

export type ValuationMarketJson = 'SALE' | 'ASKING' | 'RENT';
