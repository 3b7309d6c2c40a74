/** An everyday search, for the API reference and as a seed of the fuzzer. */
export const EXAMPLE_CRITERIA = {
  property: {
    type: { in: ['FLAT'] },
    transaction: { type: 'SELL' },
    pricing: { displayed: { lte: 500_000 } },
    unit: { rooms: { gte: 2 }, features: { in: ['BALCONY'] } },
  },
};
