import type { Connection } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { type OpenDatabase, openDatabase, type PoolOptions } from '../db/pool.ts';
import { DEFAULT_REGION, type Region, RegionNotServedError, type RegionSet } from '../db/region-set.ts';
import type { Database } from '../db/sql.ts';
import { createRegionSet } from '../regions/directory.ts';
import { openShardReader, type ShardReader } from '../regions/shard-reader.ts';
import { type RegionRow, selectRegions, selectSchemaNodes } from '../regions/store.ts';
import { CommandError } from './command.ts';

/** A recording of alerts has a transaction and a second session; four transactions of an import run at once. */
const MIN_SESSIONS_PER_REGION = 4;

export interface OpenRegions {
  readonly set: RegionSet;
  migrate(folder: string): Promise<void>;
  close(): Promise<void>;
}

interface RegionSource {
  connection: Connection;
  /** The names of REGIONS; empty for all. */
  served: readonly string[];
  options: PoolOptions;
}

/** A pool for each region; undefined when the service has one region. */
export async function openRegions(
  pool: OpenDatabase,
  { connection, served, options }: RegionSource,
): Promise<OpenRegions | undefined> {
  const rows = await selectRegions(pool);
  requireKnown(served, rows);
  if (rows.length === 0) return undefined;
  const nodes = await selectSchemaNodes(pool);
  const max = Math.max(MIN_SESSIONS_PER_REGION, Math.floor((options.max ?? 0) / (rows.length + 1)));
  const isServed = (name: string): boolean => served.length === 0 || served.includes(name);
  const pools = new Map(
    rows
      .filter(({ name }) => isServed(name))
      .map(({ name }) => [
        name,
        openDatabase(
          { ...connection, region: name, isOnWorker: nodes?.has(name) ?? false },
          { ...options, max },
        ),
      ]),
  );
  const readers = new Map<string, ShardReader>();
  for (const [name, db] of pools)
    if (nodes?.has(name))
      readers.set(
        name,
        openShardReader({
          name,
          db,
          open: (node) => openDatabase({ ...onNode(connection, node), region: name }, { ...options, max }),
          log: options.log,
        }),
      );
  const toRegion = ({ name, countries, divisionIds }: Omit<RegionRow, 'createdAt'>): Region => ({
    name,
    countries,
    divisionIds,
    isServed: isServed(name),
    isDistributed: nodes?.has(name) ?? false,
    direct: readers.get(name),
    db: isServed(name) ? (pools.get(name) ?? pool) : refusingHandle(name),
  });
  const first = toRegion({ name: DEFAULT_REGION, countries: [], divisionIds: [] });
  return {
    set: createRegionSet(pool, [first, ...rows.map(toRegion)]),
    async migrate(folder) {
      for (const name of pools.keys())
        await migrate({ ...connection, region: name }, { folder, log: options.log });
    },
    async close() {
      await Promise.all([...readers.values()].map((reader) => reader.end()));
      await Promise.all([...pools.values()].map((region) => region.end()));
    },
  };
}

/** The same database on a worker of the cluster. */
function onNode(connection: Connection, { host, port }: { host: string; port: number }): Connection {
  if (!('connectionString' in connection)) return { ...connection, host, port };
  const url = new URL(connection.connectionString);
  Object.assign(url, { hostname: host, port: String(port) });
  return { ...connection, connectionString: url.href };
}

function requireKnown(served: readonly string[], rows: readonly RegionRow[]): void {
  const unknown = served.find((name) => name !== DEFAULT_REGION && rows.every((row) => row.name !== name));
  if (unknown !== undefined)
    throw new CommandError(`REGIONS: there is no region "${unknown}"; see: gable region list`);
}

function refusingHandle(name: string): Database {
  const refuse = async (): Promise<never> => {
    throw new RegionNotServedError(name);
  };
  return { rows: refuse, transaction: refuse };
}
