import { inRegion, servedRegions } from '../db/region-set.ts';
import type { Database } from '../db/sql.ts';
import { type PlaceService, PRELOAD_DELAY_MS } from '../geo/place-service.ts';
import type { Clock } from '../lib/clock.ts';
import { HOUR_MS } from '../lib/durations.ts';
import type { Log } from '../lib/log.ts';
import type { SearchEngine } from '../properties/search/engine.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { type AlertHead, AlertIndexReplica, markUnreadable } from './alert-index-replica.ts';
import { sendDueDigest } from './digests.ts';
import { deleteOldAlertEvents } from './event-retention.ts';
import { listOnMarket, reportOnMarket } from './first-days.ts';
import { matchBacklog } from './match-backlog.ts';
import { matchChanges } from './match-changes.ts';
import { createAlertFilter } from './served-alerts.ts';

/** How often an idle worker looks for changes: an empty query costs 0.2 ms, and it bounds the delay of events. */
const POLL_INTERVAL_MS = 100;
/** Due times of first matches are minutes apart or more. */
const FIRST_MATCHES_INTERVAL_MS = 5_000;

/** Digests are due at full minutes. */
const DIGEST_INTERVAL_MS = 5_000;

interface AlertJobParts {
  db: Database;
  clock: Clock;
  log: Log;
  places: PlaceService;
  engine: SearchEngine;
  tracer?: Tracer | undefined;
}

/**
 * The jobs of a worker for alerts. Each worker has the alerts of its regions in memory; changes are shared by claim. With
 * several regions changes are claimed in each, and everything else is of the account plane.
 */
export function alertJobs({ db, clock, log, places, engine, tracer }: AlertJobParts): PeriodicJob[] {
  const setAside = (alert: AlertHead, error: unknown): void => {
    const { accountId, id: alertId } = alert;
    markUnreadable(db, alert, clock.now())
      .then((isNew) => {
        if (!isNew) return;
        log.error(
          { event: 'alerts.unreadable', err: error, accountId, alertId },
          'alert cannot be parsed; not matched until it is saved again',
        );
      })
      .catch((err) =>
        log.error({ event: 'alerts.unreadable', err, accountId, alertId }, 'alert cannot be parsed'),
      );
  };
  const book = new AlertIndexReplica(setAside, db.regions && createAlertFilter(db.regions, places));
  const turn = {};
  const loadPlacesAt = clock.monotonicMs() + PRELOAD_DELAY_MS;
  const lineage = async () => {
    const register = await places.register();
    return (id: string) => register.ancestorsOf(id);
  };
  const firstDays = { db, clock, log, engine, lineage, turn: {} };
  return [
    ...servedRegions(db).map((region) => ({
      name: inRegion('match changes with alerts', db, region),
      everyMs: POLL_INTERVAL_MS,
      async run(signal: AbortSignal) {
        const account = region.isDistributed ? db : undefined;
        const context = { db: region.db, account, clock, log, book, lineage, tracer };
        // Loaded places stay current, however long no change comes. A first change loads them before that moment.
        if (places.isLoaded() || clock.monotonicMs() >= loadPlacesAt) await places.register();
        while (!signal.aborted && (await matchChanges(context)).changes > 0);
      },
    })),
    {
      name: 'record the alert backlog',
      everyMs: POLL_INTERVAL_MS,
      async run(signal) {
        while (!signal.aborted && (await matchBacklog({ db, clock, log, book, lineage, turn })) > 0);
      },
    },
    {
      name: 'report first matches of new alerts',
      everyMs: FIRST_MATCHES_INTERVAL_MS,
      async run(signal) {
        while (!signal.aborted && (await listOnMarket(firstDays)));
        while (!signal.aborted && (await reportOnMarket(firstDays)) > 0);
      },
    },
    {
      name: 'send digests of alerts',
      everyMs: DIGEST_INTERVAL_MS,
      async run(signal) {
        while (!signal.aborted && (await sendDueDigest(db, clock)));
      },
    },
    {
      name: 'delete old alert events',
      everyMs: HOUR_MS,
      run: (signal) => deleteOldAlertEvents(db, clock, signal),
    },
  ];
}
