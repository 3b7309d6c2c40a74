import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { withCentroids } from './centroids.ts';
import { type Division, depthOf } from './division.ts';
import { packagedCountries, versionOf } from './load/countries.ts';
import type { CountryFacts } from './load/country-facts.ts';
import {
  importedFacts,
  lockGeography,
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
const LOOK_AGAIN_MS = 100;

/** A country code that no package of ours serves is the caller's mistake. */
export const canLoad = (countryCode: string): boolean => Object.hasOwn(packagedCountries, countryCode);

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
  for (;;) {
    if ((await packageVersionOf(db, edition.code)) === edition.version)
      return { loaded: false, divisions: 0 };
    const divisions = await db.transaction((transaction) => loadOnce(transaction, clock, edition));
    if (divisions !== undefined) return { loaded: true, divisions };
    await clock.sleep(LOOK_AGAIN_MS);
  }
}

/** Undefined when another process is at it, or has just done it. */
async function loadOnce(
  db: Db,
  clock: Clock,
  { code, version, read }: CountryEdition,
): Promise<number | undefined> {
  if (!(await lockGeography(db, code))) return undefined;
  if ((await packageVersionOf(db, code)) === version) return undefined;
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
