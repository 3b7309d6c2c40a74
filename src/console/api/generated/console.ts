// Written by `npm run generate` from an OpenAPI document: change the routes, not this file.

export interface AccountMemberJson {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly role: RoleJson;
  readonly createdAt: string;
  readonly lastSignedInAt: string;
  readonly liveKeys: number;
}

export interface ApiKeyJson {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly operator: boolean;
  readonly scope: ApiKeyScopeJson;
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  readonly key?: string;
}

export type ApiKeyScopeJson = 'READ' | 'ALERTS' | 'FULL';

export interface ConsoleSessionJson {
  readonly id: string;
  readonly provider: string;
  readonly userAgent: string | null;
  readonly current: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
}

export type DestinationStatusJson = 'ACTIVE' | 'SUSPENDED';

export type DestinationTypeJson = 'WEBHOOK' | 'EMAIL';

export interface DeviceGrantJson {
  readonly id: string;
  readonly userCode: string;
  readonly program: string;
  readonly address: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly approved: boolean | null;
}

export interface EnterableAccountJson {
  readonly id: string;
  readonly name: string;
  readonly role: 'OWNER' | 'MEMBER' | 'READ_ONLY' | null;
  readonly current: boolean;
}

export interface EventLineJson {
  readonly id: string;
  readonly notificationId: string | null;
  readonly isTest: boolean;
  readonly eventType: string;
  readonly alertId: string;
  readonly alertName: string | null;
  readonly propertyId: string | null;
  readonly home: { readonly id: string; readonly picture: string | null; readonly price: number | null; readonly currency: string | null; readonly transactionType: string | null; readonly propertyType: string | null; readonly area: number | null; readonly areaUnit: string | null; readonly rooms: number | null; readonly town: string | null } | null;
  readonly changes: readonly ({ readonly attribute: string; readonly before: number | null; readonly after: number | null })[];
  readonly channel: string | null;
  readonly destinationId: string | null;
  readonly destinationAddress: string | null;
  readonly status: NotificationStatusJson | null;
  readonly attemptNumber: number;
  readonly lastErrorMessage: string | null;
  readonly deliveredAt: string | null;
  readonly createdAt: string;
}

export interface GroupingDecisionJson {
  readonly id: string;
  readonly action: 'merge' | 'split' | 'undo';
  readonly undoneId: string | null;
  readonly author: string | null;
  readonly decidedAt: string;
  readonly listings: readonly { readonly id: string; readonly url: string; readonly source: string }[];
  readonly moved: number;
  readonly inForce: boolean;
}

export interface GroupingOutcomeJson {
  readonly id: string;
  readonly homes: readonly ({ readonly propertyId: string; readonly listings: readonly ({ readonly id: string; readonly url: string; readonly source: string; readonly from: string | null })[] })[];
}

export interface InvitationJson {
  readonly id: string;
  readonly email: string;
  readonly role: RoleJson;
  readonly accountId: string;
  readonly accountName: string;
  readonly inviter: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly mailStatus: InvitationMailStatusJson;
  readonly mailError: string | null;
}

export type InvitationMailStatusJson = 'WAITING' | 'SENT' | 'REFUSED';

export interface JoiningJson {
  readonly id: string;
  readonly url: string;
  readonly joinedAt: string;
  readonly decision: string;
  readonly nearestListingId: string | null;
  readonly score: number | null;
  readonly levels: { readonly [name: string]: string };
  readonly bits: { readonly [name: string]: number };
  readonly vetoes: readonly { readonly listingId: string; readonly veto: string }[];
}

export interface ListingPairJson {
  readonly id: string;
  readonly one: string;
  readonly other: string;
  readonly oneUrl: string;
  readonly otherUrl: string;
  readonly onePropertyId: string;
  readonly otherPropertyId: string;
  readonly together: boolean;
  readonly score: number;
  readonly levels: { readonly [name: string]: string };
  readonly bits: { readonly [name: string]: number };
  readonly model: string;
}

