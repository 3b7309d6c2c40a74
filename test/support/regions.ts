import { join } from 'node:path';
import { accountPlane } from '../../src/db/account-plane.ts';
import type { Connection } from '../../src/db/connection.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/pool.ts';
import type { PlaceService } from '../../src/geo/place-service.ts';
import { openRegions } from '../../src/processes/regions.ts';
import { createRegion, planRegion, type RegionRequest } from '../../src/regions/add-region.ts';
import { distributeSchema } from '../../src/regions/store.ts';
import { CLUSTER_VARIABLE } from './cluster-variable.ts';
import { silentLog } from './log.ts';
import { recordStatements } from './record-statements.ts';
import type { TestScope } from './test-scope.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations');

/** The schema of a region beside the tables of a test database, on a worker of a cluster, and a handle whose tables are its own. */
export async function openRegion(
  t: TestScope,
  connection: Connection,
  region: string,
): Promise<OpenDatabase> {
  const ofRegion = { ...connection, region };
  await migrate(ofRegion, { folder: MIGRATIONS, log: silentLog });
  const db = openDatabase(ofRegion, { log: silentLog, applicationName: 'gable test', max: 4 });
  t.after(() => db.end());
  if (process.env[CLUSTER_VARIABLE]) await distributeSchema(db, region);
  return recordStatements(db);
}

interface ServiceParts {
  db: OpenDatabase;
  connection: Connection;
  places: Pick<PlaceService, 'register'>;
}

/** A service with several regions over a test database, as a process opens them. */
export async function openServiceRegions(
  t: TestScope,
  { db, connection, places }: ServiceParts,
  requests: readonly RegionRequest[],
  served: readonly string[] = [],
): Promise<OpenDatabase> {
  const register = await places.register();
  for (const request of requests) {
    const region = await planRegion(db, request, new Date());
    if ('fault' in region) throw new Error(region.fault);
    const site = { db, connection, folder: MIGRATIONS, log: silentLog };
    await createRegion(site, region, (id) => [id, ...register.ancestorsOf(id).ids]);
  }
  const options = { log: silentLog, applicationName: 'gable test', max: 12 };
  const regions = await openRegions(db, { connection, served, options });
  if (regions === undefined) return db;
  t.after(() => regions.close());
  return accountPlane(db, regions.set);
}
