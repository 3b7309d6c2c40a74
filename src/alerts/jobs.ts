import type { Database } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { Clock } from '../lib/clock.ts';
import { HOUR_MS } from '../lib/durations.ts';
import type { Log } from '../lib/log.ts';
import type { SearchEngine } from '../properties/search/engine.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { AlertIndexReplica } from './alert-index-replica.ts';
import { deleteOldAlertEvents } from './events.ts';
import { listOnMarket, reportOnMarket } from './first-days.ts';
import { matchBacklog } from './match-backlog.ts';
import { matchChanges } from './match-changes.ts';
import { markUnreadable } from './read-alerts.ts';

/** How often a worker with nothing to do looks for changes: an empty look costs 0.2 ms, and a change is told within so long. */
const POLL_INTERVAL_MS = 100;
/** Turns of first matches are minutes apart and more. */
const FIRST_MATCHES_INTERVAL_MS = 5_000;

interface AlertJobParts {
  db: Database;
  clock: Clock;
  log: Log;
  places: PlaceService;
  engine: SearchEngine;
}

/** What a working process does for alerts. Each has the alerts in its own memory; changes are shared out by claim. */
export function alertJobs({ db, clock, log, places, engine }: AlertJobParts): PeriodicJob[] {
  const book = new AlertIndexReplica((alert, error) => {
    const { accountId, id: alertId } = alert;
    markUnreadable(db, alert, clock.now())
      .then((isNew) => {
        if (!isNew) return;
        log.error(
          { event: 'alerts.unreadable', err: error, accountId, alertId },
          'an alert cannot be read; it is not matched until it is saved again',
        );
      })
      .catch((err) =>
        log.error({ event: 'alerts.unreadable', err, accountId, alertId }, 'an alert cannot be read'),
      );
  });
  const turn = {};
  const lineage = async () => {
    const register = await places.register();
    return (id: string) => register.ancestorsOf(id);
  };
  const firstDays = { db, clock, log, engine, lineage, turn: {} };
  return [
    {
      name: 'hold changes against alerts',
      everyMs: POLL_INTERVAL_MS,
      async run(signal) {
        while (!signal.aborted && (await matchChanges({ db, clock, log, book, lineage })).changes > 0);
      },
    },
    {
      name: 'record the alert backlog in turn',
      everyMs: POLL_INTERVAL_MS,
      async run(signal) {
        while (!signal.aborted && (await matchBacklog({ db, clock, log, book, lineage, turn })) > 0);
      },
    },
    {
      name: 'tell new alerts what is on the market',
      everyMs: FIRST_MATCHES_INTERVAL_MS,
      async run(signal) {
        while (!signal.aborted && (await listOnMarket(firstDays)));
        while (!signal.aborted && (await reportOnMarket(firstDays)) > 0);
      },
    },
    {
      name: 'forget old alert events',
      everyMs: HOUR_MS,
      run: (signal) => deleteOldAlertEvents(db, clock, signal),
    },
  ];
}
