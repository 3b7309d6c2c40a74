import type { PropertyResult } from '../catalogue/document.ts';
import type { NearbySale } from './around.ts';
import type { Sale } from './sale.ts';

/** The recorded sale that a property probably ended in. */
export interface ProbableSale {
  transactionId: string;
  dateMutation: string;
  priceCents: number | null;
  /** From 0 to 1: the probability that it is this one among all sales around. */
  confidence: number;
  distanceMetres: number;
}

/** The weight that the best sale must exceed to be named. */
const NOT_RECORDED = 1;
const MIN_CONFIDENCE = 0.3;

/** The best fitting sale, with its share of the total weight; none when none stands out. */
export function pickProbableSale(
  property: PropertyResult['property'],
  near: readonly NearbySale[],
): ProbableSale | undefined {
  const weighed = near.map((each) => ({ ...each, weight: weighSale(property, each.sale) }));
  const total = weighed.reduce((sum, { weight }) => sum + weight, NOT_RECORDED);
  const [best] = weighed.toSorted((one, other) => other.weight - one.weight);
  if (best === undefined || best.weight / total < MIN_CONFIDENCE) return undefined;
  const { sale, metres, weight } = best;
  return {
    transactionId: sale.id,
    dateMutation: sale.dateMutation,
    priceCents: sale.priceCents,
    confidence: Math.round((100 * weight) / total) / 100,
    distanceMetres: Math.round(metres),
  };
}

/** Homes are sold slightly below their last price, with the area and rooms they were listed with. */
function weighSale({ pricing, area, unit }: PropertyResult['property'], sale: Sale): number {
  return (
    priceFit(pricing?.displayed, sale.priceCents) *
    areaFit(area?.indoor?.living ?? area?.displayed, sale.livingArea) *
    roomsFit(unit?.rooms, sale.rooms)
  );
}

function priceFit(listed: number | undefined, paidCents: number | null): number {
  if (listed === undefined || listed === 0 || paidCents === null) return 1;
  const ratio = paidCents / 100 / listed;
  if (ratio > 0.88 && ratio <= 1.01) return 4;
  return ratio > 0.75 && ratio <= 1.08 ? 1 : 0.05;
}

function areaFit(advertised: number | undefined, recorded: number | null): number {
  if (advertised === undefined || advertised === 0 || recorded === null) return 1;
  const apart = Math.abs(recorded - advertised) / advertised;
  return apart <= 0.03 ? 6 : apart <= 0.1 ? 2 : apart <= 0.2 ? 0.4 : 0.03;
}

const roomsFit = (advertised: number | undefined, recorded: number | null): number =>
  advertised === undefined || recorded === null
    ? 1
    : advertised === recorded
      ? 2.5
      : Math.abs(advertised - recorded) === 1
        ? 0.4
        : 0.1;
