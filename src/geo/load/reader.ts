import { packagedCountries } from './countries.ts';
import { buildCountryRows } from './rows.ts';
import type { ImportedFacts } from './store.ts';

export interface ReadRequest {
  readonly countryCode: string;
  readonly imports: readonly ImportedFacts[];
}

// Runs in a child process: receives one request, answers it, and ends with its parent.
process.once('message', ({ countryCode, imports }: ReadRequest) => {
  const country = packagedCountries[countryCode];
  if (country === undefined) throw new RangeError(`no package holds the divisions of ${countryCode}`);
  process.send?.(buildCountryRows(country.read(), imports));
});
