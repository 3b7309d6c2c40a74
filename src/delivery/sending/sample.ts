import type { PropertyResult } from '../../catalogue/document.ts';

const at = '2026-01-01T00:00:00+00:00';
const listingId = '00000000-0000-7000-8000-000000000002';

/** The property of a test: of the shape of every property, and clearly no real home. */
export const sampleProperty: PropertyResult = {
  id: '00000000-0000-7000-8000-000000000001',
  property: {
    createdAt: at,
    updatedAt: at,
    expired: false,
    propertyType: 'FLAT',
    transaction: { type: 'SELL', status: 'AVAILABLE' },
    area: { displayed: 50, unit: 'SQM' },
    unit: { rooms: 2, bedrooms: 1 },
    body: {
      title: 'A sample, sent because a test was asked for',
      description: 'Été, 東京, 🏠: the text is UTF-8.',
    },
    pricing: { displayed: 250_000, currency: 'EUR', pricePerArea: 5_000 },
    pictures: [],
    changes: [
      {
        attribute: 'DISPLAYED_PRICE',
        occurredAt: at,
        listingId,
        revisionId: '00000000-0000-7000-8000-000000000003',
        variationPercent: -3.85,
        numericOld: 260_000,
        numericNew: 250_000,
      },
    ],
  },
  publishers: [],
  listings: [
    { id: listingId, url: 'https://listings.example/sample', lastSeenAt: at, createdAt: at, updatedAt: at },
  ],
};
