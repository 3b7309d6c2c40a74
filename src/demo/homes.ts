import { listingIdOf } from '../lib/listing-url.ts';
import { folded } from '../lib/text.ts';
import type { ListingState } from '../properties/listing-state.ts';
import { demoHomes, demoPropertyId } from './world.ts';

/** The homes of the demo as listings, with the property each belongs to. */
export const demoListings = (
  source: ListingState['source'] & { domain: string },
  now: Date,
): { state: ListingState; propertyId: string }[] =>
  demoHomes.map((home) => ({ state: asListing(home, source, now), propertyId: demoPropertyId(home.title) }));

function asListing(
  { title, propertyType, price, area, rooms }: (typeof demoHomes)[number],
  { domain, ...source }: ListingState['source'] & { domain: string },
  now: Date,
): ListingState {
  const url = `https://${domain}/annonces/${folded(title).replace(/[^a-z]+/g, '-')}`;
  return {
    id: listingIdOf(url) ?? '',
    url,
    source,
    protected: false,
    claims: {
      propertyType,
      transaction: { type: 'SELL', status: 'AVAILABLE', saleType: 'STANDARD' },
      area: { displayed: area, unit: 'SQM', indoor: { unit: 'SQM', living: area } },
      unit: { rooms },
      body: { title },
      pricing: { displayed: price, currency: 'EUR' },
    },
    pictures: [],
    publisher: undefined,
    marketing: undefined,
    prices: [{ price, at: now }],
    publishedAt: undefined,
    createdAt: now,
    updatedAt: now,
    lastSeenAt: now,
    expiredAt: undefined,
    priceCoherent: undefined,
  };
}
