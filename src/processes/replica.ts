import { Counter, Gauge, type Registry } from 'prom-client';
import { openDatabase } from '../db/pool.ts';
import { openReplica, type Replica } from '../db/replica.ts';
import type { Database } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { scanMoment } from '../properties/search/scan-moment.ts';
import type { Settings } from './settings.ts';

type ReplicaSettings = Pick<
  Settings,
  'DATABASE_REPLICA_URL' | 'DATABASE_REPLICA_LAG_MS' | 'DATABASE_PREPARE'
>;

interface ReplicaParts {
  db: Database;
  /** The same number as to the primary. */
  sessions: number;
  log: Log;
  clock: Clock;
  metrics: Registry;
}

/** The configured replica with its metrics; undefined without one. */
export function openServiceReplica(settings: ReplicaSettings, parts: ReplicaParts): Replica | undefined {
  const { DATABASE_REPLICA_URL, DATABASE_REPLICA_LAG_MS, DATABASE_PREPARE } = settings;
  if (DATABASE_REPLICA_URL === undefined) return undefined;
  const { db, sessions, log, clock, metrics } = parts;
  const connection = { connectionString: DATABASE_REPLICA_URL, prepare: DATABASE_PREPARE === 'on' };
  const standby = openDatabase(connection, { log, applicationName: 'gable replica', max: sessions });
  const reads = new Counter({
    name: 'gable_database_reads_total',
    help: 'Reads that a replica may answer, by the server that did: replica or primary.',
    labelNames: ['server'],
    registers: [metrics],
  });
  const replica = openReplica(db, standby, {
    maxLagMs: DATABASE_REPLICA_LAG_MS,
    log,
    clock,
    watermark: scanMoment,
    count: (server) => reads.inc({ server }),
  });
  new Gauge({
    name: 'gable_replica_lag_seconds',
    help: 'Lag of the replica behind the primary; -1 while unknown.',
    registers: [metrics],
    aggregator: 'max',
    collect() {
      const lagMs = replica.lagMs();
      this.set(lagMs === undefined ? -1 : lagMs / 1_000);
    },
  });
  return replica;
}
