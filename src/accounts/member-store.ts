import { selectPage } from '../db/select-page.ts';
import { type Db, firstRow, type Sql, sql } from '../db/sql.ts';
import type { RowPage } from '../lib/page.ts';
import type { Role } from './roles.ts';

export interface Membership {
  accountId: string;
  personId: string;
  role: Role;
  apiKeyId: string;
}

/** A member with the name and email of the person. */
export interface MemberRow {
  personId: string;
  name: string | null;
  email: string | null;
  role: Role;
  createdAt: Date;
  lastSignedInAt: Date;
  /** Keys of the account that the person created and that still work. */
  liveKeys: number;
}

const membershipColumns = sql`account_id as "accountId", person_id as "personId", role, api_key_id as "apiKeyId"`;

export const selectMembership = (
  db: Db,
  accountId: string,
  personId: string,
): Promise<Membership | undefined> =>
  firstRow(
    db,
    sql`select ${membershipColumns} from account_member where account_id = ${accountId} and person_id = ${personId}`,
  );

export const selectFirstMembership = (db: Db, personId: string): Promise<Membership | undefined> =>
  firstRow(
    db,
    sql`
    select ${membershipColumns} from account_member where person_id = ${personId}
    order by created_at, account_id limit 1`,
  );

export async function insertMember(db: Db, member: Membership, now: Date): Promise<void> {
  const { accountId, personId, role, apiKeyId } = member;
  await db.rows(sql`
    insert into account_member (account_id, person_id, role, api_key_id, created_at)
    values (${accountId}, ${personId}, ${role}, ${apiKeyId}, ${now})
    on conflict do nothing`);
}

export const selectMembers = (db: Db, accountId: string, page: number): Promise<RowPage<MemberRow>> =>
  selectPage(
    db,
    sql`
    select person_id as "personId", person.name, email, role, account_member.created_at as "createdAt",
           last_signed_in_at as "lastSignedInAt",
           (select count(*)::int from api_key
            where api_key.account_id = account_member.account_id and api_key.person_id = account_member.person_id
              and not of_console and revoked_at is null) as "liveKeys"
    from account_member join person using (person_id)
    where account_member.account_id = ${accountId}
    order by account_member.created_at, person_id`,
    page,
  );

/** Changes of one account's members run one after the other: two owners cannot demote each other at once. */
export async function lockMembers(db: Db, accountId: string): Promise<void> {
  await db.rows(sql`select from account where account_id = ${accountId} for update`);
}

export const hasOtherOwner = async (db: Db, accountId: string, personId: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`
    select 1 as one from account_member
    where account_id = ${accountId} and role = 'OWNER' and person_id <> ${personId} limit 1`,
  )) !== undefined;

export async function updateRole(db: Db, accountId: string, personId: string, role: Role): Promise<void> {
  await db.rows(sql`
    update account_member set role = ${role} where account_id = ${accountId} and person_id = ${personId}`);
}

export async function deleteMember(db: Db, accountId: string, personId: string): Promise<void> {
  await db.rows(sql`delete from account_member where account_id = ${accountId} and person_id = ${personId}`);
}

/** The keys that a person created on an account; the console's own has no secret to misuse. */
export async function revokeKeysOfPerson(
  db: Db,
  accountId: string,
  personId: string,
  now: Date,
): Promise<void> {
  await db.rows(sql`
    update api_key set revoked_at = ${now}
    where account_id = ${accountId} and person_id = ${personId} and revoked_at is null and not of_console`);
}

/** An account that a person may enter. */
export interface EnterableAccount {
  id: string;
  name: string;
  /** Null for an account that the person is not yet a member of. */
  role: Role | null;
}

const enterable = (personId: string): Sql => sql`
  select account.account_id as id, account.name, role
  from account left join account_member member
    on member.account_id = account.account_id and member.person_id = ${personId}`;

/** The accounts of a person, or all accounts; `name` is a part of the name. */
export const selectEnterable = (
  db: Db,
  { personId, all, name }: { personId: string; all: boolean; name: string },
  page: number,
): Promise<RowPage<EnterableAccount>> =>
  selectPage(
    db,
    sql`
    ${enterable(personId)}
    where (${all} or role is not null) and strpos(lower(account.name), lower(${name})) > 0
    order by account.name`,
    page,
  );

export const selectEnterableById = (
  db: Db,
  { personId, accountId }: { personId: string; accountId: string },
): Promise<EnterableAccount | undefined> =>
  firstRow(db, sql`${enterable(personId)} where account.account_id = ${accountId}`);

/** The key that usage of a person's console is counted for, from an earlier membership. */
export const selectConsoleKey = async (
  db: Db,
  accountId: string,
  personId: string,
): Promise<string | undefined> =>
  (
    await firstRow<{ id: string }>(
      db,
      sql`
      select api_key_id as id from api_key
      where account_id = ${accountId} and person_id = ${personId} and of_console limit 1`,
    )
  )?.id;
