import { forgetQuietAccounts } from '../accounts/request-rate.ts';
import { alertDuties } from '../alerts/duties.ts';
import { warehouseDuties } from '../analytics/duties.ts';
import { type RetryPolicy, retrying } from '../db/retrying.ts';
import { deliveryDuties } from '../delivery/duties.ts';
import type { MailParts } from '../delivery/email/send.ts';
import type { Keyring } from '../delivery/keys/keyring.ts';
import { type Ended, feedDuties } from '../feeds/run-feed.ts';
import { loadDivisions } from '../geo/load.ts';
import { createPlaces } from '../geo/places.ts';
import { forgetGoneListings } from '../identity/upkeep.ts';
import { type Sweep, sweepDuty } from '../ingest/expire-unseen.ts';
import { forgetOldObservations } from '../ingest/raw.ts';
import { retryDue } from '../ingest/regroup.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { onceAMinute } from '../lib/once.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { watchMarket } from '../properties/market-watch.ts';
import { sqlEngine } from '../properties/search/sql-engine.ts';
import { type Duty, repeatDuty } from '../queue/duty.ts';
import type { JobHealth } from '../queue/job-health.ts';
import { forgetSignIns } from '../sign-in/sign-ins.ts';
import { forgetUsageSeconds } from '../usage/duties.ts';
import type { Engine } from '../warehouse/engine.ts';
import { HOME_COUNTRY } from './home-country.ts';
import { servicePipeline } from './ingesting.ts';
import { MasterKeyCheck } from './master-key-check.ts';
import { searchDuties } from './search-duties.ts';
import type { Storage } from './storage.ts';
import { watchClock } from './watch-clock.ts';

const HOUR_MS = 3_600_000;
/** Medians of thousands of listings move slowly; a new listing is judged at once by those there are. */
const MARKET_MS = 300_000;

/** Listings are looked at again a day and a week after they came. */
const RETRY_MS = 60_000;

interface Told {
  log: Log;
  clock: Clock;
  outbound: Outbound;
  keyring: Keyring;
  mail: MailParts;
  engine: Engine;
  hurry: AbortSignal;
  health: JobHealth;
}

/** What a working process does; every later part of the service adds its duty here. */
function duties({ db }: Storage, { log, clock, outbound, keyring, mail, engine, hurry }: Told): Duty[] {
  const places = createPlaces(db, (error) => log.error({ err: error }, 'places could not be read again'));
  const pipeline = servicePipeline(retrying(db, feedPolicy(log)), clock, places);
  const masterKey = new MasterKeyCheck({ db, keyring, clock, log });
  return [
    // At the first start, and again when a newer version of the service brings newer divisions.
    {
      name: 'load the divisions',
      everyMs: HOUR_MS,
      run: async () => void (await loadDivisions(db, clock, log, HOME_COUNTRY)),
    },
    forgetOldObservations({ db, clock }),
    forgetGoneListings({ db, clock }),
    {
      name: 'look again where evidence was thin',
      everyMs: RETRY_MS,
      run: (signal) => retryDue(pipeline, signal),
    },
    watchClock({ db, clock, log }),
    ...feedDuties({ pipeline, outbound }, tellFeed(log)),
    sweepDuty(pipeline, tellSweep(log)),
    ...deliveryDuties({ db, clock, outbound, keyring, mail, hurry, onFault: deliveryFault(log) }).map(
      (duty) => masterKey.guard(duty),
    ),
    ...alertDuties({ db, clock, log, places, engine: sqlEngine(db, places) }),
    forgetSignIns({ db, clock }),
    { name: 'forget quiet accounts', everyMs: HOUR_MS, run: () => forgetQuietAccounts(db) },
    {
      name: 'watch the market',
      everyMs: MARKET_MS,
      run: async (signal) => void (await watchMarket(db, clock, signal)),
    },
    ...warehouseDuties({ db, clock, engine }),
    ...searchDuties(db),
    forgetUsageSeconds({ db, clock }),
  ];
}

/** A statement of a feed that timed out is asked again, and never ends the feed; a database that is away is the duty's to wait for. */
const feedPolicy = (log: Log): RetryPolicy => ({
  maxTries: 5,
  maxAwayMs: 0,
  onRetry: (error) =>
    log.warn(
      { event: 'ingest.statement_retried', reason: error.message },
      'a statement of a feed timed out; trying again',
    ),
});

const deliveryFault = (log: Log) => onceAMinute(log)('deliveries are hindered by a fault of our own');

const tellFeed =
  (log: Log) =>
  ({ source, run: { rejections: _, sha256: __, ...run } }: Ended): void =>
    run.status === 'FAILED'
      ? log.warn({ source, ...run }, 'a feed could not be taken')
      : log.info({ source, ...run }, 'a feed was pulled');

const tellSweep =
  (log: Log) =>
  (source: string, sweep: Sweep): void => {
    if (sweep.outcome === 'held') {
      log.warn({ source, ...sweep }, 'most of a source is no longer seen; nothing was expired');
    } else if (sweep.expired > 0)
      log.info({ source, ...sweep }, 'listings that are no longer seen have expired');
  };

export function work(storage: Storage, told: Told, more: readonly Duty[] = []): { stop(): Promise<void> } {
  const ending = new AbortController();
  const running = [...duties(storage, told), ...more].map((duty) => repeatDuty(duty, told, ending.signal));
  return {
    async stop() {
      ending.abort();
      await Promise.all(running);
    },
  };
}
