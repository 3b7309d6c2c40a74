import { join } from 'node:path';
import type { Db } from '../db/sql.ts';
import { openPlaceFile } from '../geo/place-file.ts';
import {
  createPlaceService,
  type OpenedPlaceFile,
  openPlaces,
  type PlaceService,
} from '../geo/place-service.ts';
import type { Log } from '../lib/log.ts';
import { createThrottledWarning } from '../lib/throttled-warning.ts';
import type { Settings } from './settings.ts';

export const openServicePlaceFile = ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): OpenedPlaceFile =>
  openPlaces(openPlaceFile(join(DATA_DIR, 'places', 'names')));

export const createServicePlaces = (
  db: Db,
  { file, log }: { file: OpenedPlaceFile; log: Log },
): PlaceService =>
  createPlaceService(
    db,
    createThrottledWarning(log)('geo.reload_failed', 'changed divisions could not be read'),
    { file },
  );

/** Those of a command: it reads the names that a service has stored, and stores none under another user. */
export function createCommandPlaces(db: Db, settings: Pick<Settings, 'DATA_DIR'>, log: Log): PlaceService {
  const file = openServicePlaceFile(settings);
  return createServicePlaces(db, { file: { ...file, save: async () => undefined }, log });
}
