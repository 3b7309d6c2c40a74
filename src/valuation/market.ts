/** What a valuation is of: a closed sale, the price asked in adverts, or the monthly rent asked. */
export const markets = ['SALE', 'ASKING', 'RENT'] as const;
export type Market = (typeof markets)[number];

/** The market that the displayed price of a property belongs to. */
export const askedMarket = (transactionType: string | undefined): Market | undefined =>
  transactionType === 'SELL' ? 'ASKING' : transactionType === 'RENT' ? 'RENT' : undefined;

/** Types with a price per square metre that neighbours share. */
const VALUED_TYPES = ['FLAT', 'HOUSE'];
export const typeCode = (type: string | undefined): number | undefined => {
  const at = VALUED_TYPES.indexOf(type ?? '');
  return at < 0 ? undefined : at + 1;
};
export const valuedTypes: readonly string[] = VALUED_TYPES;

/** Months since the year 0, the unit of price indices. */
export const monthOf = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth();

export const formatMonth = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;

/** Why there is no value. */
export const noValueReasons = [
  'NO_MODEL',
  'TYPE_UNKNOWN',
  'AREA_MISSING',
  'POSITION_MISSING',
  'OUTSIDE_TRAINED_AREAS',
  'TOO_FEW_COMPARABLES',
] as const;
export type NoValueReason = (typeof noValueReasons)[number];
