/** All places of a market. */
export const WHOLE_MARKET = '*';

const SEPARATOR = ':';

/** The place of a model, as COUNTRY:CODE: codes of divisions are unique within their country only. */
export const qualifyCode = (countryCode: string, code: string): string => `${countryCode}${SEPARATOR}${code}`;

/** A place as answers name it. */
export interface NamedPlace {
  /** The code of the place; * for the whole market. */
  place: string;
  /** Null for the whole market. */
  countryCode: string | null;
}

/** Models fitted before places had their country have codes alone: these are found by nobody, and named without one. */
export function namedPlace(key: string): NamedPlace {
  const at = key.indexOf(SEPARATOR);
  return at < 0
    ? { place: key, countryCode: null }
    : { place: key.slice(at + 1), countryCode: key.slice(0, at) };
}
