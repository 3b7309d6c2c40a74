import type { Caller } from '../accounts/authenticate.ts';
import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS } from '../lib/durations.ts';
import { newId } from '../lib/ids.ts';
import type { RowPage } from '../lib/page.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { deleteEntriesBefore, insertEntry, type NamedAuditEntry, selectEntries } from './store.ts';

export interface Action {
  /** The operation of the API, the tool, or the words of a command. */
  readonly action: string;
  /** The path of the call, or what a command named. */
  readonly target: string;
  readonly requestId?: string;
}

type Actor = Pick<Caller, 'accountId' | 'apiKeyId' | 'signedIn'>;

/** Twelve months, leap years included. */
export const AUDIT_RETENTION_DAYS = 366;

/** Records what a key or a person changed, before the change is acknowledged. */
export async function recordAction(db: Db, clock: Clock, actor: Actor, action: Action): Promise<void> {
  const occurredAt = clock.now();
  const personId = actor.signedIn?.personId ?? null;
  await insertEntry(db, {
    accountId: actor.accountId,
    auditEntryId: newId(occurredAt),
    occurredAt,
    apiKeyId: personId === null ? actor.apiKeyId : null,
    personId,
    action: action.action,
    target: action.target,
    requestId: action.requestId ?? null,
  });
}

/** Records what a command of an operator changed on an account. */
export async function recordCommand(
  db: Db,
  clock: Clock,
  accountId: string,
  { action, target }: Pick<Action, 'action' | 'target'>,
): Promise<void> {
  const occurredAt = clock.now();
  const auditEntryId = newId(occurredAt);
  const nobody = { apiKeyId: null, personId: null, requestId: null };
  await insertEntry(db, { accountId, auditEntryId, occurredAt, ...nobody, action, target });
}

export const listActions = (db: Db, accountId: string, page: number): Promise<RowPage<NamedAuditEntry>> =>
  selectEntries(db, accountId, page);

export const auditCleanupJob = ({ db, clock }: { db: Db; clock: Clock }): PeriodicJob => ({
  name: 'delete old audit entries',
  everyMs: DAY_MS,
  run: () => deleteEntriesBefore(db, new Date(clock.now().getTime() - AUDIT_RETENTION_DAYS * DAY_MS)),
});
