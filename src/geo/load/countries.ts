import type { PackagedCountry } from './country-facts.ts';
import { france } from './france.ts';
import { readPackageVersions } from './packages.ts';
import { spain } from './spain.ts';

export const packagedCountries: Readonly<Record<string, PackagedCountry>> = { FR: france, ES: spain };

/** To be raised when the loader reads more out of the same packages. */
const LOADER_VERSION = 'loader 1';

export const editionVersion = ({ packages }: PackagedCountry): string =>
  `${readPackageVersions(packages)} ${LOADER_VERSION}`;
