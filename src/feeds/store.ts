import { selectPage } from '../db/select-page.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';
import type { RowPage } from '../lib/page.ts';
import type { Feed, FeedRun, FeedSettings } from './feed.ts';

const columns = sql`
  feed_id as id, slug as source, feed.url as address, format, mapping, interval_seconds as "intervalSeconds", is_full as full,
  max_bytes as "maxBytes", enabled, feed.created_at as "createdAt", due_at as "dueAt", failures,
  claim_id is not null as running, pull_requested_at is not null and claim_id is null as "pullRequested",
  (select accepted + unchanged from feed_run where feed_run.feed_id = feed.feed_id and finished_at is not null
    order by started_at desc limit 1) as "lastFound", last_status as "lastStatus", last_finished_at as "lastFinishedAt"`;

const runColumns = sql`
  feed_run_id as id, started_at as "startedAt", finished_at as "finishedAt", status, bytes, encode(sha256, 'hex') as sha256,
  accepted, unchanged, expired, rejected, rejections, rejection_reasons as "rejectionReasons", error`;

export const feedsPage = (db: Db, page: number): Promise<RowPage<Feed>> =>
  selectPage(db, sql`select ${columns} from feed join source using (source_id) order by slug`, page);

export const feedById = (db: Db, id: string): Promise<Feed | undefined> =>
  firstRow(db, sql`select ${columns} from feed join source using (source_id) where feed_id = ${id}`);

export const feedBySource = (db: Db, slug: string): Promise<Feed | undefined> =>
  firstRow(db, sql`select ${columns} from feed join source using (source_id) where slug = ${slug}`);

export interface NewFeed extends FeedSettings {
  id: string;
  sourceId: string;
}

/**
 * Inserts or replaces the feed of a source, due at once and without the validators of its last file. Returns
 * whether it is new.
 */
export async function putFeed(db: Db, feed: NewFeed, now: Date): Promise<boolean> {
  const row = await firstRow<{ added: boolean }>(
    db,
    sql`
    insert into feed
      (feed_id, source_id, url, format, mapping, interval_seconds, is_full, max_bytes, enabled, created_at, due_at)
    values (${feed.id}, ${feed.sourceId}, ${feed.address}, ${feed.format}, ${feed.mapping && JSON.stringify(feed.mapping)}::json,
            ${feed.intervalSeconds}, ${feed.full}, ${feed.maxBytes}, ${feed.enabled}, ${now}, ${now})
    on conflict (source_id) do update set
      url = excluded.url, format = excluded.format, mapping = excluded.mapping, interval_seconds = excluded.interval_seconds,
      is_full = excluded.is_full, max_bytes = excluded.max_bytes, enabled = excluded.enabled, due_at = excluded.due_at,
      failures = 0, etag = null, last_modified = null, sha256 = null, fetched_at = null
    returning xmax = 0 as added`,
  );
  return row?.added === true;
}

/** The next free worker pulls it, also when it is disabled. False when there is no such feed. */
export async function updatePullRequest(db: Db, id: string, now: Date): Promise<boolean> {
  const query = sql`update feed set pull_requested_at = ${now} where feed_id = ${id} returning 1`;
  return (await db.rows(query)).length > 0;
}

export async function deleteFeed(db: Db, id: string): Promise<boolean> {
  return (await db.rows(sql`delete from feed where feed_id = ${id} returning 1`)).length > 0;
}

export const runsPage = (db: Db, feedId: string, page: number): Promise<RowPage<FeedRun>> =>
  selectPage(
    db,
    sql`select ${runColumns} from feed_run where feed_id = ${feedId} order by started_at desc, feed_run_id desc`,
    page,
  );
