import { purgeIdempotentAnswers } from '../accounts/idempotent-answers.ts';
import { deleteIdleAccountRates } from '../accounts/request-rate.ts';
import { alertJobs } from '../alerts/jobs.ts';
import { warehouseJobs } from '../analytics/jobs.ts';
import { auditCleanupJob } from '../audit/audit-log.ts';
import { createChangeStreams } from '../changes/changes.ts';
import { purgeChangeLogJob } from '../changes/jobs.ts';
import { PROPERTY_CHANGE } from '../db/partitioned-tables.ts';
import { createPartitions } from '../db/partitions.ts';
import { allRegions, defaultRegion, inRegion, servedRegions } from '../db/region-set.ts';
import { type RetryPolicy, withRetries } from '../db/retrying.ts';
import type { Database } from '../db/sql.ts';
import { dropUnusedFunctions } from '../db/unused-functions.ts';
import type { MailParts } from '../delivery/email/send.ts';
import { invitationJobs } from '../delivery/email/send-invitations.ts';
import { deliveryJobs } from '../delivery/jobs.ts';
import type { Keyring } from '../delivery/keys/keyring.ts';
import { exportsDirectory } from '../exports/files.ts';
import { exportJobs } from '../exports/jobs.ts';
import { type FinishedRun, feedJobs } from '../feeds/run-feed.ts';
import { loadDivisions } from '../geo/load.ts';
import type { PlaceService } from '../geo/place-service.ts';
import { purgeKeysJob } from '../identity/purge-keys.ts';
import { expireUnseenJob, type SweepResult } from '../ingest/expire-unseen.ts';
import { purgeObservationsJob } from '../ingest/raw.ts';
import { retryDueListings } from '../ingest/reassign.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS, HOUR_MS } from '../lib/durations.ts';
import type { Log } from '../lib/log.ts';
import { createThrottledWarning } from '../lib/throttled-warning.ts';
import type { OutboundClient } from '../outbound/client.ts';
import { raiseHeldMoves } from '../properties/raise-held-moves.ts';
import { reassessPrices } from '../properties/reassess-prices.ts';
import { deleteUnusedStrays } from '../properties/search/delete-strays.ts';
import { serviceEngine } from '../properties/search/service-engine.ts';
import { sqlEngine } from '../properties/search/sql-engine.ts';
import type { JobHealth } from '../queue/job-health.ts';
import { type PeriodicJob, runPeriodically } from '../queue/periodic-job.ts';
import { eraseRemovedJob } from '../removals/jobs.ts';
import { signInCleanupJob } from '../sign-in/sign-ins.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { usageCleanupJob } from '../usage/jobs.ts';
import { valuationJobs } from '../valuation/jobs.ts';
import type { Engine } from '../warehouse/engine.ts';
import { HOME_COUNTRY } from './home-country.ts';
import { MasterKeyCheck } from './master-key-check.ts';
import { searchJobs } from './search-jobs.ts';
import { createServicePipeline } from './service-pipeline.ts';
import { spreadJobs, type WorkerJob } from './spread-jobs.ts';
import type { Storage } from './storage.ts';
import { watchClock } from './watch-clock.ts';

/** Medians of thousands of listings move slowly; a new listing is assessed at once by the current ones. */
const MARKET_INTERVAL_MS = 300_000;

/** Listings are assigned again a day and a week after their first observation. */
const RETRY_INTERVAL_MS = 60_000;

/** A price is held for days. */
const HELD_PRICE_INTERVAL_MS = 300_000;

export interface JobParts {
  log: Log;
  clock: Clock;
  outbound: OutboundClient;
  keyring: Keyring;
  mail: MailParts;
  engine: Engine;
  places: PlaceService;
  /** DATA_DIR. */
  dataDir: string;
  shutdownSignal: AbortSignal;
  health: JobHealth;
  tracer: Tracer | undefined;
}

