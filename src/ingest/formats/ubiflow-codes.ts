import type { Word } from '../../catalogue/vocabularies.ts';
import type { PayloadDraft } from '../payload.ts';

/** Types by the prefix of product codes: 1136 is a flat of three rooms. The longest prefix wins. */
const TYPES: Readonly<Record<string, Word<'propertyType'>>> = {
  11: 'FLAT',
  12: 'HOUSE',
  13: 'LAND',
  1340: 'HOUSE',
  14: 'PARKING',
  15: 'BUILDING',
  20: 'SHOP',
  21: 'COMMERCIAL_PREMISES',
  22: 'COMMERCIAL_PREMISES',
  23: 'SHOP',
  231: 'COMMERCIAL_PREMISES',
  232: 'COMMERCIAL_PREMISES',
  24: 'COMMERCIAL_PREMISES',
  2410: 'OFFICE',
  2431: 'SHOP',
  2491: 'BUILDING',
  2492: 'OFFICE',
  2493: 'OFFICE',
  31: 'HOUSE',
  32: 'FLAT',
  33: 'LAND',
  34: 'OFFICE',
  41: 'HOUSE',
  42: 'FLAT',
  43: 'LAND',
  44: 'OFFICE',
  52: 'HOUSE',
};

/** The type of a product code. */
export const parseTypeCode = (code: string): string | undefined =>
  [4, 3, 2].map((length) => TYPES[code.slice(0, length)]).find((type) => type !== undefined);

/** Codes: V sale, W life annuity, G and H new build, F business, I auction, B lease for sale, L rent, S seasonal. */
export const OFFERS: Readonly<Record<string, PayloadDraft>> = {
  V: { transactionType: 'SELL', saleType: 'STANDARD' },
  W: { transactionType: 'SELL', saleType: 'LIFE_ANNUITY' },
  G: { transactionType: 'SELL', saleType: 'STANDARD', constructionStatus: 'NEW' },
  H: { transactionType: 'SELL', saleType: 'STANDARD', constructionStatus: 'NEW' },
  F: { transactionType: 'SELL' },
  I: { transactionType: 'SELL' },
  B: { transactionType: 'SELL' },
  L: { transactionType: 'RENT' },
  S: { transactionType: 'RENT' },
};
