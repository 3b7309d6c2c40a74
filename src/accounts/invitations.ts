import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS } from '../lib/durations.ts';
import { newId } from '../lib/ids.ts';
import type { RowPage } from '../lib/page.ts';
import {
  claimDueMails,
  deleteInvitationsBefore,
  type InvitationLanguage,
  type InvitationRow,
  insertInvitation,
  markAccepted,
  markMailed,
  type NewInvitation,
  revokePending,
  selectPending,
  selectPendingById,
} from './invitation-store.ts';
import { addMember } from './members.ts';
import type { Role } from './roles.ts';

export type { InvitationLanguage, InvitationRow } from './invitation-store.ts';

/** How long the link in the mail works. */
export const INVITATION_LIFETIME_MS = 7 * DAY_MS;
export const MAX_PENDING_INVITATIONS = 100;
const RETENTION_MS = 30 * DAY_MS;
const MAIL_RETRY_MS = 60_000;
const MAIL_BATCH_ROWS = 20;

export interface Invitation {
  accountId: string;
  /** In lower case. */
  email: string;
  role: Role;
  language: InvitationLanguage;
  /** The person who invites. */
  invitedBy: string;
}

/** A worker sends the mail. An earlier invitation of the same email stops working. */
export async function createInvitation(db: Db, clock: Clock, asked: Invitation): Promise<NewInvitation> {
  const createdAt = clock.now();
  const invitation = {
    ...asked,
    id: newId(createdAt),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + INVITATION_LIFETIME_MS),
  };
  await revokePending(db, { accountId: asked.accountId, email: asked.email }, createdAt);
  await insertInvitation(db, invitation);
  return invitation;
}

export const listInvitations = (
  db: Db,
  clock: Clock,
  accountId: string,
  page: number,
): Promise<RowPage<InvitationRow>> => selectPending(db, accountId, { now: clock.now(), page });

interface InvitationKey {
  accountId: string;
  id: string;
}

/** Undefined when it was accepted or revoked, or has expired. */
export const findInvitation = (
  db: Db,
  clock: Clock,
  { accountId, id }: InvitationKey,
): Promise<InvitationRow | undefined> => selectPendingById(db, { accountId, id }, clock.now());

export const revokeInvitation = (db: Db, clock: Clock, { accountId, id }: InvitationKey): Promise<boolean> =>
  revokePending(db, { accountId, id }, clock.now());

/** Adds the person to the account; false when the invitation no longer works. */
export const acceptInvitation = (
  db: Database,
  clock: Clock,
  { accountId, id, personId }: InvitationKey & { personId: string },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const accepted = await markAccepted(tx, { accountId, id, personId }, clock.now());
    if (accepted === undefined) return false;
    await addMember(tx, clock, { accountId, personId, role: accepted.role });
    return true;
  });

/** Invitations whose mail this worker sends now; without an outcome they are due again a minute later. */
export const claimInvitationMails = (db: Db, clock: Clock): Promise<InvitationRow[]> => {
  const now = clock.now();
  const retryAt = new Date(now.getTime() + MAIL_RETRY_MS);
  return claimDueMails(db, { now, retryAt, limit: MAIL_BATCH_ROWS });
};

export const recordMailed = (
  db: Db,
  { accountId, id }: InvitationKey,
  error: string | null = null,
): Promise<void> => markMailed(db, { accountId, id }, error);

export const deleteOldInvitations = (db: Db, clock: Clock): Promise<void> =>
  deleteInvitationsBefore(db, new Date(clock.now().getTime() - RETENTION_MS));
