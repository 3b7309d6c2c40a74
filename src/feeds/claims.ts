import { type Db, firstRow, sql } from '../db/sql.ts';
import type { FormatName } from '../ingest/formats.ts';
import { MAX_CLOCK_SKEW_MS } from '../lib/clock-steps.ts';
import type { FeedRun } from './feed.ts';

/** A lease outlives a pause of the worker that holds it, not its death. */
export const FEED_LEASE_MS = 60_000;
/** Runs kept of one feed: a month of four a day. */
const MAX_STORED_RUNS = 120;

/** A feed as its puller needs it, with the number that fences it. */
export interface ClaimedFeed {
  id: string;
  claimId: string;
  source: string;
  listingUrl: string | null;
  address: string;
  format: FormatName;
  intervalSeconds: number;
  full: boolean;
  maxBytes: number;
  failures: number;
  etag: string | null;
  lastModified: string | null;
  sha256: Buffer | null;
  takenAt: Date | null;
}

const unclaimedCondition = (now: Date) => sql`(claimed_until is null or claimed_until <= ${now})`;
const leaseEnd = (now: Date): Date => new Date(now.getTime() + FEED_LEASE_MS);
const returningClaim = sql`
  returning feed_id as id, claim_id as "claimId", slug as source, listing_url as "listingUrl", address, format,
    interval_seconds as "intervalSeconds", is_full as full, max_bytes as "maxBytes", failures, etag,
    last_modified as "lastModified", sha256, taken_at as "takenAt"`;

/** The feed that has been due longest, if nobody else is at it. Two workers never get the same one: the row is locked, then leased. */
export const claimDueFeed = (db: Db, claimId: string, now: Date): Promise<ClaimedFeed | undefined> =>
  firstRow(
    db,
    sql`
    update feed set claim_id = ${claimId}, claimed_until = ${leaseEnd(now)} from source
    where source.source_id = feed.source_id and feed_id = (
      select feed_id from feed where enabled and due_at <= ${now} and ${unclaimedCondition(now)}
      order by due_at limit 1 for update skip locked)
    ${returningClaim}`,
  );

/** One feed, due or not, unless somebody else is at it. */
export const claimFeed = (db: Db, id: string, claimId: string, now: Date): Promise<ClaimedFeed | undefined> =>
  firstRow(
    db,
    sql`
    update feed set claim_id = ${claimId}, claimed_until = ${leaseEnd(now)} from source
    where source.source_id = feed.source_id and feed_id = ${id} and ${unclaimedCondition(now)}
    ${returningClaim}`,
  );

/** False when the claim was lost: whoever has it now goes on alone. */
export async function renewClaim(db: Db, { id, claimId }: Claim, now: Date): Promise<boolean> {
  const kept = await db.rows(
    sql`update feed set claimed_until = ${leaseEnd(now)} where feed_id = ${id} and claim_id = ${claimId} returning 1`,
  );
  return kept.length > 0;
}

type Claim = Pick<ClaimedFeed, 'id' | 'claimId'>;

/** Begins the run of a claim. A run that was never finished belonged to a worker that died. */
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
  /** Of the file that was taken; left out when none was. */
  taken?: { etag: string | null; lastModified: string | null; sha256: Buffer };
}

/** Writes down how a run ended and gives the feed back, unless the claim was lost: then only the run is told to have been overtaken. */
export async function finishRun(
  db: Db,
  claim: Claim,
  { run, next }: { run: FeedRunResult; next: NextPull },
  now: Date,
): Promise<boolean> {
  const { id, claimId } = claim;
  const given = await db.rows(sql`
    update feed set claim_id = null, claimed_until = null, due_at = ${next.dueAt}, failures = ${next.failures},
      last_status = ${run.status}, last_finished_at = ${now},
      etag = case when ${next.taken !== undefined} then ${next.taken?.etag ?? null} else etag end,
      last_modified = case when ${next.taken !== undefined} then ${next.taken?.lastModified ?? null} else last_modified end,
      sha256 = coalesce(${next.taken?.sha256 ?? null}, sha256),
      taken_at = case when ${next.taken !== undefined} then ${now} else taken_at end
    where feed_id = ${id} and claim_id = ${claimId} returning 1`);
  const isOurs = given.length > 0;
  await db.rows(sql`
    update feed_run set finished_at = ${now}, status = ${isOurs ? run.status : 'FAILED'}, bytes = ${run.bytes},
      sha256 = ${run.sha256}, accepted = ${run.accepted}, unchanged = ${run.unchanged}, expired = ${run.expired},
      rejected = ${run.rejected}, rejections = ${JSON.stringify(run.rejections)},
      error = ${isOurs ? run.error : 'another worker took over'}
    where feed_id = ${id} and feed_run_id = ${claimId}`);
  await db.rows(sql`
    delete from feed_run where feed_id = ${id} and feed_run_id in (
      select feed_run_id from feed_run where feed_id = ${id} order by started_at desc, feed_run_id desc offset ${MAX_STORED_RUNS})`);
  return isOurs;
}

/** Moves leases and due times that were written while the wall clock was ahead; else a step back would hold up a feed for as long. */
export async function rebaseFeeds(db: Db, now: Date): Promise<number> {
  const latest = new Date(now.getTime() + MAX_CLOCK_SKEW_MS);
  const leases = await db.rows(sql`
    update feed set claimed_until = ${now} where claimed_until > ${leaseEnd(latest)} returning 1`);
  const due = await db.rows(sql`
    update feed set due_at = least(due_at, ${now}::timestamptz + make_interval(secs => interval_seconds)), last_finished_at = ${now}
    where last_finished_at > ${latest} returning 1`);
  return leases.length + due.length;
}
