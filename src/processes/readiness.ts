import { liveKeyByDigest } from '../accounts/store.ts';
import type { Readiness } from '../api/routes/probe-pages.ts';
import type { Db } from '../db/sql.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { errorKind } from '../queue/job-health.ts';

/** A load balancer asks every second or two: an answer that takes longer than this is a no. */
const TIMEOUT_MS = 2_000;

/** The digest of no key. */
const NO_KEY = Buffer.alloc(32);

export interface ReadinessParts {
  /** Its pool knows which statements it is refused. */
  db: Db & { refused?(): string | undefined };
  /** The jobs that fail for a minute, of a process that works. */
  failingJobs?: (() => readonly string[] | Promise<readonly string[]>) | undefined;
  /** Why signing keys cannot be opened, if they cannot. */
  masterKeyFault?: (() => Promise<string | undefined>) | undefined;
  /** What else is shown, without a say in it. */
  more?: object | undefined;
}

/** Whether a process can do what it is for. A reason names a job or a SQLSTATE and nothing of what is inside. */
export async function checkReadiness(parts: ReadinessParts): Promise<Readiness> {
  const { db, failingJobs, masterKeyFault, more } = parts;
  const [database, jobs] = await Promise.all([checkDatabase(db), failingJobs?.()]);
  // Asked of the database: where that does not answer, it is to blame and not the key.
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

/** The question is one that every call needs answered: a server that is up may still lack our tables, or our right to read them. */
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
