/** Realistic queries by name: the SQL reference prints them, benches measure them, and tests read them. */
export const exampleTrees: Readonly<Record<string, unknown>> = {
  'flats to buy in Paris 11 under 500,000': {
    property: {
      type: { in: ['FLAT'] },
      transaction: { type: 'SELL' },
      locations: { countryCode: 'FR', in: { uniqueCodes: ['75111'] } },
      pricing: { displayed: { lte: 500_000 } },
    },
  },
  'three districts, two to four rooms': {
    property: {
      transaction: { type: 'SELL' },
      locations: { in: { uniqueCodes: ['75110', '75111', '75112'] } },
      unit: { rooms: { gte: 2, lte: 4 } },
    },
  },
  'furnished rentals of a department': {
    property: {
      transaction: { type: 'RENT' },
      locations: { in: { uniqueCodes: ['69'] } },
      pricing: { displayed: { lte: 1_200 } },
      unit: { features: { in: ['FURNISHED'] } },
    },
  },
  'houses with a garden, anywhere': {
    property: {
      type: { in: ['HOUSE'] },
      transaction: { type: 'SELL' },
      unit: { features: { in: ['GARDEN'] } },
      areas: { land: { gte: 500 } },
    },
  },
  'a flat here or a house there': {
    or: [
      { property: { type: { in: ['FLAT'] }, locations: { in: { uniqueCodes: ['75111'] } } } },
      { property: { type: { in: ['HOUSE'] }, locations: { in: { uniqueCodes: ['93066'] } } } },
    ],
  },
  'all of some features and none of others': {
    property: {
      locations: { in: { uniqueCodes: ['75'] } },
      unit: { features: { in: ['BALCONY', 'CELLAR'], nin: ['GROUND_FLOOR'], inOrMissing: ['QUIET'] } },
      amenities: { features: { in: ['ELEVATOR'] } },
    },
  },
  'ranges that let the unknown in': {
    property: {
      locations: { in: { uniqueCodes: ['R11'] } },
      unit: { bedrooms: { gte: 2, orMissing: true }, condition: { inOrMissing: ['NEW', 'GOOD'] } },
      building: { constructionYear: { gte: 1990, orMissing: true } },
    },
  },
  'a phrase of the description': {
    property: { body: { description: { in: ['balcon filant', 'dernier étage'], nin: ['viager'] } } },
  },
  'changed since yesterday, by a professional who gives a number': {
    dates: { updatedAt: { from: '2026-02-11T00:00:00Z' } },
    publisher: { type: { in: ['PROFESSIONAL'] }, hasPhone: true },
  },
  'within five kilometres': {
    property: { locations: { in: { centerPoint: { latitude: 45.764, longitude: 4.8357, radiusKm: 5 } } } },
  },
  'inside a shape, not in one of its communes': {
    property: {
      locations: {
        in: {
          geoShapes: [
            {
              type: 'Polygon',
              coordinates: [
                [
                  [4.8, 45.7],
                  [4.9, 45.7],
                  [4.9, 45.8],
                  [4.8, 45.8],
                  [4.8, 45.7],
                ],
              ],
            },
          ],
        },
        nin: { uniqueCodes: ['69266'] },
      },
    },
  },
  'one advertisement by its address': { listings: { url: 'https://portal.example/annonces/42/' } },
  'urgent at one portal and much liked': {
    listings: { marketing: { urgent: true, favorites: { gte: 20 } }, sources: { in: ['portal'] } },
  },
  'price dropped by five per cent this month': {
    changes: {
      attribute: { in: ['DISPLAYED_PRICE'] },
      variationPercent: { lte: -5 },
      occurredAt: { from: '2026-02-01T00:00:00Z' },
    },
  },
  'gone from the market, well insulated': {
    property: {
      expired: true,
      unit: {
        diagnostic: { scores: [{ type: 'ENERGY_CONSUMPTION', rating: ['A', 'B'], value: { lte: 110 } }] },
      },
    },
  },
  'anything at all': {},
};
