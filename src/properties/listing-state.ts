import type { ConsolidatedProperty, ListingEntry, PublisherEntry } from '../catalogue/document.ts';

/** What a listing itself states, in the shape of the consolidated view. */
export type Claims = Partial<
  Omit<ConsolidatedProperty, 'createdAt' | 'updatedAt' | 'expired' | 'changes' | 'pictures' | 'valuation'>
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
  /** Absent for euros. */
  currency?: string;
  /** It was found incoherent while it was the current price. */
  misprint?: true;
  /** It was held back from the price story, and released because nobody corrected it. */
  hasStood?: true;
}

/** A period offline that has ended. */
export interface PastAbsence {
  from: Date;
  to: Date;
}

/**
 * One listing after its latest observation: normalised, located, assessed. Ingest creates it, identity compares
 * it, and properties consolidates it. An absent value is one the source does not state.
 */
export interface ListingState {
  /** Derived from the normalised URL, so that the same listing has the same id everywhere. */
  id: string;
  url: string;
  source: { id: string; slug: string; protected?: true };
  /** Hides `url` and `source` from customers, set by the listing or by its source. */
  protected: boolean;
  claims: Claims;
  /** The neighbourhood as the source names it, whether or not it is a known division. */
  statedNeighborhood?: string;
  /** The municipality as the source names it, when no division has that name. */
  statedCity?: string;
  /** The claims extracted from title and description, by path, with the precision of the extraction. */
  readFromText?: Readonly<Record<string, number>>;
  /** The number of its lot in a programme or condominium, as its text has it. */
  lot?: string;
  pictures: ClaimedPicture[];
  /** The advertiser as stated; the real advertiser is recognised when the property is recorded. */
  publisher: Omit<PublisherEntry, 'id'> | undefined;
  marketing: ListingEntry['marketing'] | undefined;
  prices: ObservedPrice[];
  publishedAt: Date | undefined;
  createdAt: Date;
  /** When its content last changed. */
  updatedAt: Date;
  /** When it was last seen. */
  lastSeenAt: Date;
  /** When it went offline; undefined while it is live. */
  expiredAt: Date | undefined;
  /** The latest few periods offline. */
  absences?: readonly PastAbsence[];
  /** The price-coherence verdict; undefined while unknown. */
  priceCoherent: boolean | undefined;
}
