import type { ConsolidatedProperty, ListingEntry, PublisherEntry } from '../catalogue/document.ts';

/** What a listing itself says, in the shape of the consolidated view: the parts that a listing can state. */
export type Claims = Partial<
  Omit<ConsolidatedProperty, 'createdAt' | 'updatedAt' | 'expired' | 'changes' | 'pictures'>
>;

export interface ClaimedPicture {
  url: string;
  /** 64-bit perceptual hash, 16 hex digits, when the source side computed one. */
  phash?: string;
}

/** A price the listing has shown, and since when. The last one is the current price. */
export interface ObservedPrice {
  price: number;
  at: Date;
  /** Left out for euros. */
  currency?: string;
  /** The market refused it while it was the current price. */
  misprint?: true;
}

/** A time the listing was offline and came back from. */
export interface PastAbsence {
  from: Date;
  to: Date;
}

/**
 * One advertisement as it stands after its newest visit: normalised, located, judged. Ingest makes it, identity compares it, and
 * properties consolidates it with its neighbours. Absent means the source does not say.
 */
export interface ListingState {
  /** Derived from the normalised address, so that the same advertisement has the same id everywhere. */
  id: string;
  url: string;
  source: { id: string; slug: string; protected?: true };
  /** Hide `url` and `source` from customers: the listing's own wish; a source may wish it for all of its listings. */
  protected: boolean;
  claims: Claims;
  /** The neighbourhood as the source names it, whether or not it is one of the divisions. */
  statedNeighborhood?: string;
  /** The municipality as the source names it, where no division of that name was found. */
  statedCity?: string;
  /** The claims that were read from title and description, by their path, with the share of such readings that are right. */
  readFromText?: Readonly<Record<string, number>>;
  /** The number of its lot in a programme or condominium, as its text has it. */
  lot?: string;
  pictures: ClaimedPicture[];
  /** The advertiser as stated; which real advertiser it is, is decided when the property is recorded. */
  publisher: Omit<PublisherEntry, 'id'> | undefined;
  marketing: ListingEntry['marketing'] | undefined;
  prices: ObservedPrice[];
  publishedAt: Date | undefined;
  createdAt: Date;
  /** When its content last changed. */
  updatedAt: Date;
  /** When it was last visited. */
  lastSeenAt: Date;
  /** When it went offline; undefined while it is live. */
  expiredAt: Date | undefined;
  /** The newest few times it was offline before. */
  absences?: readonly PastAbsence[];
  /** The price-coherence verdict; undefined while it cannot be told. */
  priceCoherent: boolean | undefined;
}