export interface MapContoursJson {
  readonly id: string;
  readonly contours: readonly { readonly id: string; readonly rings: readonly (readonly number[])[] }[];
}

export interface MapRoadsJson {
  readonly id: string;
  readonly hasRoads: boolean;
  readonly lines: readonly ({ readonly class: 'MOTORWAY' | 'TRUNK' | 'PRIMARY' | 'SECONDARY'; readonly ref?: string; readonly name?: string; readonly steps: readonly number[] })[];
  readonly credits: readonly { readonly text: string; readonly url?: string; readonly licence?: string }[];
}

export type NotificationStatusJson = 'PENDING' | 'DELIVERED' | 'FAILED' | 'SUSPENDED' | 'SKIPPED';

export interface PersonJson {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly accountId: string;
  readonly accountName: string;
  readonly role: RoleJson;
  readonly operator: boolean;
  readonly sessionId: string;
}

export type PriceReasonJson = 'impossible price' | 'far from the other listings' | 'far from the market' | 'far from a small market' | 'within the market' | 'confirmed by other listings' | 'usual elsewhere' | 'area doubted' | 'no comparables';

export interface QueueJson {
  readonly id: string;
  readonly name: QueueNameJson;
  readonly waiting: number;
  readonly held: number;
  readonly oldestSeconds: number;
}

export type QueueNameJson = 'changes to match' | 'deliveries' | 'feeds to pull' | 'second looks';

export interface RequestBinJson {
  readonly id: string;
  readonly url: string;
  readonly destinationId: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly maxRequests: number;
  readonly signingKey?: string;
}

export interface RequestBinRequestJson {
  readonly id: string;
  readonly receivedAt: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly bodyBytes: number;
  readonly truncated: boolean;
  readonly keyHint: string;
  readonly expectedSignature: string;
}

export type RoleJson = 'OWNER' | 'MEMBER' | 'READ_ONLY';

export interface ServedDestinationJson {
  readonly id: string;
  readonly destinationType: DestinationTypeJson;
  readonly url: string | null;
  readonly email: string | null;
  readonly isDefault: boolean;
  readonly status: DestinationStatusJson;
  readonly suspensionReason: SuspensionReasonJson | null;
  readonly failures: number;
  readonly suspendedAt: string | null;
  readonly probes: number;
  readonly nextProbeAt: string | null;
  readonly confirmedAt: string | null;
  readonly unsubscribedAt: string | null;
  readonly createdAt: string;
}

export type SignInMethodJson = 'GET' | 'POST';

export interface SignInProviderJson {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly local: boolean;
  readonly method: SignInMethodJson;
  readonly address: string;
}

export interface SigningKeyJson {
  readonly id: string;
  readonly hint: string;
  readonly key?: string;
}

export interface SourceFreshnessJson {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly liveListings: number;
  readonly lastSeenAt: string | null;
}

export interface StatedListingJson {
  readonly id: string;
  readonly url: string | null;
  readonly source: string | null;
  readonly states: Readonly<Record<string, unknown>>;
  readonly pictures: readonly string[];
  readonly publisher: string | null;
  readonly prices: readonly { readonly price: number; readonly currency: string; readonly since: string }[];
  readonly absences: readonly { readonly from: string; readonly to: string }[];
  readonly firstSeenAt: string;
  readonly publishedAt: string | null;
  readonly lastSeenAt: string;
  readonly expiredAt: string | null;
  readonly priceCoherent: boolean | null;
  readonly priceReason: PriceReasonJson;
  readonly areaReason: 'contradicted by its rooms' | 'contradicted by its text' | null;
}

export type SuspensionReasonJson = 'UNCONFIRMED' | 'UNSUBSCRIBED' | 'FAILING';

export interface WebhookUrlCheckJson {
  readonly id: string;
  readonly fault: string | null;
}
