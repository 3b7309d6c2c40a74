import { liveKeyByDigest } from '../accounts/store.ts';
import type { Readiness } from '../api/routes/probe-pages.ts';
import type { Db } from '../db/sql.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { errorKind } from '../queue/job-health.ts';

/** Load balancers probe every second or two: a slower answer counts as not ready. */
const TIMEOUT_MS = 2_000;

/** A digest that no key has. */
const NO_KEY = Buffer.alloc(32);

export interface ReadinessParts {
  /** `refused` is the kind of the error with which the server refuses statements. */
  db: Db & { refused?(): string | undefined };
  /** The jobs that have failed for a minute, in a process that runs jobs. */
  failingJobs?: (() => readonly string[] | Promise<readonly string[]>) | undefined;
  /** Why signing keys cannot be decrypted, if so. */
  masterKeyFault?: (() => Promise<string | undefined>) | undefined;
  /** Shown beside the checks, without effect on the result. */
  more?: object | undefined;
}

/** Whether a process can serve. A reason names a job or a SQLSTATE, and never data. */
export async function checkReadiness(parts: ReadinessParts): Promise<Readiness> {
  const { db, failingJobs, masterKeyFault, more } = parts;
  const [database, jobs] = await Promise.all([checkDatabase(db), failingJobs?.()]);
  // The check needs the database: without it the key is not the cause.
  const masterKey = database === 'ok' ? await masterKeyFault?.().catch(() => undefined) : undefined;
  const isWorking = jobs === undefined || jobs.length === 0;
  return {
    ready: database === 'ok' && isWorking && masterKey === undefined,
    checks: {
      database,
      ...(jobs === undefined ? {} : { jobs: isWorking ? 'ok' : `failing: ${jobs.join(', ')}` }),
      ...(masterKeyFault === undefined ? {} : { masterKey: masterKey ?? 'ok' }),
      ...more,
    },
  };
}

/** Runs a query that every request needs: a running server may lack our tables, or the right to read them. */
async function checkDatabase(db: ReadinessParts['db']): Promise<string> {
  const answered = liveKeyByDigest(db, NO_KEY).then(
    () => describeRefusal(db.refused?.()),
    (error: unknown) => (isUnavailable(error) ? 'not reachable' : describeRefusal(errorKind(error))),
  );
  const tooSlow = new Promise<string>((resolve) => {
    setTimeout(resolve, TIMEOUT_MS, 'too slow').unref();
  });
  return Promise.race([answered, tooSlow]);
}

const describeRefusal = (kind: string | undefined): string =>
  kind === undefined ? 'ok' : `refuses statements (${kind})`;
