import { type AppliedMigration, pendingMigrations, readMigrations } from '../../db/migration-files.ts';
import { type Db, firstRow, type Sql, sql } from '../../db/sql.ts';
import { MIGRATIONS } from '../storage.ts';
import type { Check, DatabaseContext } from './check.ts';
import { findSmallBuffers, readBufferSizes } from './shared-buffers.ts';

const KNOWN_VERSIONS = { oldest: 15, newest: 18 };
const MAX_CLOCK_DIFFERENCE_MS = 2_000;
const MAX_SESSION_SHARE = 0.9;
/** A transaction that is open for an hour stops vacuum, and holds the horizon that alerts and the index read by. */
const MAX_TRANSACTION_MINUTES = 60;
/** PostgreSQL refuses writes at two billion. */
const MAX_TRANSACTION_AGE = 1_000_000_000;

const read = async <Row>(db: Db, statement: Sql): Promise<Row> => {
  const row = await firstRow<Row>(db, statement);
  if (row === undefined) throw new Error('the database returned no row');
  return row;
};

/** The server and its settings. */
export const databaseChecks: readonly Check<DatabaseContext>[] = [
  {
    name: 'database version',
    async find({ db }) {
      const { version } = await read<{ version: string }>(
        db,
        sql`select current_setting('server_version') as version`,
      );
      const major = Number.parseInt(version, 10);
      if (major >= KNOWN_VERSIONS.oldest && major <= KNOWN_VERSIONS.newest) return undefined;
      return {
        fault: `PostgreSQL ${version}: versions ${KNOWN_VERSIONS.oldest} to ${KNOWN_VERSIONS.newest} are tested`,
        advice: 'use a tested version',
        isNotice: major > KNOWN_VERSIONS.newest,
      };
    },
  },
  {
    name: 'migrations',
    async find({ db }) {
      const { made } = await read<{ made: boolean }>(
        db,
        sql`select to_regclass('migration') is not null as made`,
      );
      const applied = made
        ? await db.rows<AppliedMigration>(sql`select name, sha256 from migration order by name`)
        : [];
      try {
        const pending = pendingMigrations(readMigrations(MIGRATIONS), applied);
        if (pending.length === 0) return undefined;
        return {
          fault: `${pending.length} migrations are not applied (next: ${pending[0]?.name})`,
          advice: 'run gable migrate, or start a process of this version',
        };
      } catch (error) {
        return { fault: (error as Error).message, advice: 'run the version that this database belongs to' };
      }
    },
  },
  {
    name: 'rights',
    async find({ db }) {
      const tables = await db.rows<{ name: string }>(sql`
        select relname::text as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
          and not has_table_privilege(oid, 'select, insert, update, delete') order by relname`);
      if (tables.length === 0) return undefined;
      return {
        fault: `this role may not write ${tables.length} tables (${tables[0]?.name})`,
        advice: 'connect as the owner of the tables, or grant select, insert, update, delete on all of them',
      };
    },
  },
  {
    name: 'durability',
    async find({ db }) {
      const unsafe = await db.rows<{ name: string }>(sql`
        select name from pg_settings
        where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`);
      if (unsafe.length === 0) return undefined;
      return {
        fault: `${unsafe.map(({ name }) => name).join(', ')} off: a power cut loses or damages acknowledged data`,
        advice: 'turn it on in postgresql.conf',
      };
    },
  },
  {
    name: 'shared buffers',
    async find({ db }) {
      const sizes = await readBufferSizes(db);
      return sizes === undefined ? undefined : findSmallBuffers(sizes);
    },
  },
  {
    name: 'sessions',
    async find({ db, settings: { DATABASE_SESSIONS } }) {
      const { used, max } = await read<{ used: number; max: number }>(
        db,
        sql`select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
                   current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max`,
      );
      if (used < max * MAX_SESSION_SHARE && DATABASE_SESSIONS < max) return undefined;
      return {
        fault: `${used} of ${max} sessions are in use, and each process takes up to ${DATABASE_SESSIONS}`,
        advice: 'raise max_connections, lower DATABASE_SESSIONS, or use a pooler',
      };
    },
  },
  {
    name: 'clock',
    async find({ db, clock }) {
      const before = clock.now().getTime();
      const { moment } = await read<{ moment: Date }>(db, sql`select clock_timestamp() as moment`);
      const after = clock.now().getTime();
      const difference = Math.max(before - moment.getTime(), moment.getTime() - after);
      if (difference <= MAX_CLOCK_DIFFERENCE_MS) return undefined;
      return {
        fault: `the clocks of this machine and of the database differ by ${Math.round(difference / 1_000)} s`,
        advice: 'run a time service (chrony, systemd-timesyncd) on both',
      };
    },
  },
  {
    name: 'long transactions',
    async find({ db }) {
      const open = await db.rows<{ name: string; minutes: number }>(sql`
        select coalesce(nullif(application_name, ''), 'pid ' || pid) as name,
               (extract(epoch from clock_timestamp() - xact_start) / 60)::int as minutes
        from pg_stat_activity
        where xact_start < clock_timestamp() - make_interval(mins => ${MAX_TRANSACTION_MINUTES})
          and backend_type = 'client backend'
        union all
        select 'prepared ' || gid, (extract(epoch from clock_timestamp() - prepared) / 60)::int
        from pg_prepared_xacts where prepared < clock_timestamp() - make_interval(mins => ${MAX_TRANSACTION_MINUTES})`);
      const [first] = open;
      if (first === undefined) return undefined;
      return {
        fault: `a transaction is open for ${first.minutes} minutes (${first.name}): it delays alerts and vacuum`,
        advice: 'end it: select pg_terminate_backend(pid), or rollback prepared',
      };
    },
  },
  {
    name: 'transaction ids',
    async find({ db }) {
      const { age } = await read<{ age: number }>(
        db,
        sql`select age(datfrozenxid) as age from pg_database where datname = current_database()`,
      );
      if (age < MAX_TRANSACTION_AGE) return undefined;
      return {
        fault: `the oldest row is ${age} transactions old: vacuum does not keep up`,
        advice: 'end long transactions, check autovacuum, run vacuum (freeze)',
      };
    },
  },
];
