import { sendRequest } from './client.ts';

/** The members of the property that the console shows by name; the rest is shown as it comes. */
export interface PropertyJson {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expired: boolean;
  readonly propertyType?: string;
  readonly constructionStatus?: string;
  readonly transaction?: { readonly type?: string; readonly status?: string; readonly saleType?: string };
  readonly area?: {
    readonly displayed?: number;
    readonly unit?: string;
    readonly land?: { readonly value?: number; readonly unit?: string };
    readonly outdoor?: Readonly<Record<string, unknown>>;
  };
  readonly unit?: Readonly<Record<string, unknown>> & {
    readonly rooms?: number;
    readonly bedrooms?: number;
    readonly diagnostic?: {
      readonly scores?: Readonly<Record<string, { readonly rating?: string; readonly value?: number }>>;
    };
  };
  readonly building?: Readonly<Record<string, unknown>>;
  readonly amenities?: Readonly<Record<string, unknown>>;
  readonly body?: { readonly title?: string; readonly description?: string };
  readonly pricing?: {
    readonly displayed?: number;
    readonly currency?: string;
    readonly pricePerArea?: number;
    readonly spread?: { readonly lowest: number; readonly highest: number; readonly adverts: number };
    readonly spreadPercent?: number;
  };
  readonly location?: {
    readonly geometry?: { readonly coordinates: readonly [number, number] };
    readonly accuracy?: string;
    readonly address?: string;
    readonly city?: DivisionJson;
    readonly district?: DivisionJson;
    readonly neighborhood?: DivisionJson;
    readonly stated?: { readonly city?: string; readonly postalCode?: string };
  };
  readonly pictures?: readonly { readonly url: string }[];
  readonly changes?: readonly PropertyChangeJson[];
}

export interface DivisionJson {
  readonly id: string;
  readonly name: string;
  readonly postalCodes?: readonly string[];
}

export interface PropertyChangeJson {
  readonly attribute: string;
  readonly occurredAt: string;
  readonly listingId: string;
  readonly variationPercent?: number;
  readonly numericOld?: number;
  readonly numericNew?: number;
}

export interface PublisherJson {
  readonly id: string;
  readonly publisherType?: string;
  readonly agencyName?: string;
  readonly website?: string;
  readonly mandate?: string;
  readonly reference?: string;
  readonly contact?: { readonly email?: string; readonly phone?: string };
}

export type ListingJson = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly url: string;
  readonly source?: { readonly id?: string; readonly slug?: string };
  readonly publishedAt?: string;
  readonly expiredAt?: string | null;
  readonly lastSeenAt?: string;
  readonly title?: string;
  readonly priceCoherent?: boolean | null;
};

export interface PropertyResultJson {
  readonly id: string;
  readonly property: PropertyJson;
  readonly publishers: readonly PublisherJson[];
  readonly listings: readonly ListingJson[];
}

export const fetchProperty = (id: string, signal?: AbortSignal): Promise<PropertyResultJson> =>
  sendRequest<PropertyResultJson>(`/properties/${encodeURIComponent(id)}`, signal ? { signal } : {});

/** A property in a list: what a card and a point on the map need. */
export interface SearchHitJson {
  readonly id: string;
  readonly property: PropertyJson;
  readonly listings: number;
}

export interface RelaxationJson {
  readonly path: string;
  readonly totalItems: number;
  readonly criteria: Readonly<Record<string, unknown>>;
}

export interface SearchResultPage {
  readonly hits: readonly SearchHitJson[];
  readonly total: number;
  readonly hasNext: boolean;
  readonly cursor: string | null;
  readonly relaxations: readonly RelaxationJson[];
}

interface SearchReplyJson {
  readonly data: readonly {
    readonly id: string;
    readonly attributes: PropertyJson;
    readonly relationships?: { readonly listings?: { readonly data?: readonly unknown[] } };
  }[];
  readonly meta: {
    readonly totalItems: number;
    readonly hasNextPage: boolean;
    readonly cursor: string | null;
    readonly relaxations?: readonly RelaxationJson[];
  };
}

/** Searches in the JSON:API form, the only one that tells how many there are. */
export async function fetchSearchPage(body: object, signal?: AbortSignal): Promise<SearchResultPage> {
  const { data, meta } = await sendRequest<SearchReplyJson>('/properties', {
    body,
    accept: 'application/vnd.api+json',
    ...(signal && { signal }),
  });
  return {
    hits: data.map(({ id, attributes, relationships }) => ({
      id,
      property: attributes,
      listings: relationships?.listings?.data?.length ?? 0,
    })),
    total: meta.totalItems,
    hasNext: meta.hasNextPage,
    cursor: meta.cursor,
    relaxations: meta.relaxations ?? [],
  };
}
