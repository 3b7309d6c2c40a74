import { LOG_RETENTION_MS } from '../src/changes/cursor.ts';
import { deleteLoggedBefore } from '../src/changes/store.ts';
import type { Connection } from '../src/db/connection.ts';
import { formatDiskUsage, readDiskUsage } from '../src/db/disk-usage.ts';
import { type Database, firstRow, sql } from '../src/db/sql.ts';
import { ingestRecords } from '../src/ingest/ingest-records.ts';
import { systemClock } from '../src/lib/clock.ts';
import { type DirectorySize, readDirectorySizes } from '../src/lib/directory-sizes.ts';
import { MINUTE_MS } from '../src/lib/durations.ts';
import { snapshotFile } from '../src/processes/open-index-builder.ts';
import { createServicePipeline } from '../src/processes/service-pipeline.ts';
import { packDocuments } from '../src/properties/pack-documents.ts';
import { IndexBuilder } from '../src/properties/search/memory/index-builder.ts';
import { deletePastPositions } from '../src/properties/search/write.ts';
import { selectSerializedDocuments } from '../src/properties/store.ts';
import { temporaryDirectory } from '../test/support/temporary-directory.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { writePriceDrops } from './disk/history.ts';
import { DAYS_BETWEEN, observationsOverTime } from './disk/observations.ts';
import { fillBenchDatabase } from './search/load.ts';
import { currentLoad, loadFrance, openBenchDatabase } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Disk: bytes a property by table and index, for adverts with two changes each (--listings N, --short, --keep DIR; --rows N: properties of the search benches)';

const DEFAULTS = { listings: 6_000, rows: 0, short: false, keep: '' };

const GOAL_BYTES = 3_500;
/** Divisions and other tables of the same size in every database. */
const FIXED_TABLES = new Set(['division', 'division_contour']);

export async function run(args: string[], scope: TestScope): Promise<void> {
  const { listings, rows, short, keep } = parseOptions(args, DEFAULTS);
  const { db, connection } = await openBenchDatabase(scope, { keep, durable: false });
  if (rows > 0) await fillWithHistory(db, rows);
  else await ingestOverTime(db, { listings, isShort: short });
  await printUsage(db, await sizeOfSearchIndex(scope, connection));
}

/** What a kit for search alone has: documents, search rows and history, and nothing of the adverts that they are made of. */
async function fillWithHistory(db: Database, rows: number): Promise<void> {
  await fillBenchDatabase(db, { rows });
  await packDocuments(db);
  await writePriceDrops(db, rows);
}

async function ingestOverTime(
  db: Database,
  { listings, isShort }: { listings: number; isShort: boolean },
): Promise<void> {
  await loadFrance(db);
  const pipeline = createServicePipeline(db, systemClock);
  for await (const day of observationsOverTime(listings, { isShort })) {
    await ageChangeLog(db);
    await ingestRecords(pipeline, day, {});
  }
}

/** The change log ends after a month: with 40 days between two changes it has the last one alone. */
const ageChangeLog = (db: Database): Promise<unknown> =>
  db.rows(sql`update property_change_log set logged_at = logged_at - make_interval(days => ${DAYS_BETWEEN})`);

interface WorldSize {
  properties: number;
  packedBytes: number;
  listings: number;
  changes: number;
}

async function printUsage(db: Database, directories: readonly DirectorySize[]): Promise<void> {
  const size = await firstRow<WorldSize>(
    db,
    sql`
    select (select count(*)::int from property where packed is not null) as properties,
           (select avg(octet_length(packed))::int from property) as "packedBytes",
           (select count(*)::int from listing) as listings, (select count(*)::int from property_change) as changes`,
  );
  if (size === undefined) return;
  const documentBytes = await averageDocument(db);
  // As after a night: what matching and collecting have done, past positions of cursor scans, and what vacuum frees.
  await db.rows(sql`update property_change set match_due_at = null`);
  await db.rows(sql`delete from listing_event_due`);
  await deletePastPositions(db, 0);
  while (await deleteLoggedBefore(db, new Date(systemClock.now().getTime() - LOG_RETENTION_MS)));
  for (const text of ['vacuum full', 'analyze']) await db.rows({ text, values: [] });
  const tables = (await readDiskUsage(db)).filter(({ table }) => !FIXED_TABLES.has(table));
  console.log(
    `${size.listings === 0 ? '' : `${size.listings} adverts, `}documents of ${documentBytes} bytes (${size.packedBytes} packed), ${(size.changes / size.properties).toFixed(1)} revisions a property, load ${currentLoad()}`,
  );
  console.log(formatDiskUsage({ properties: size.properties, tables, directories }));
  console.log(`goal: ${GOAL_BYTES} bytes a property with documents of 2,200 bytes and 3 revisions`);
}

/** The files of the memory index, as a service writes them. */
async function sizeOfSearchIndex(scope: TestScope, connection: Connection): Promise<DirectorySize[]> {
  const dataDir = temporaryDirectory(scope);
  const builder = new IndexBuilder({ connection, file: snapshotFile(dataDir) });
  // Neither the thread nor an idle pool keeps a process alive.
  const alive = setInterval(() => {}, MINUTE_MS);
  await builder.load(true);
  await builder.close();
  clearInterval(alive);
  return readDirectorySizes(dataDir, []);
}

const SAMPLE_ROWS = 2_000;

async function averageDocument(db: Database): Promise<string> {
  const ids = await db.rows<{ id: string }>(
    sql`select property_id as id from property where packed is not null limit ${SAMPLE_ROWS}`,
  );
  const documents = await selectSerializedDocuments(
    db,
    ids.map(({ id }) => id),
  );
  const bytes = documents.reduce((sum, { written }) => sum + Buffer.byteLength(written), 0);
  return (bytes / documents.length).toFixed(0);
}
