const SQUARE_METRES: Readonly<Record<string, number>> = {
  SQM: 1,
  SQFT: 0.092903,
  HECTARE: 10_000,
  ACRE: 4_046.86,
};
const MONTHS: Readonly<Record<string, number>> = { WEEKLY: 12 / 52, MONTHLY: 1, YEARLY: 12 };

export function areaInMetres(value: number | undefined, unit: string | undefined): number | undefined {
  if (value === undefined || value <= 0) return undefined;
  return Math.round(value * (SQUARE_METRES[unit ?? 'SQM'] ?? 1) * 100) / 100;
}

/** No home has more square metres a room; with a lost decimal point even cramped ones do. */
const MAX_METRES_PER_ROOM = 120;
const MIN_HOME_METRES = 9;

/** "572" of a flat of four rooms is 57.2 m²: the decimal point was lost. */
export function restoreDecimalPoint(metres: number, rooms: number | undefined): number {
  const isLost =
    rooms !== undefined &&
    rooms >= 1 &&
    metres > rooms * MAX_METRES_PER_ROOM &&
    metres / 10 >= MIN_HOME_METRES;
  return isLost ? Math.round(metres * 10) / 100 : metres;
}

/** An amount that falls due each period, per month; without a period it is taken for a year, as French agents write it. */
export function toMonthly(amount: number | undefined, frequency: string | undefined): number | undefined {
  return amount === undefined || amount <= 0 ? undefined : amount / (MONTHS[frequency ?? 'YEARLY'] ?? 12);
}

/** How far apart two positive figures are, as a share of the greater. */
export const relativeGap = (one: number, other: number): number =>
  Math.abs(one - other) / Math.max(one, other);
