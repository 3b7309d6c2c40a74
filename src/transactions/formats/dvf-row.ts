import type { SaleNature } from '../sale-row.ts';

/** A row of the land registry's file: one building part or one use of a parcel, with the facts of the whole sale repeated. */
export interface DvfRow {
  /** Where the edition has one; it changes between releases, so it only tells rows of one file apart. */
  readonly mutation: string;
  readonly date: string;
  readonly disposition: string;
  readonly nature: string;
  readonly priceCents: number | undefined;
  readonly streetNumber: string | undefined;
  readonly streetName: string | undefined;
  readonly cityCode: string;
  readonly parcel: string;
  /** What the parcel was called when it was sold, before its commune was merged into another: the same in every edition and release. */
  readonly soldAs: string;
  /** Numbers of condominium lots. */
  readonly lots: readonly string[];
  /** Square metres of its lots; 0 where `area` tells more. */
  readonly carrez: number;
  /** 1 house, 2 flat, 3 outbuilding, 4 premises; empty for land. */
  readonly part: string;
  readonly area: number;
  readonly rooms: number;
  readonly culture: string;
  readonly land: number;
  readonly longitude: number | undefined;
  readonly latitude: number | undefined;
}

const NATURES: Readonly<Record<string, SaleNature>> = {
  vente: 'SALE',
  "vente en l'état futur d'achèvement": 'OFF_PLAN_SALE',
  'vente terrain à bâtir': 'SALE',
  adjudication: 'AUCTION',
  expropriation: 'EXPROPRIATION',
  echange: 'EXCHANGE',
};

/** One edition writes 000001 where the other writes 1. */
export function normalizeDisposition(told: string): string {
  if (told === '000001' || told === '1') return '1';
  const number = Number(told);
  return number ? String(number) : told;
}

export const parseNature = (told: string): SaleNature =>
  told === 'Vente' ? 'SALE' : (NATURES[told.toLowerCase()] ?? 'OTHER');

/** Numbers from here on are the registry's own, for parcels that have none. */
const FICTIVE_FROM = 5_000;
const SUFFIXES: Readonly<Record<string, string>> = { B: 'bis', T: 'ter', Q: 'quater' };

export function formatStreetNumber(
  number: number | undefined,
  suffix: string | undefined,
): string | undefined {
  if (number === undefined || !(number > 0) || number >= FICTIVE_FROM) return undefined;
  return suffix === undefined ? String(number) : `${number} ${SUFFIXES[suffix] ?? suffix}`;
}

/** Rows of one sale stand together and agree in these. */
export const sameSale = (one: DvfRow, other: DvfRow): boolean =>
  one.mutation === other.mutation &&
  one.date === other.date &&
  one.disposition === other.disposition &&
  one.priceCents === other.priceCents &&
  one.nature === other.nature &&
  one.cityCode.charCodeAt(0) === other.cityCode.charCodeAt(0) &&
  one.cityCode.charCodeAt(1) === other.cityCode.charCodeAt(1);
