import type { ListingFeature } from './feature.ts';

type Contact = Pick<ListingFeature, 'listingId' | 'agency' | 'phone'>;

/**
 * Who advertises each of these listings. A portal may leave out the name of an office or its phone: what the others of
 * its adverts state completes it, so that one office is never counted as two. Offices of one name with two phones are two.
 */
export function identifyAdvertisers(listings: readonly Contact[]): string[] {
  const phonesByAgency = new Map<string, Set<string>>();
  for (const { agency, phone } of listings) {
    if (agency === undefined || phone === undefined) continue;
    phonesByAgency.set(agency, (phonesByAgency.get(agency) ?? new Set()).add(phone));
  }
  return listings.map(({ listingId, agency, phone }) => {
    if (phone !== undefined) return phone;
    const [only, another] = phonesByAgency.get(agency ?? '') ?? [];
    return (another === undefined ? only : undefined) ?? agency ?? listingId;
  });
}
