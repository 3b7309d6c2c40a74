import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countUnmatchedChanges, readAlertMetrics } from '../../alerts/metrics.ts';
import { warehouseFilePath } from '../../analytics/files.ts';
import { selectLiveFiles } from '../../analytics/manifest.ts';
import { firstRow, sql } from '../../db/sql.ts';
import { findUnreadableKeyVersions } from '../../delivery/keys/check.ts';
import { readDeliveryMetrics } from '../../delivery/notifications/metrics.ts';
import { countOverdueFeeds } from '../../feeds/metrics.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { openKeyring } from '../master-keys.ts';
import type { Check, DatabaseContext, Finding } from './check.ts';

/** Everything that waits is done within seconds; minutes mean that nobody does it. */
const MAX_WAIT_MS = 5 * MINUTE_MS;
const MAX_EVENTS_DUE = 100_000;
/** Of the memory index, for a live property. */
const INDEX_BYTES = 600;
const MEGABYTE = 2 ** 20;

const count = async ({ db }: DatabaseContext, statement: ReturnType<typeof sql>): Promise<number> =>
  (await firstRow<{ count: number }>(db, statement))?.count ?? 0;

const waitedTooLong = (since: Date | null, { clock }: DatabaseContext): boolean =>
  since !== null && clock.now().getTime() - since.getTime() > MAX_WAIT_MS;

const ADD_WORKERS = 'check that a worker runs and its log (job.failed); else start more workers';

/** What the service itself has to do: jobs, queues, keys and files. */
export const workChecks: readonly Check<DatabaseContext>[] = [
  {
    name: 'master keys',
    async find({ db, settings }) {
      const versions = await findUnreadableKeyVersions(db, await openKeyring(settings));
      if (versions.length === 0) return undefined;
      return {
        fault: `signing keys cannot be decrypted: master key ${versions.join(', ')} is missing or another one`,
        advice:
          'restore MASTER_KEYS or DATA_DIR/master-keys of this database; until then nothing is delivered',
      };
    },
  },
  {
    name: 'worker',
    async find(context) {
      const workers = await count(
        context,
        sql`select count(*)::int as count from pg_stat_activity
            where datname = current_database() and application_name like 'gable%work%'`,
      );
      if (workers > 0) return undefined;
      return {
        fault: 'no worker is connected: nothing is matched, delivered or collected',
        advice: 'start gable work, or npm start',
      };
    },
  },
  {
    name: 'deliveries',
    async find({ db, clock }) {
      const { oldestDueSeconds, pending } = await readDeliveryMetrics(db, clock.now());
      if (oldestDueSeconds * 1_000 <= MAX_WAIT_MS) return undefined;
      return {
        fault: `${pending} notifications wait, the oldest for ${Math.round(oldestDueSeconds)} s`,
        advice: ADD_WORKERS,
      };
    },
  },
  {
    name: 'matching',
    async find(context) {
      const { waiting, since } = await countUnmatchedChanges(context.db);
      if (!waitedTooLong(since, context)) return undefined;
      return {
        fault: `${waiting} changes are not matched with alerts since ${since?.toISOString()}`,
        advice: ADD_WORKERS,
      };
    },
  },
  {
    name: 'alerts',
    async find({ db, clock }): Promise<Finding | undefined> {
      const { unreadable } = await readAlertMetrics(db, clock.now());
      if (unreadable === 0) return undefined;
      return {
        fault: `${unreadable} alerts have criteria that this version cannot read; they are not matched`,
        advice: 'see alerts.unreadable in the log of a worker, and save these alerts again',
      };
    },
  },
  {
    name: 'scheduled feeds',
    async find(context) {
      const { waiting, since } = await countOverdueFeeds(context.db, context.clock.now());
      if (!waitedTooLong(since, context)) return undefined;
      return { fault: `${waiting} feeds are due since ${since?.toISOString()}`, advice: ADD_WORKERS };
    },
  },
  {
    name: 'feed runs',
    async find({ db }) {
      const failed = await db.rows<{ slug: string; error: string | null }>(sql`
        select slug, last.error from feed
        join source using (source_id)
        join lateral (select status, error from feed_run where feed_run.feed_id = feed.feed_id
                      and finished_at is not null order by started_at desc limit 1) last on true
        where enabled and last.status = 'FAILED' order by slug`);
      const [first] = failed;
      if (first === undefined) return undefined;
      return {
        fault: `the last pull of ${failed.length} feeds failed (${first.slug}: ${first.error ?? 'no reason'})`,
        advice: 'gable feed show SLUG lists its pulls with their reasons',
      };
    },
  },
  {
    name: 'analytics',
    async find(context) {
      const due = await count(context, sql`select count(*)::int as count from listing_event_due`);
      if (due > MAX_EVENTS_DUE)
        return { fault: `${due} changes are not in the analytics files yet`, advice: ADD_WORKERS };
      return findMissingFile(context);
    },
  },
  {
    name: 'memory index',
    async find(context) {
      const limitMb = context.settings.SEARCH_MEMORY_MB;
      if (limitMb === 0) return undefined;
      const live = await count(
        context,
        sql`select reltuples::int as count from pg_class where relname = 'property_search'`,
      );
      const neededMb = Math.ceil((live * INDEX_BYTES) / MEGABYTE);
      if (neededMb <= limitMb) return undefined;
      return {
        fault: `the memory index needs about ${neededMb} MB and may use ${limitMb}: SQL answers all searches`,
        advice: 'raise SEARCH_MEMORY_MB, or add memory',
      };
    },
  },
  {
    name: 'rejected records',
    async find(context) {
      const open = await count(
        context,
        sql`select count(*)::int as count from rejected_record where resolved_at is null`,
      );
      if (open === 0) return undefined;
      return {
        fault: `${open} records of feeds are rejected`,
        advice: 'gable source rejected SLUG lists them with their reasons',
        isNotice: true,
      };
    },
  },
  {
    name: 'destinations',
    async find(context) {
      const suspended = await count(
        context,
        sql`select count(*)::int as count from event_destination where suspended_at is not null`,
      );
      if (suspended === 0) return undefined;
      return {
        fault: `${suspended} destinations are suspended after repeated failures`,
        advice: 'their owners see why in the console; events wait for them',
        isNotice: true,
      };
    },
  },
];

async function findMissingFile({ db, settings }: DatabaseContext): Promise<Finding | undefined> {
  const folder = settings.WAREHOUSE_DIR ?? join(settings.DATA_DIR, 'warehouse');
  const files = await selectLiveFiles(db);
  const missing = files.filter((file) => !existsSync(warehouseFilePath(folder, file)));
  if (missing.length === 0) return undefined;
  return {
    fault: `${missing.length} of ${files.length} analytics files are missing in ${folder}`,
    advice: 'set WAREHOUSE_DIR to their directory, or run gable analytics rebuild',
  };
}