/** All jobs of a worker. */
function createJobs(
  { db }: Storage,
  { log, clock, outbound, keyring, mail, engine, places, dataDir, shutdownSignal, tracer }: JobParts,
): WorkerJob[] {
  const pipeline = createServicePipeline(withRetries(db, feedPolicy(log)), clock, places);
  const masterKey = new MasterKeyCheck({ db, keyring, clock, log });
  return [
    // Loads them at the first start, and again after an upgrade with newer divisions.
    {
      name: 'load divisions',
      everyMs: HOUR_MS,
      startsAtOnce: true,
      run: async (signal) =>
        void (await loadDivisions(db, clock, log, { countryCode: HOME_COUNTRY, signal })),
    },
    {
      name: 'delete old answers to creations',
      everyMs: HOUR_MS,
      run: () => purgeIdempotentAnswers(db, clock.now()),
    },
    ...regionJobs(db, { clock, log, engine, places }),
    {
      name: 'reassign listings with weak evidence',
      everyMs: RETRY_INTERVAL_MS,
      run: (signal) => retryDueListings(pipeline, signal),
    },
    watchClock({ db, clock, log }),
    ...feedJobs({ pipeline, outbound, tracer }, logFeedRun(log)),
    expireUnseenJob(pipeline, logSweep(log)),
    ...deliveryJobs({
      db,
      clock,
      outbound,
      keyring,
      mail,
      shutdownSignal,
      tracer,
      onFault: logDeliveryError(log),
    }).map((job) => masterKey.guardJob(job)),
    ...invitationJobs({ db, mail }).map((job) => masterKey.guardJob(job)),
    ...alertJobs({
      db,
      clock,
      log,
      places,
      engine: serviceEngine(db, places, { single: sqlEngine(db, places) }),
      tracer,
    }),
    signInCleanupJob({ db, clock }),
    auditCleanupJob({ db, clock }),
    { name: 'delete idle request rates', everyMs: HOUR_MS, run: () => deleteIdleAccountRates(db) },
    ...exportJobs({
      db,
      clock,
      log,
      places,
      engine,
      changes: createChangeStreams(db, clock, places),
      directory: exportsDirectory(engine.folder),
    }),
    usageCleanupJob({ db, clock }),
    eraseRemovedJob({ db, clock, log, engine, dataDir }),
  ];
}

/** The jobs over tables of the region plane, once in each region that this process serves. */
const regionJobs = (
  db: Database,
  { clock, log, engine, places }: Pick<JobParts, 'clock' | 'log' | 'engine' | 'places'>,
) =>
  servedRegions(db).flatMap((region) =>
    [
      purgeObservationsJob({ db: region.db, clock }),
      purgeKeysJob({ db: region.db, clock }),
      purgeChangeLogJob({ db: region.db, clock }),
      {
        name: 'divide changes by time',
        everyMs: HOUR_MS,
        // After a long stop there may be no partition of today.
        startsAtOnce: true,
        run: () => createPartitions(region.db, PROPERTY_CHANGE, clock.now()),
      },
      {
        name: 'reassess prices',
        everyMs: MARKET_INTERVAL_MS,
        run: async (signal: AbortSignal) => void (await reassessPrices(region.db, clock, signal)),
      },
      {
        name: 'raise held price moves',
        everyMs: HELD_PRICE_INTERVAL_MS,
        run: async (signal: AbortSignal) => void (await raiseHeldMoves(region.db, clock, signal)),
      },
      ...warehouseJobs({ db: region.db, clock, engine, sharing: allRegions(db) }),
      ...searchJobs(region.db),
      ...(db.regions === undefined ? [] : [deleteStraysJob(region, places)]),
      ...(region.isDistributed ? [dropFunctionsJob(region)] : []),
      ...valuationJobs({ db: region.db, sales: defaultRegion(db), clock, log }),
    ].map((job): WorkerJob => ({ ...job, name: inRegion(job.name, db, region) })),
  );

const deleteStraysJob = (
  { db, name }: { db: Database; name: string },
  places: PlaceService,
): PeriodicJob => ({
  name: 'delete unused places of a region',
  everyMs: HOUR_MS,
  run: async () => void (await deleteUnusedStrays(db, name, places)),
});

const dropFunctionsJob = ({ db, name }: { db: Database; name: string }): PeriodicJob => ({
  name: 'drop unused functions of a region',
  everyMs: DAY_MS,
  run: async () => void (await dropUnusedFunctions(db, name)),
});

/** A statement of a feed that timed out is retried and does not end the feed. The job itself waits for an unavailable database. */
const feedPolicy = (log: Log): RetryPolicy => ({
  maxTries: 5,
  maxAwayMs: 0,
  onRetry: (error) =>
    log.warn(
      { event: 'ingest.statement_retried', reason: error.message },
      'a statement of a feed timed out; it is retried',
    ),
});

const logDeliveryError = (log: Log) =>
  createThrottledWarning(log)('delivery.internal_failure', 'an internal error delays deliveries');

const logFeedRun =
  (log: Log) =>
  ({ source, run: { rejections: _, sha256: __, ...run } }: FinishedRun): void =>
    run.status === 'FAILED'
      ? log.warn({ event: 'feed.failed', source, ...run }, 'a feed could not be pulled')
      : log.info({ event: 'feed.pulled', source, ...run }, 'a feed was pulled');

const logSweep =
  (log: Log) =>
  (source: string, sweep: SweepResult): void => {
    if (sweep.outcome === 'refused') {
      log.warn(
        { event: 'source.sweep_refused', source, ...sweep },
        'most listings of a source are no longer seen; none has expired',
      );
    } else if (sweep.expired > 0)
      log.info({ event: 'source.swept', source, ...sweep }, 'listings that are no longer seen have expired');
  };

export function startJobs(
  storage: Storage,
  context: JobParts,
  more: readonly PeriodicJob[] = [],
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const running = spreadJobs([...createJobs(storage, context), ...more]).map((job) =>
    runPeriodically(job, context, ending.signal),
  );
  return {
    async stop() {
      ending.abort();
      await Promise.all(running);
    },
  };
}
