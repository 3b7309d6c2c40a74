import { DAY_MS } from '../lib/durations.ts';
import { normalizeWords } from '../lib/text.ts';
import type { Sale } from './sale.ts';

/** Two sources may date the same deed by its signature or by its registration: the maximum days between. */
export const MAX_DAYS_APART = 10;
/**
 * The score from which two sales are the same. Commune, price and day alone do not reach it: in a big city they
 * coincide.
 */
export const MIN_SAME_SALE_SIMILARITY = 0.75;

const SAME_PRICE_SIMILARITY = 0.55;

export const daysBetween = (one: string, other: string): number =>
  Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS;

/**
 * The similarity of two sales of the same commune and price, from 0 to 1. Each fact that both have counts for or
 * against; a missing one does not count.
 */
export function saleSimilarity(one: Sale, other: Sale): number {
  if (one.cityCode !== other.cityCode || one.priceCents === null || one.priceCents !== other.priceCents)
    return 0;
  const days = daysBetween(one.dateMutation, other.dateMutation);
  if (days > MAX_DAYS_APART || isOtherType(one, other)) return 0;
  const score =
    SAME_PRICE_SIMILARITY +
    (days === 0 ? 0.15 : days <= 3 ? 0.08 : 0) +
    parcels(one.parcel, other.parcel) +
    areas(one.livingArea, other.livingArea) +
    equals(one.rooms, other.rooms, 0.05, -0.1) +
    streets(one.streetName, other.streetName) +
    numbers(one.streetNumber, other.streetNumber);
  return Math.round(100 * Math.max(0, Math.min(score, 1))) / 100;
}

/** A building may be recorded as its flats. */
const isOtherType = (one: Sale, other: Sale): boolean =>
  one.propertyType !== other.propertyType &&
  one.propertyType !== 'BUILDING' &&
  other.propertyType !== 'BUILDING';

/** A sale over several parcels may name another of them first: the same section still counts for it. */
function parcels(one: string | null, other: string | null): number {
  if (one === null || other === null) return 0;
  if (one === other) return 0.25;
  return one.slice(0, 10) === other.slice(0, 10) ? -0.1 : -0.5;
}

function areas(one: number | null, other: number | null): number {
  if (one === null || other === null) return 0;
  const apart = Math.abs(one - other) / Math.max(one, other);
  return apart <= 0.02 ? 0.12 : apart <= 0.1 ? 0.03 : -0.3;
}

const equals = <Value>(one: Value | null, other: Value | null, same: number, different: number): number =>
  one === null || other === null ? 0 : one === other ? same : different;

/** The registry abbreviates the type of street: its last word identifies it. */
function streets(one: string | null, other: string | null): number {
  if (one === null || other === null) return 0;
  const last = (name: string): string => normalizeWords(name).split(' ').at(-1) ?? '';
  return last(one) === last(other) ? 0.08 : -0.15;
}

const numbers = (one: string | null, other: string | null): number =>
  one === null || other === null ? 0 : equals(normalizeWords(one), normalizeWords(other), 0.1, -0.2);
