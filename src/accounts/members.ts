import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import type { RowPage } from '../lib/page.ts';
import { createUsageKey } from './accounts.ts';
import {
  deleteMember,
  type EnterableAccount,
  hasOtherOwner,
  insertMember,
  lockMembers,
  type MemberRow,
  type Membership,
  revokeKeysOfPerson,
  selectConsoleKey,
  selectEnterable,
  selectEnterableById,
  selectFirstMembership,
  selectMembers,
  selectMembership,
  updateRole,
} from './member-store.ts';
import type { Role } from './roles.ts';

export type { EnterableAccount, MemberRow, Membership } from './member-store.ts';

/** Adds a person to an account. One who is a member already keeps their role. */
export async function addMember(
  db: Db,
  clock: Clock,
  { accountId, personId, role }: Omit<Membership, 'apiKeyId'>,
): Promise<void> {
  const apiKeyId =
    (await selectConsoleKey(db, accountId, personId)) ??
    (await createUsageKey(db, clock, { accountId, personId, name: 'Console' }));
  await insertMember(db, { accountId, personId, role, apiKeyId }, clock.now());
}

export const findMembership = (
  db: Db,
  accountId: string,
  personId: string,
): Promise<Membership | undefined> => selectMembership(db, accountId, personId);

/** The account a person has belonged to longest. */
export const findFirstMembership = (db: Db, personId: string): Promise<Membership | undefined> =>
  selectFirstMembership(db, personId);

export const listMembers = (db: Db, accountId: string, page: number): Promise<RowPage<MemberRow>> =>
  selectMembers(db, accountId, page);

export const listEnterableAccounts = (
  db: Db,
  query: { personId: string; all: boolean; name: string },
  page: number,
): Promise<RowPage<EnterableAccount>> => selectEnterable(db, query, page);

export const findEnterableAccount = (
  db: Db,
  query: { personId: string; accountId: string },
): Promise<EnterableAccount | undefined> => selectEnterableById(db, query);

export type MemberChange = 'done' | 'unknown' | 'last-owner';

/** An account always has an owner: the last one is neither demoted nor removed. */
export const changeRole = (
  db: Database,
  { accountId, personId, role }: { accountId: string; personId: string; role: Role },
): Promise<MemberChange> =>
  changeMember(db, { accountId, personId, keepsOwner: role === 'OWNER' }, (tx) =>
    updateRole(tx, accountId, personId, role),
  );

/** The keys that the person created on the account are revoked with the membership. */
export const removeMember = (
  db: Database,
  clock: Clock,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<MemberChange> =>
  changeMember(db, { accountId, personId, keepsOwner: false }, async (tx) => {
    await deleteMember(tx, accountId, personId);
    await revokeKeysOfPerson(tx, accountId, personId, clock.now());
  });

function changeMember(
  db: Database,
  { accountId, personId, keepsOwner }: { accountId: string; personId: string; keepsOwner: boolean },
  change: (tx: Db) => Promise<void>,
): Promise<MemberChange> {
  return db.transaction(async (tx): Promise<MemberChange> => {
    await lockMembers(tx, accountId);
    const member = await selectMembership(tx, accountId, personId);
    if (member === undefined) return 'unknown';
    if (member.role === 'OWNER' && !keepsOwner && !(await hasOtherOwner(tx, accountId, personId)))
      return 'last-owner';
    await change(tx);
    return 'done';
  });
}
