import { editionVersion, packagedCountries } from './countries.ts';
import type { PackagedCountry } from './country-facts.ts';
import { buildCountryRows } from './rows.ts';
import type { ImportedFacts } from './store.ts';
import { storeRows } from './stored-rows.ts';

export interface ReadRequest {
  readonly countryCode: string;
  readonly imports: readonly ImportedFacts[];
}

function findCountry(code: string): PackagedCountry {
  const country = packagedCountries[code];
  if (country === undefined) throw new RangeError(`no package holds the divisions of ${code}`);
  return country;
}

// Runs in a child process: receives one request, answers it, and ends with its parent. With a country and a path as arguments it
// stores the rows there instead, for a build of the service.
const [countryCode, path] = process.argv.slice(2);
if (countryCode !== undefined && path !== undefined) {
  const country = findCountry(countryCode);
  await storeRows(path, editionVersion(country), buildCountryRows(country.read(), []));
} else {
  process.once('message', (request: ReadRequest) => {
    process.send?.(buildCountryRows(findCountry(request.countryCode).read(), request.imports));
  });
}
