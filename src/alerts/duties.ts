import type { Database } from '../db/sql.ts';
import type { Places } from '../geo/places.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { SearchEngine } from '../properties/search/engine.ts';
import type { Duty } from '../queue/duty.ts';
import { AlertBook } from './book.ts';
import { forgetOldEvents } from './events.ts';
import { listOnMarket, tellOnMarket } from './first-days.ts';
import { matchBacklog } from './match-backlog.ts';
import { matchChanges } from './match-changes.ts';
import { noteUnreadable } from './read-alerts.ts';

/** How often a worker with nothing to do looks for changes: an empty look costs 0.2 ms, and a change is told within so long. */
const LOOK_MS = 100;
/** Turns of first matches are minutes apart and more. */
const FIRST_DAYS_MS = 5_000;
const HOUR_MS = 3_600_000;

interface Told {
  db: Database;
  clock: Clock;
  log: Log;
  places: Places;
  engine: SearchEngine;
}

/** What a working process does for alerts. Each has the alerts in its own memory; changes are shared out by claim. */
export function alertDuties({ db, clock, log, places, engine }: Told): Duty[] {
  const book = new AlertBook((alert, error) => {
    const { accountId, id: alertId } = alert;
    noteUnreadable(db, alert, clock.now())
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
    return (id: string) => register.above(id);
  };
  const firstDays = { db, clock, log, engine, lineage, turn: {} };
  return [
    {
      name: 'hold changes against alerts',
      everyMs: LOOK_MS,
      async run(signal) {
        while (!signal.aborted && (await matchChanges({ db, clock, log, book, lineage })).changes > 0);
      },
    },
    {
      name: 'record the alert backlog in turn',
      everyMs: LOOK_MS,
      async run(signal) {
        while (!signal.aborted && (await matchBacklog({ db, clock, log, book, lineage, turn })) > 0);
      },
    },
    {
      name: 'tell new alerts what is on the market',
      everyMs: FIRST_DAYS_MS,
      async run(signal) {
        while (!signal.aborted && (await listOnMarket(firstDays)));
        while (!signal.aborted && (await tellOnMarket(firstDays)) > 0);
      },
    },
    {
      name: 'forget old alert events',
      everyMs: HOUR_MS,
      run: (signal) => forgetOldEvents(db, clock, signal),
    },
  ];
}
