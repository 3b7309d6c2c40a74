import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { POSTGRES_VARIABLE } from '../../scripts/tests/postgres.ts';
import type { OpenDatabase } from '../../src/db/pool.ts';
import { buildNameTables } from '../../src/geo/autocomplete/name-index.ts';
import { openPlaceFile, type PlaceFile } from '../../src/geo/place-file.ts';
import { type OpenedPlaceFile, openPlaces } from '../../src/geo/place-service.ts';
import { readDivisions, readDivisionsRevision } from '../../src/geo/store.ts';

/** Beside the template database of France, whose copies all have its revision. Each server has a template of its own. */
export const frenchPlacesPath = (template: string): string =>
  join(tmpdir(), `${template}_places_${process.env[POSTGRES_VARIABLE] ?? 'own'}`);

/** As a service does that has indexed the names of its divisions. */
export async function savePlaces(path: string, db: OpenDatabase): Promise<void> {
  const revision = await readDivisionsRevision(db);
  const tables = await buildNameTables(await Array.fromAsync(readDivisions(db)));
  await openPlaceFile(path).save({ revision, tables });
}

const read = new Map<string, PlaceFile['stored']>();

/** The names of France for a service over a copy of the template: to read and index them takes 1.2 s of CPU. */
export function openFrenchPlaces(template: string): OpenedPlaceFile {
  const path = frenchPlacesPath(template);
  const stored = read.get(path) ?? openPlaceFile(path).stored;
  read.set(path, stored);
  // A test that changes its divisions keeps its names to itself.
  return openPlaces({ exists: true, stored, save: async () => undefined });
}
