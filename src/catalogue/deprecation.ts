/** A route or member that goes away. Days are UTC, as 2026-11-16. */
export interface Deprecation {
  readonly since: string;
  /** From this day on it is gone, with the next major version. */
  readonly sunset: string;
  /** A sentence: what to use, or that nothing replaces it. */
  readonly instead: string;
}

/** The least time between a deprecation and its sunset (docs/guides/versioning.md). */
export const MIN_NOTICE_MONTHS = 6;

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true;

/** Why a mark breaks the policy; undefined when it keeps it. */
export function deprecationFault({ since, sunset, instead }: Deprecation): string | undefined {
  if (!isDay(since) || !isDay(sunset)) return 'a day is not a date';
  const earliest = new Date(since);
  earliest.setUTCMonth(earliest.getUTCMonth() + MIN_NOTICE_MONTHS);
  if (new Date(sunset) < earliest)
    return `its sunset is less than ${MIN_NOTICE_MONTHS} months after ${since}`;
  return /\.$/.test(instead) ? undefined : 'it does not say what to use instead';
}

/** A description with the deprecation that follows it. */
export const describeDeprecation = (description: string, { since, sunset, instead }: Deprecation): string =>
  `${description} Deprecated since ${since}, gone on ${sunset}. ${instead}`.trim();
