import { type Db, sql } from '../db/sql.ts';
import type { FormatName } from '../ingest/format-names.ts';
import { MAX_CLOCK_SKEW_MS } from '../lib/clock.ts';
import { claimRows, type DueRows, type LeasedQueue, renewClaims, updateClaimed } from '../queue/claims.ts';
import type { FeedRun } from './feed.ts';

/** Longer than a pause of a live worker. The feed of a dead one is claimed again after it. */
export const FEED_LEASE_MS = 60_000;
/** Per feed: a month of four runs a day. */
const MAX_STORED_RUNS = 120;

/** A claimed feed. `claimId` fences late writes. */
export interface ClaimedFeed {
  id: string;
  claimId: string;
  source: string;
  listingUrl: string | null;
  address: string;
  format: FormatName | null;
  mapping: object | null;
  intervalSeconds: number;
  full: boolean;
  maxBytes: number;
  failures: number;
  pullRequested: boolean;
  etag: string | null;
  lastModified: string | null;
  sha256: Buffer | null;
  fetchedAt: Date | null;
}

const unclaimedCondition = (now: Date) => sql`(claimed_until is null or claimed_until <= ${now})`;
const leaseEnd = (now: Date): Date => new Date(now.getTime() + FEED_LEASE_MS);
const FEED_QUEUE: LeasedQueue = {
  table: 'feed',
  key: ['feed_id'],
  claimColumn: 'claim_id',
  leaseColumn: 'claimed_until',
};

async function claimOne(
  db: Db,
  due: DueRows,
  { claimId, now }: { claimId: string; now: Date },
): Promise<ClaimedFeed | undefined> {
  const [feed] = await claimRows<ClaimedFeed>(db, FEED_QUEUE, {
    due: { ...due, limit: 1 },
    claimId,
    until: leaseEnd(now),
    join: { table: sql`source`, on: sql`source.source_id = feed.source_id` },
    returning: sql`
      feed_id as id, claim_id as "claimId", slug as source, listing_url as "listingUrl", feed.url as address, format, mapping,
      interval_seconds as "intervalSeconds", is_full as full, max_bytes as "maxBytes", failures,
      pull_requested_at is not null as "pullRequested", etag,
      last_modified as "lastModified", sha256, fetched_at as "fetchedAt"`,
  });
  return feed;
}

/** The feed that has been due longest and that no other worker has. */
export const claimDueFeed = (db: Db, claimId: string, now: Date): Promise<ClaimedFeed | undefined> =>
  claimOne(
    db,
    {
      where: sql`(pull_requested_at is not null or enabled and due_at <= ${now}) and ${unclaimedCondition(now)}`,
      orderBy: sql`coalesce(pull_requested_at, due_at)`,
    },
    { claimId, now },
  );

/** One feed, due or not, unless another worker has it. */
export const claimFeed = (db: Db, id: string, claimId: string, now: Date): Promise<ClaimedFeed | undefined> =>
  claimOne(db, { where: sql`feed_id = ${id} and ${unclaimedCondition(now)}`, waits: true }, { claimId, now });

/** False when the claim was lost: another worker has the feed. */
export const renewClaim = async (db: Db, { id, claimId }: Claim, now: Date): Promise<boolean> =>
  (await renewClaims(db, FEED_QUEUE, [{ key: [id], claimId }], leaseEnd(now))) > 0;

type Claim = Pick<ClaimedFeed, 'id' | 'claimId'>;

/** Begins the run of a claim. An earlier run without an end belonged to a worker that died. */
export async function beginRun(db: Db, { id, claimId }: Claim, now: Date): Promise<void> {
  await db.rows(sql`
    update feed_run set status = 'FAILED', finished_at = ${now}, error = 'the worker stopped midway'
    where feed_id = ${id} and status = 'RUNNING'`);
  await db.rows(sql`
    insert into feed_run (feed_id, feed_run_id, started_at, status) values (${id}, ${claimId}, ${now}, 'RUNNING')`);
}

export type FeedRunResult = Omit<FeedRun, 'id' | 'startedAt' | 'finishedAt' | 'sha256'> & {
  sha256: Buffer | null;
};

export interface NextPull {
  dueAt: Date;
  failures: number;
  /** Validators of the ingested file; undefined when none was. */
  ingested?: { etag: string | null; lastModified: string | null; sha256: Buffer };
}

/** Records the end of a run and releases the feed. When the claim was lost, only the run is recorded, as failed. */
export async function finishRun(
  db: Db,
  claim: Claim,
  { run, next }: { run: FeedRunResult; next: NextPull },
  now: Date,
): Promise<boolean> {
  const { id, claimId } = claim;
  const set = sql`
    claim_id = null, claimed_until = null, due_at = ${next.dueAt}, failures = ${next.failures},
    last_status = ${run.status}, last_finished_at = ${now},
    -- A request that came during the run asks for another one.
    pull_requested_at = case when pull_requested_at >
      (select started_at from feed_run where feed_run.feed_id = ${id} and feed_run_id = ${claimId}) then pull_requested_at end,
    etag = case when ${next.ingested !== undefined} then ${next.ingested?.etag ?? null} else etag end,
    last_modified = case when ${next.ingested !== undefined} then ${next.ingested?.lastModified ?? null} else last_modified end,
    sha256 = coalesce(${next.ingested?.sha256 ?? null}, sha256),
    fetched_at = case when ${next.ingested !== undefined} then ${now} else fetched_at end`;
  const isOurs = (await updateClaimed(db, FEED_QUEUE, [{ key: [id], claimId }], set)) > 0;
  await db.rows(sql`
    update feed_run set finished_at = ${now}, status = ${isOurs ? run.status : 'FAILED'}, bytes = ${run.bytes},
      sha256 = ${run.sha256}, accepted = ${run.accepted}, unchanged = ${run.unchanged}, expired = ${run.expired},
      rejected = ${run.rejected}, rejections = ${JSON.stringify(run.rejections)},
      rejection_reasons = ${JSON.stringify(run.rejectionReasons)},
      error = ${isOurs ? run.error : 'another worker took over'}
    where feed_id = ${id} and feed_run_id = ${claimId}`);
  await db.rows(sql`
    delete from feed_run where feed_id = ${id} and feed_run_id in (
      select feed_run_id from feed_run where feed_id = ${id} order by started_at desc, feed_run_id desc offset ${MAX_STORED_RUNS})`);
  return isOurs;
}

/** Resets leases and due times written while the clock was ahead: after a step back they would delay feeds. */
export async function rebaseFeeds(db: Db, now: Date): Promise<number> {
  const latest = new Date(now.getTime() + MAX_CLOCK_SKEW_MS);
  const leases = await db.rows(sql`
    update feed set claimed_until = ${now} where claimed_until > ${leaseEnd(latest)} returning 1`);
  const due = await db.rows(sql`
    update feed set due_at = least(due_at, ${now}::timestamptz + make_interval(secs => interval_seconds)), last_finished_at = ${now}
    where last_finished_at > ${latest} returning 1`);
  return leases.length + due.length;
}
