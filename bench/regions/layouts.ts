import { PassThrough } from 'node:stream';
import pg from 'pg';
import { type Connection, clientConfig } from '../../src/db/connection.ts';
import { copyFrom, copyTo } from '../../src/db/copy-streams.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { OpenDatabase } from '../../src/db/pool.ts';
import { type Database, sql } from '../../src/db/sql.ts';
import type { PlaceService } from '../../src/geo/place-service.ts';
import { MIGRATIONS } from '../../src/processes/storage.ts';
import { createCitusDatabases } from '../../test/support/citus.ts';
import { emptyDatabase } from '../../test/support/database.ts';
import { openServiceRegions } from '../../test/support/regions.ts';
import type { TestScope } from '../../test/support/test-scope.ts';
import { benchLog, loadFrance, openBenchPool } from '../support/database.ts';

export interface DividedLayout {
  name: string;
  regions: number;
  connection: Connection;
}

export interface Layouts {
  plain: Connection;
  divided: readonly DividedLayout[];
}

/** The first region has the homes that are asked for. */
const COUNTRIES = ['FR', 'ES', 'IT', 'PT', 'DE', 'BE', 'NL', 'AT'];
/** What a search reads. */
const COPIED_TABLES = ['property', 'property_search', 'property_search_words'];

/** Empty databases. Without a cluster all are on the server of the tests. */
export async function createLayouts(scope: TestScope, citusUrl: string | undefined): Promise<Layouts> {
  if (citusUrl === undefined) {
    const [plain, eight] = [await emptyDatabase(scope), await emptyDatabase(scope)];
    return {
      plain: plain.connection,
      divided: [{ name: '8 regions', regions: 8, connection: eight.connection }],
    };
  }
  const one = await createCitusDatabases(scope, citusUrl, 'one');
  const eight = await createCitusDatabases(scope, citusUrl, 'eight');
  return {
    plain: { connectionString: one.plain },
    divided: [
      { name: '8 regions', regions: 8, connection: { connectionString: eight.plain } },
      { name: '1 region on Citus', regions: 1, connection: { connectionString: one.distributed } },
      { name: '8 regions on Citus', regions: 8, connection: { connectionString: eight.distributed } },
    ],
  };
}

export async function openLayout(scope: TestScope, connection: Connection): Promise<OpenDatabase> {
  await migrate(connection, { folder: MIGRATIONS, log: benchLog });
  const db = openBenchPool(scope, connection);
  await loadFrance(db);
  return db;
}

/** Regions by country, each with the homes of the plain database. */
export async function openDivided(
  scope: TestScope,
  { plain }: Layouts,
  { connection, regions }: DividedLayout,
  places: PlaceService,
): Promise<Database> {
  const account = await openLayout(scope, connection);
  const requests = COUNTRIES.slice(0, regions).map((country) => ({
    name: country.toLowerCase(),
    countries: [country],
    divisions: [],
  }));
  const db = await openServiceRegions(scope, { db: account, connection, places }, requests);
  for (const { name } of requests) await copyHomes(plain, { ...connection, region: name }, name);
  await account.rows(sql`delete from region_stray`);
  return db;
}

async function copyHomes(from: Connection, to: Connection, region: string): Promise<void> {
  const clients = [from, to].map((one) => new pg.Client(clientConfig(one, 'gable bench')));
  const [source, target] = clients;
  if (source === undefined || target === undefined) return;
  await Promise.all(clients.map((client) => client.connect()));
  try {
    for (const table of COPIED_TABLES) {
      const { rows } = await source.query<{ names: string }>(
        `select string_agg(quote_ident(attname), ',' order by attnum) as names from pg_attribute
         where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`,
      );
      const columns = `(${rows[0]?.names})`;
      const stream = new PassThrough().setMaxListeners(0);
      const writing = copyFrom(target, `copy ${region}.${table} ${columns} from stdin`, stream);
      await copyTo(source, `copy ${table} ${columns} to stdout`, stream);
      stream.end();
      await writing;
      await target.query(`vacuum (analyze) ${region}.${table}`);
    }
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
