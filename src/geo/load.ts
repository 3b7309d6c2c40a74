import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { withCentroids } from './centroids.ts';
import { type Division, depthOf } from './division.ts';
import { exclusively } from './exclusively.ts';
import { packagedCountries, versionOf } from './load/countries.ts';
import type { CountryFacts } from './load/country-facts.ts';
import {
  importedFacts,
  markLoaded,
  packageVersionOf,
  putContours,
  putDivisions,
  retireOthers,
} from './load/store.ts';
import { contourOf } from './polygon.ts';

export interface Loaded {
  /** False when this version of the packages was loaded before. */
  readonly loaded: boolean;
  readonly divisions: number;
}

/** Rows of one statement: 4,000 take some 0.2 s, far from the 4 s a statement may last. */
const BATCH = 4_000;

/** ISO codes of the countries that need nothing but npm packages. */
export const loadableCountries: readonly string[] = Object.keys(packagedCountries);

/** Loads the divisions of a country out of npm packages, unless this very version of them was loaded before. */
export async function loadDivisions(
  db: Database,
  clock: Clock,
  log: Log,
  countryCode: string,
): Promise<Loaded> {
  const country = packagedCountries[countryCode];
  if (country === undefined) throw new RangeError(`no package holds the divisions of ${countryCode}`);
  const started = clock.now().getTime();
  const outcome = await loadCountry(db, clock, {
    code: countryCode,
    version: versionOf(country),
    read: country.read,
  });
  const took = clock.now().getTime() - started;
  if (outcome.loaded)
    log.info({ country: countryCode, divisions: outcome.divisions, took_ms: took }, 'divisions loaded');
  return outcome;
}

/** A country as it stands in some version of some packages. */
export interface CountryEdition {
  readonly code: string;
  readonly version: string;
  read(): CountryFacts;
}

/**
 * All or nothing, in one transaction and under a lock: processes that start together load once, and a load that was cut
 * leaves no trace.
 */
export async function loadCountry(db: Database, clock: Clock, edition: CountryEdition): Promise<Loaded> {
  const { code, version } = edition;
  const isLoaded = async (asked: Db): Promise<boolean> => (await packageVersionOf(asked, code)) === version;
  if (await isLoaded(db)) return NOTHING_TO_DO;
  return exclusively(db, clock, code, async (locked) => {
    // Another process may have loaded it while we waited for the lock.
    if (await isLoaded(locked)) return NOTHING_TO_DO;
    return { loaded: true, divisions: await write(locked, clock, edition) };
  });
}

const NOTHING_TO_DO: Loaded = { loaded: false, divisions: 0 };

async function write(db: Db, clock: Clock, { code, version, read }: CountryEdition): Promise<number> {
  const facts = read();
  const divisions = withCentroids(await withImports(db, code, facts));
  const widestFirst = divisions.toSorted((one, other) => depthOf(one.type) - depthOf(other.type));
  for (let at = 0; at < widestFirst.length; at += BATCH) {
    await putDivisions(db, widestFirst.slice(at, at + BATCH), true);
  }
  await retireOthers(
    db,
    code,
    divisions.map(({ id }) => id),
  );
  await putPackagedContours(db, facts);
  await markLoaded(db, code, version, clock.now());
  return divisions.length;
}

/** What an import told stands against what the packages say. */
async function withImports(db: Db, countryCode: string, facts: CountryFacts): Promise<Division[]> {
  const imports = new Map((await importedFacts(db, countryCode)).map((fact) => [fact.id, fact]));
  return facts.divisions.map((division) => {
    const told = imports.get(division.id);
    if (told === undefined) return division;
    const postalCodes = [...new Set([...division.postalCodes, ...told.importedPostalCodes])];
    const { longitude, latitude, centroidOrigin } = told;
    if (longitude === null || latitude === null) return { ...division, postalCodes };
    return { ...division, postalCodes, centroid: [longitude, latitude], centroidOrigin };
  });
}

async function putPackagedContours(db: Db, { contours }: CountryFacts): Promise<void> {
  const rows = [...contours].map(([id, geometry]) => {
    const { west, south, east, north } = contourOf(geometry);
    return { id, geometry, west, south, east, north };
  });
  for (let at = 0; at < rows.length; at += BATCH) await putContours(db, rows.slice(at, at + BATCH), true);
}
