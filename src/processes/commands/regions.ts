import { type OpenDatabase, openDatabase } from '../../db/pool.ts';
import { allRegions } from '../../db/region-set.ts';
import { createPlaceService } from '../../geo/place-service.ts';
import { systemClock } from '../../lib/clock.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { createRegion, listRegions, planRegion } from '../../regions/add-region.ts';
import { DEFAULT_SHARDS, distributeAccounts } from '../../regions/distribute-accounts.ts';
import { moveRegion } from '../../regions/move-region.ts';
import { countRegion, selectRegions, selectSchemaNodes } from '../../regions/store.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { createCommandLog } from '../logger.ts';
import { JSON_OPTION, print, printRow } from '../output.ts';
import { parseList } from '../setting-parsers.ts';
import { MIGRATIONS, type Storage } from '../storage.ts';
import { withDatabase } from '../with-database.ts';

/** A region is copied whole. */
const MAX_MOVE_MS = DAY_MS;

async function addRegion(db: OpenDatabase, storage: Storage, given: CommandInput): Promise<void> {
  const { positionals, options, settings } = given;
  const region = await planRegion(
    db,
    {
      name: positionals[0] ?? '',
      countries: parseList(String(options['countries'] ?? '')),
      divisions: parseList(String(options['divisions'] ?? '')),
    },
    systemClock.now(),
  );
  if ('fault' in region) throw new CommandError(region.fault);
  const log = createCommandLog(settings);
  const register = await createPlaceService(db, () => undefined).register();
  const site = { db, connection: storage.connection, folder: MIGRATIONS, log };
  await createRegion(site, region, (id) => [id, ...register.ancestorsOf(id).ids]);
  print(`region ${region.name} is added; restart every process, so that it takes part`);
}

async function showStatus(db: OpenDatabase, given: CommandInput): Promise<void> {
  const nodes = await selectSchemaNodes(db);
  const listed = await listRegions(db);
  const handles = allRegions(db);
  for (const [at, { name }] of listed.entries()) {
    const handle = handles[at];
    if (handle === undefined) continue;
    const counts = await countRegion(handle);
    const node = nodes?.get(name) ?? (nodes === undefined ? 'this database' : 'coordinator');
    printRow(given, { name, ...counts, node }, [name, counts.properties, counts.listings, node]);
  }
}

async function runMove(db: OpenDatabase, storage: Storage, given: CommandInput): Promise<void> {
  const [name = '', node = ''] = given.positionals;
  const [, host, port] = /^([\w.-]+):(\d{1,5})$/.exec(node) ?? [];
  if (host === undefined) throw usageError('NODE is HOST:PORT of a worker of the cluster');
  if (!(await selectRegions(db)).some((region) => region.name === name))
    throw new CommandError(`there is no region "${name}"; see: gable region list`);
  if ((await selectSchemaNodes(db)) === undefined)
    throw new CommandError(
      'this PostgreSQL is one node: regions are moved between the nodes of a Citus cluster',
    );
  const blockWrites = given.options['block-writes'] === true;
  await withLongStatements(storage, given, 'gable region move', (moving) =>
    moveRegion(moving, name, { host, port: Number(port) }, { blockWrites }),
  );
  print(`region ${name} is on ${node}`);
}

/** Each table is copied, while its writes wait. */
async function runDistribute(db: OpenDatabase, storage: Storage, given: CommandInput): Promise<void> {
  const shards = Number(given.options['shards'] ?? DEFAULT_SHARDS);
  if (!Number.isInteger(shards) || shards < 1) throw usageError('--shards is a number above 0');
  if ((await selectSchemaNodes(db)) === undefined)
    throw new CommandError(
      'this PostgreSQL is one node: tables are distributed over those of a Citus cluster',
    );
  const moved = await withLongStatements(storage, given, 'gable region distribute-accounts', (distributing) =>
    distributeAccounts(distributing, shards),
  );
  print(
    moved.length === 0
      ? 'the tables of accounts are distributed already'
      : `distributed by account: ${moved.join(', ')}; restart every process`,
  );
}

/** One session whose statements may take as long as a move. */
async function withLongStatements<Result>(
  storage: Storage,
  { settings }: CommandInput,
  applicationName: string,
  work: (db: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase(storage.connection, {
    log: createCommandLog(settings),
    applicationName,
    max: 1,
    statementTimeoutMs: MAX_MOVE_MS,
  });
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

export const regionCommands: readonly Command[] = [
  {
    words: 'region add',
    usage: 'NAME --countries CODES | --divisions CODES',
    summary: 'add a region: a schema of its own for the homes of these places',
    help: [
      'Homes from now on: those that are stored already stay where they are. Codes are separated by commas; a division',
      'is its code, such as 11 or FR:11. Every process takes the region up at its next start.',
    ],
    options: { countries: { type: 'string' }, divisions: { type: 'string' } },
    positionals: ['NAME'],
    run: (given) => withDatabase(given.settings, (db, storage) => addRegion(db, storage, given)),
  },
  {
    words: 'region list',
    usage: '[--json]',
    summary: 'list the regions with their places',
    help: ['The first is public, the default one: it has what belongs to no other.'],
    options: JSON_OPTION,
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        for (const region of await listRegions(db))
          printRow(given, region, [
            region.name,
            region.countries.join() || '-',
            region.divisions.join() || '-',
          ]);
      }),
  },
  {
    words: 'region status',
    usage: '[--json]',
    summary: 'show the properties, the listings and the node of each region',
    help: ['It counts the rows of every region.'],
    options: JSON_OPTION,
    run: (given) => withDatabase(given.settings, (db) => showStatus(db, given)),
  },
  {
    words: 'region move',
    usage: 'NAME NODE [--block-writes]',
    summary: 'move a region to another node of a Citus cluster',
    help: [
      'NODE is HOST:PORT. The region is read and written meanwhile; writes wait at the end, for some seconds.',
      'The nodes need wal_level = logical, or --block-writes: then writes of the region wait for the whole move.',
    ],
    options: { 'block-writes': { type: 'boolean' } },
    positionals: ['NAME', 'NODE'],
    run: (given) => withDatabase(given.settings, (db, storage) => runMove(db, storage, given)),
  },
  {
    words: 'region distribute-accounts',
    usage: '[--shards N]',
    summary: 'distribute events, notifications and usage over the nodes of a Citus cluster, by account',
    help: [
      'Writes of a table wait while its rows are copied. It may be repeated. Every process finds the shards at its',
      'next start.',
    ],
    options: { shards: { type: 'string' } },
    run: (given) => withDatabase(given.settings, (db, storage) => runDistribute(db, storage, given)),
  },
];
