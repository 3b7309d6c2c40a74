import { type Connection, isRegionName } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { DEFAULT_REGION } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import type { Log } from '../lib/log.ts';
import {
  type DivisionName,
  distributeSchema,
  insertRegion,
  insertStrays,
  type RegionRow,
  selectDivisionsByCode,
  selectDivisionsById,
  selectRegions,
  selectSchemaNodes,
} from './store.ts';
import { chooseRegion } from './territory.ts';

/** A region as an operator asks for it. A division is its code, with its country before a colon where codes repeat. */
export interface RegionRequest {
  name: string;
  countries: readonly string[];
  divisions: readonly string[];
}

const COUNTRY_CODE = /^[A-Z]{2}$/;

/** The region that a request asks for, or why it cannot be. */
export async function planRegion(
  db: Db,
  request: RegionRequest,
  now: Date,
): Promise<RegionRow | { fault: string }> {
  const { name, countries, divisions } = request;
  const existing = await selectRegions(db);
  if (!isRegionName(name))
    return {
      fault: 'a name has lower-case letters, digits and _, begins with a letter, and has up to 31 characters',
    };
  if (existing.some((region) => region.name === name))
    return { fault: `there is a region "${name}" already` };
  if (countries.length + divisions.length === 0) return { fault: 'give --countries or --divisions' };
  const badCountry = countries.find((country) => !COUNTRY_CODE.test(country));
  if (badCountry !== undefined) return { fault: `"${badCountry}" is no country code of two capital letters` };
  const found = await findDivisions(db, divisions);
  if ('fault' in found) return found;
  const region = { name, countries: [...countries], divisionIds: found.map(({ id }) => id), createdAt: now };
  const owner = existing.find(
    (other) =>
      other.countries.some((country) => countries.includes(country)) ||
      other.divisionIds.some((id) => region.divisionIds.includes(id)),
  );
  return owner === undefined
    ? region
    : { fault: `a country or division is of the region "${owner.name}" already` };
}

async function findDivisions(
  db: Db,
  divisions: readonly string[],
): Promise<DivisionName[] | { fault: string }> {
  const asked = divisions.map((text) => {
    const [, country, code = text] = /^([A-Z]{2}):(.+)$/.exec(text) ?? [];
    return { text, country, code };
  });
  const known = await selectDivisionsByCode(
    db,
    asked.map(({ code }) => code),
  );
  const chosen: DivisionName[] = [];
  for (const { text, country, code } of asked) {
    const [only, ...others] = known.filter(
      (one) => one.uniqueCode === code && (country === undefined || one.countryCode === country),
    );
    if (only === undefined) return { fault: `there is no division "${text}"; see: gable geo load` };
    if (others.length > 0)
      return { fault: `several divisions have the code "${text}": write COUNTRY:${code}` };
    chosen.push(only);
  }
  return chosen;
}

interface RegionSite {
  db: Db;
  connection: Connection;
  /** The folder of the migrations. */
  folder: string;
  log: Log;
}

/**
 * Creates the schema of a region and its tables, on Citus on a node of its own, then enters it: a process that finds the
 * entry finds the tables. Safe to repeat after a failure.
 */
export async function createRegion(
  { db, connection, folder, log }: RegionSite,
  region: RegionRow,
  lineOf: (divisionId: string) => readonly string[],
): Promise<void> {
  await migrate({ ...connection, region: region.name }, { folder, log });
  const nodes = await selectSchemaNodes(db);
  if (nodes !== undefined && !nodes.has(region.name)) await distributeSchema(db, region.name);
  await enterRegion(db, region, lineOf);
}

/**
 * Enters a region whose schema exists. The region that had its places so far may have adverts there, and processes that
 * run go on writing them there until they start again: searches of these places ask it too.
 */
async function enterRegion(
  db: Db,
  region: RegionRow,
  lineOf: (divisionId: string) => readonly string[],
): Promise<boolean> {
  const territories = await selectRegions(db);
  const places = [
    ...region.countries.map((country) => ({ place: country, divisionIds: [], countryCode: country })),
    ...region.divisionIds.map((id) => ({ place: id, divisionIds: lineOf(id), countryCode: undefined })),
  ];
  const countries = new Map(
    (await selectDivisionsById(db, region.divisionIds)).map(({ id, countryCode }) => [id, countryCode]),
  );
  await insertStrays(
    db,
    places.map(({ place, divisionIds, countryCode }) => ({
      region: chooseRegion(territories, { divisionIds, countryCode: countryCode ?? countries.get(place) }),
      place,
    })),
  );
  return insertRegion(db, region);
}

/** As `gable region list` shows them, the default one first. */
export interface ListedRegion {
  name: string;
  countries: string[];
  divisions: string[];
}

export async function listRegions(db: Db): Promise<ListedRegion[]> {
  const rows = await selectRegions(db);
  const names = new Map(
    (
      await selectDivisionsById(
        db,
        rows.flatMap(({ divisionIds }) => divisionIds),
      )
    ).map(({ id, countryCode, uniqueCode }) => [id, `${countryCode}:${uniqueCode}`]),
  );
  return [
    { name: DEFAULT_REGION, countries: [], divisions: [] },
    ...rows.map(({ name, countries, divisionIds }) => ({
      name,
      countries,
      divisions: divisionIds.map((id) => names.get(id) ?? id),
    })),
  ];
}
