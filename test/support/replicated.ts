import { type OpenDatabase, openDatabase } from '../../src/db/pool.ts';
import { openReplica, type Replica } from '../../src/db/replica.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { scanMoment } from '../../src/properties/search/scan-moment.ts';
import { until } from '../faults/until.ts';
import { asAdministrator } from './database-server.ts';
import { type DebianPostgres, debianDatabase, startStandby, urlTo } from './debian-postgres.ts';
import { recordingLog } from './log.ts';
import type { TestScope } from './test-scope.ts';

/** Long, since a busy machine replays late. */
export const REPLAY_TIMEOUT_MS = 60_000;

export interface ReplicatedDatabase {
  db: OpenDatabase;
  url: string;
  standby: DebianPostgres;
  standbyUrl: string;
  /** Pauses and resumes replay of the primary's log. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** A replica with its own lag bound, closed at the end of the test. */
  replica(t: TestScope, maxLagMs: number): FollowedReplica;
}

export interface FollowedReplica extends Replica {
  lines: readonly string[];
  /** The servers that answered, in order. */
  answered: readonly string[];
  /** Waits until everything committed now is replayed there. */
  caughtUp(): Promise<void>;
}

/** A primary with its own database and a streaming standby, both real servers. */
export async function startReplicated(t: TestScope): Promise<ReplicatedDatabase> {
  const ends: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const { server, url } = await debianDatabase({ after: (end) => ends.push(end) });
  const standby = await startStandby(server);
  ends.push(() => standby.remove());
  const standbyUrl = urlTo(standby.url, 'gable');
  const onStandby = (statement: string): Promise<void> =>
    asAdministrator({ connectionString: standby.superuserUrl }, async (client) => {
      await client.query(statement);
    });
  const db = openDatabase({ connectionString: url }, { log: recordingLog(), applicationName: 'gable test' });
  ends.push(() => db.end());
  return {
    db,
    url,
    standby,
    standbyUrl,
    pause: () => onStandby('select pg_wal_replay_pause()'),
    resume: () => onStandby('select pg_wal_replay_resume()'),
    replica(test, maxLagMs) {
      const followed = followReplica(db, standbyUrl, maxLagMs);
      test.after(() => followed.end());
      return followed;
    },
  };
}

function followReplica(db: OpenDatabase, standbyUrl: string, maxLagMs: number): FollowedReplica {
  const log = recordingLog();
  const answered: string[] = [];
  const standby = openDatabase({ connectionString: standbyUrl }, { log, applicationName: 'gable test' });
  const replica = openReplica(db, standby, {
    maxLagMs,
    log,
    clock: systemClock,
    watermark: scanMoment,
    count: (by) => void answered.push(by),
  });
  return {
    ...replica,
    lines: log.lines,
    answered,
    async caughtUp() {
      const moment = await scanMoment(db);
      await until(() => (replica.coveredMoment() ?? 0) > moment, { within: REPLAY_TIMEOUT_MS });
    },
  };
}
