import { parseNumber } from '../numbers.ts';
import { translateFeature } from '../translate.ts';

/** The first text that is not blank. Feeds also write a dash for an empty field. */
export const firstNonEmpty = (...texts: (string | undefined)[]): string | undefined =>
  texts.find((text) => text !== undefined && !/^[\s–-]*$/.test(text));

/** Joins the parts that are not blank. */
export const joinNonEmpty = (separator: string, ...parts: (string | undefined)[]): string | undefined => {
  const nonEmpty = parts.filter((part) => firstNonEmpty(part) !== undefined);
  return nonEmpty.length === 0 ? undefined : nonEmpty.join(separator);
};

/** A positive figure. Feeds write 0 or nothing for a missing one. */
export function positive(value: unknown, money = false): number | undefined {
  const number = typeof value === 'string' ? parseNumber(value, money) : value;
  return typeof number === 'number' && number > 0 ? number : undefined;
}

/** More spots are a car park or a typing error. */
const MAX_PARKING_SPOTS = 20;

/** A list of equal parking spots, when they are few. */
export const repeatSpot = <Spot>(count: number, spot: Spot): readonly Spot[] | undefined =>
  count > 0 && count <= MAX_PARKING_SPOTS ? Array.from({ length: count }, () => spot) : undefined;

/** An amount in euros with its other members; undefined without an amount. */
export function euros<Facts extends object>(value: unknown, facts?: Facts) {
  const amount = positive(value, true);
  return amount === undefined ? undefined : { amount, currency: 'EUR', ...facts };
}

/** The entries of a feature list that are booleans of ours. Others are free text and not counted as unknown. */
export const featureFlags = (features: readonly string[]): Readonly<Record<string, true>> =>
  Object.fromEntries(
    features.flatMap((feature): [string, true][] => {
      const flag = translateFeature(feature);
      return flag === undefined ? [] : [[flag, true]];
    }),
  );

interface FrenchEnergyFields {
  readonly energy: string | undefined;
  readonly energyValue: unknown;
  readonly carbon: string | undefined;
  readonly carbonValue: unknown;
}

/** Feeds write VI (blank), NS (not subject) or N instead of a letter. */
const ratingLetter = (text: string | undefined): string | undefined =>
  /^\s*[A-G]\s*$/i.test(text ?? '') ? text : undefined;

/** The two scores of a French energy certificate, in their legal units. */
export function frenchScores({ energy, energyValue, carbon, carbonValue }: FrenchEnergyFields) {
  const energyScore = { rating: ratingLetter(energy), value: positive(energyValue) };
  const carbonScore = { rating: ratingLetter(carbon), value: positive(carbonValue) };
  const isStated = (score: { rating: unknown; value: unknown }) =>
    score.rating !== undefined || score.value !== undefined;
  if (!isStated(energyScore) && !isStated(carbonScore)) return undefined;
  return {
    ...(isStated(energyScore) && { ENERGY_CONSUMPTION: { ...energyScore, unit: 'KWH_EP_PER_SQM_YEAR' } }),
    ...(isStated(carbonScore) && { CARBON_EMISSIONS: { ...carbonScore, unit: 'KG_CO2E_PER_SQM_YEAR' } }),
  };
}
