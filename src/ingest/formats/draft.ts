import { parseNumber } from '../numbers.ts';
import { translateFeature } from '../translate.ts';

/** The first thing said. Feeds write a dash, or nothing, where they have nothing to say. */
export const firstNonEmpty = (...texts: (string | undefined)[]): string | undefined =>
  texts.find((text) => text !== undefined && !/^[\s–-]*$/.test(text));

/** Parts of a text that are there, one after another. */
export const joinNonEmpty = (separator: string, ...parts: (string | undefined)[]): string | undefined => {
  const nonEmpty = parts.filter((part) => firstNonEmpty(part) !== undefined);
  return nonEmpty.length === 0 ? undefined : nonEmpty.join(separator);
};

/** A figure that says something: 0 and nothing are how feeds leave a field out. */
export function positive(value: unknown, money = false): number | undefined {
  const number = typeof value === 'string' ? parseNumber(value, money) : value;
  return typeof number === 'number' && number > 0 ? number : undefined;
}

/** More than a home has: a car park, or a slip of the keyboard. */
const MAX_PARKING_SPOTS = 20;

/** Parking spaces one by one, where they are all alike and few. */
export const repeatSpot = <Spot>(count: number, spot: Spot): readonly Spot[] | undefined =>
  count > 0 && count <= MAX_PARKING_SPOTS ? Array.from({ length: count }, () => spot) : undefined;

/** An amount of euros with what belongs to it; nothing when no amount is said. */
export function euros<Facts extends object>(value: unknown, facts?: Facts) {
  const amount = positive(value, true);
  return amount === undefined ? undefined : { amount, currency: 'EUR', ...facts };
}

/** The names in a list of features that are booleans of ours. The others are free text, and no value of ours was meant. */
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

/** VI (blank), NS (not subject), N and the like stand where a letter would. */
const ratingLetter = (text: string | undefined): string | undefined =>
  /^\s*[A-G]\s*$/i.test(text ?? '') ? text : undefined;

/** The two scores of a French energy certificate, in the units that law gives them. */
export function frenchScores({ energy, energyValue, carbon, carbonValue }: FrenchEnergyFields) {
  const energyScore = { rating: ratingLetter(energy), value: positive(energyValue) };
  const carbonScore = { rating: ratingLetter(carbon), value: positive(carbonValue) };
  const isSaid = (score: { rating: unknown; value: unknown }) =>
    score.rating !== undefined || score.value !== undefined;
  if (!isSaid(energyScore) && !isSaid(carbonScore)) return undefined;
  return {
    ...(isSaid(energyScore) && { ENERGY_CONSUMPTION: { ...energyScore, unit: 'KWH_EP_PER_SQM_YEAR' } }),
    ...(isSaid(carbonScore) && { CARBON_EMISSIONS: { ...carbonScore, unit: 'KG_CO2E_PER_SQM_YEAR' } }),
  };
}
