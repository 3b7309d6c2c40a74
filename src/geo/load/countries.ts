import type { PackagedCountry } from './country-facts.ts';
import { france } from './france.ts';
import { readPackageVersions } from './packages.ts';
import { spain } from './spain.ts';

export const packagedCountries: Readonly<Record<string, PackagedCountry>> = { FR: france, ES: spain };

/** Raise it when the loader reads more from the same packages. */
const LOADER_VERSION = 'loader 1';

export const editionVersion = ({ packages }: PackagedCountry): string =>
  `${readPackageVersions(packages)} ${LOADER_VERSION}`;
