import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteReplaced, READERS_GONE_MS, rewriteFilesWithout } from '../analytics/forget-listing.ts';
import type { WarehouseFile } from '../analytics/manifest.ts';
import type { WarehouseContext } from '../analytics/write.ts';
import { planeOf } from '../db/planes.ts';
import { DEFAULT_REGION, servedRegions } from '../db/region-set.ts';
import { cutLog, olderTransactionsEnded, type ScrubResult, scrubTables } from '../db/scrub.ts';
import type { Database } from '../db/sql.ts';
import { deleteExportFile, exportsDirectory } from '../exports/files.ts';
import { withdrawExports } from '../exports/store.ts';
import type { Log } from '../lib/log.ts';
import { erasePropertiesFromModels } from '../valuation/erase-properties.ts';
import { markErased, selectUnerased } from './store.ts';

export interface EraseContext extends WarehouseContext {
  log: Log;
  /** DATA_DIR: the search index and the mails of a machine without a mail server. */
  dataDir: string;
}

/** Tables that held texts, URLs, hashes or figures of a removed listing. */
const TABLES = [
  'property',
  'property_change',
  'property_search',
  'property_search_words',
  'property_search_history',
  'listing',
  'listing_visit',
  'listing_visit_log',
  'listing_feature',
  'listing_key',
  'listing_photo',
  'listing_edge',
  'listing_property_history',
  'listing_override',
  'grouping_decision',
  'listing_event',
  'listing_event_due',
  'listing_last_event',
  'market_sample',
  'raw_observation',
  'raw_block',
  'raw_history',
  'rejected_record',
  'ignored_field',
  'feed_run',
  'delivery_attempt',
  'publisher',
  'publisher_identity',
  'event_notification',
  'alert_digest_entry',
  'notification_digest',
  'request_bin_request',
];

/** Few rows of many bytes, which only fits and valuations wait for: they are rewritten at any size. */
const MODEL_TABLES = ['valuation_model_part', 'valuation_fit_stage'];

/** A job that reads a country, or an export, holds a transaction for seconds. */
const MAX_WAIT_MS = 30_000;

/**
 * Erases the bytes that the transaction of a removal leaves: in files of the warehouse, exports, the stored search
 * index, and in the pages and the write-ahead log of the database. Safe to run twice and in two processes. A process
 * that leaves regions out leaves it to one that serves all.
 */
export async function eraseRemoved(context: EraseContext): Promise<number> {
  const { db, clock, log } = context;
  if (db.regions?.all.some(({ isServed }) => !isServed)) return 0;
  const removed = await selectUnerased(db);
  if (removed.length === 0) return 0;
  const regions = servedRegions(db).map((region) => ({ ...context, ...region }));
  const replaced: { region: EraseContext; file: WarehouseFile }[] = [];
  let isComplete = true;
  const propertyIds = removed.flatMap((one) => one.propertyIds);
  for (const region of regions) {
    for (const { listingId } of removed) {
      const rewritten = await rewriteFilesWithout(region, listingId);
      replaced.push(...rewritten.replaced.map((file) => ({ region, file })));
      isComplete &&= rewritten.isComplete;
    }
    await erasePropertiesFromModels(region.db, propertyIds, clock.now());
    const own = region.name === DEFAULT_REGION ? [] : ['regions', region.name];
    await emptyDirectory(join(context.dataDir, ...own, 'search'));
  }
  await withdrawFiles(context);
  await emptyDirectory(join(context.dataDir, 'mail'));
  // Else the next run does it.
  if (!(await olderTransactionsEnded(db, clock, MAX_WAIT_MS))) return 0;
  const scrubbed = { ...(await scrubRegions(regions)), logCut: await cutLog(db) };
  if (replaced.length > 0) await clock.sleep(READERS_GONE_MS);
  for (const { region, file } of replaced) await deleteReplaced(region, [file]);
  if (!isComplete) return 0;
  await markErased(
    db,
    removed.map(({ listingId }) => listingId),
    clock.now(),
  );
  log.info(
    { event: 'listing.erased', listings: removed.length, files: replaced.length, ...scrubbed },
    'removed listings are erased',
  );
  return removed.length;
}

/** The default region has the tables of the account plane, too. */
async function scrubRegions(regions: readonly { name: string; db: Database }[]): Promise<ScrubResult> {
  const total = { rewrittenTables: 0, vacuumedTables: 0 };
  for (const { name, db } of regions) {
    const tables = name === DEFAULT_REGION ? TABLES : TABLES.filter((table) => planeOf(table) === 'region');
    const { rewrittenTables, vacuumedTables } = await scrubTables(db, tables, MODEL_TABLES);
    total.rewrittenTables += rewrittenTables;
    total.vacuumedTables += vacuumedTables;
  }
  return total;
}

/** Every export made before: a file says nothing about which listings it holds. */
async function withdrawFiles({ db, clock, engine }: EraseContext): Promise<void> {
  const directory = exportsDirectory(engine.folder);
  await withdrawExports(db, clock.now());
  for (const name of await readdir(directory).catch(() => [])) await deleteExportFile(directory, name);
}

/** Its files may be deleted at any time. */
async function emptyDirectory(path: string): Promise<void> {
  for (const name of await readdir(path).catch(() => []))
    await rm(join(path, name), { recursive: true, force: true });
}
