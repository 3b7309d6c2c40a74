import { type Database, type Db, sql } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { withAdvisoryLock } from './advisory-lock.ts';
import { editionVersion, packagedCountries } from './load/countries.ts';
import { readRows } from './load/read-rows.ts';
import type { CountryRows } from './load/rows.ts';
import {
  type ImportedFacts,
  loadPackageVersion,
  markLoaded,
  putContourRows,
  putDivisionRows,
  retireOthers,
  selectImportedFacts,
} from './load/store.ts';

export interface LoadResult {
  /** False when this version of the packages was loaded before. */
  readonly loaded: boolean;
  readonly divisions: number;
}

/** ISO codes of the countries that npm packages cover. */
export const loadableCountries: readonly string[] = Object.keys(packagedCountries);

/** A country, and what may interrupt its load: a stop of the process need not wait for it. */
export interface DivisionRequest {
  readonly countryCode: string;
  readonly signal?: AbortSignal | undefined;
}

/** Loads the divisions of a country from npm packages, unless this version of them is loaded already. */
export async function loadDivisions(
  db: Database,
  clock: Clock,
  log: Log,
  request: string | DivisionRequest,
): Promise<LoadResult> {
  const { countryCode, signal }: DivisionRequest =
    typeof request === 'string' ? { countryCode: request } : request;
  const country = packagedCountries[countryCode];
  if (country === undefined) throw new RangeError(`no package holds the divisions of ${countryCode}`);
  const startedMs = clock.monotonicMs();
  const version = editionVersion(country);
  const outcome = await loadCountry(db, clock, {
    code: countryCode,
    version,
    read: (imports) => readRows({ countryCode, imports }, version, signal),
    signal,
  });
  const took = Math.round(clock.monotonicMs() - startedMs);
  if (outcome.loaded)
    log.info(
      { event: 'geography.loaded', country: countryCode, divisions: outcome.divisions, took_ms: took },
      'divisions loaded',
    );
  return outcome;
}

/** A country in one version of its packages. */
export interface CountryEdition {
  readonly code: string;
  readonly version: string;
  /** Its rows, with imported facts overriding those of the packages. */
  read(imports: readonly ImportedFacts[]): Promise<CountryRows>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * All or nothing, in one transaction under an advisory lock: concurrent starts load once, and an interrupted load
 * leaves no trace.
 */
export async function loadCountry(db: Database, clock: Clock, edition: CountryEdition): Promise<LoadResult> {
  const { code, version } = edition;
  const isLoaded = async (session: Db): Promise<boolean> =>
    (await loadPackageVersion(session, code)) === version;
  if (await isLoaded(db)) return ALREADY_LOADED;
  return withAdvisoryLock(db, clock, code, async (locked) => {
    // Another process may have loaded it during the wait for the lock.
    if (await isLoaded(locked)) return ALREADY_LOADED;
    return { loaded: true, divisions: await writeCountry(locked, clock, edition) };
  });
}

const ALREADY_LOADED: LoadResult = { loaded: false, divisions: 0 };

async function writeCountry(db: Db, clock: Clock, edition: CountryEdition): Promise<number> {
  const { code, version, read, signal } = edition;
  const rows = await keepSessionAlive(db, clock, read(await selectImportedFacts(db, code)));
  for (const batch of rows.divisions) {
    signal?.throwIfAborted();
    await putDivisionRows(db, batch, true);
  }
  await retireOthers(db, code, rows.ids);
  for (const batch of rows.contours) {
    signal?.throwIfAborted();
    await putContourRows(db, batch, true);
  }
  await markLoaded(db, code, version, clock.now());
  return rows.ids.length;
}

/** The server ends a transaction that is idle for 15 s; a slow machine may read for longer. */
const KEEPALIVE_INTERVAL_MS = 3_000;

async function keepSessionAlive<Result>(db: Db, clock: Clock, work: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const ended = work.then(
    () => over.abort(),
    () => over.abort(),
  );
  while (!over.signal.aborted) {
    await Promise.race([ended, clock.sleep(KEEPALIVE_INTERVAL_MS, over.signal).catch(() => {})]);
    if (!over.signal.aborted) await db.rows(sql`select 1`);
  }
  return work;
}
