import { withCentroids } from '../../src/geo/centroids.ts';
import type { Division } from '../../src/geo/division.ts';
import { packagedCountries } from '../../src/geo/load/countries.ts';

/** A country as its packages describe it, without a database. */
export function packagedDivisions(countryCode: 'FR' | 'ES'): Division[] {
  const country = packagedCountries[countryCode];
  return withCentroids(country?.read().divisions ?? []);
}
