// Written by `npm run generate` from an OpenAPI document: change the routes, not this file.

export interface ApiKeyJson {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly operator: boolean;
  readonly readOnly: boolean;
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  readonly key?: string;
}

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

export interface PersonJson {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly accountId: string;
  readonly accountName: string;
  readonly operator: boolean;
  readonly sessionId: string;
}

export interface QueueJson {
  readonly id: string;
  readonly name: QueueNameJson;
  readonly waiting: number;
  readonly held: number;
  readonly oldestSeconds: number;
}

export type QueueNameJson = 'changes to match' | 'deliveries' | 'feeds to pull' | 'second looks';

export interface RegroupingJson {
  readonly id: string;
  readonly propertyId: string;
}

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

export type SuspensionReasonJson = 'UNCONFIRMED' | 'UNSUBSCRIBED' | 'FAILING';
