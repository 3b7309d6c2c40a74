import type { SaleNature } from '../sale-row.ts';

/**
 * A row of the land registry's file: one part of a building or one use of a parcel, with the facts of the sale
 * repeated.
 */
export interface DvfRow {
  /** Not in every edition; it changes between releases, so it only groups the rows of one file. */
  readonly mutation: string;
  readonly date: string;
  readonly disposition: string;
  readonly nature: string;
  readonly priceCents: number | undefined;
  readonly streetNumber: string | undefined;
  readonly streetName: string | undefined;
  readonly cityCode: string;
  readonly parcel: string;
  /** The parcel at the time of the sale, before a merger of its commune: the same in every edition and release. */
  readonly soldAs: string;
  /** Numbers of condominium lots. */
  readonly lots: readonly string[];
  /** Square metres of its lots; 0 where `area` is stated. */
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
export function normalizeDisposition(text: string): string {
  if (text === '000001' || text === '1') return '1';
  const number = Number(text);
  return number ? String(number) : text;
}

export const parseNature = (text: string): SaleNature =>
  text === 'Vente' ? 'SALE' : (NATURES[text.toLowerCase()] ?? 'OTHER');

/** Higher numbers are the registry's own, for parcels that have none. */
const FICTIVE_FROM = 5_000;
const SUFFIXES: Readonly<Record<string, string>> = { B: 'bis', T: 'ter', Q: 'quater' };

export function formatStreetNumber(
  number: number | undefined,
  suffix: string | undefined,
): string | undefined {
  if (number === undefined || !(number > 0) || number >= FICTIVE_FROM) return undefined;
  return suffix === undefined ? String(number) : `${number} ${SUFFIXES[suffix] ?? suffix}`;
}

/** Rows of one sale are adjacent and agree in these members. */
export const sameSale = (one: DvfRow, other: DvfRow): boolean =>
  one.mutation === other.mutation &&
  one.date === other.date &&
  one.disposition === other.disposition &&
  one.priceCents === other.priceCents &&
  one.nature === other.nature &&
  one.cityCode.charCodeAt(0) === other.cityCode.charCodeAt(0) &&
  one.cityCode.charCodeAt(1) === other.cityCode.charCodeAt(1);
