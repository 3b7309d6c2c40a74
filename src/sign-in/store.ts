import { type Db, firstRow, sql } from '../db/sql.ts';

export interface PersonRow {
  personId: string;
  /** The account that the next sign-in enters. */
  accountId: string;
  issuer: string;
  subject: string;
  email: string | null;
  name: string | null;
}

const personColumns = sql`
  person_id as "personId", account_id as "accountId", issuer, subject, email, name`;

/** Two concurrent first sign-ins of one person create one account. */
export async function lockPerson(db: Db, issuer: string, subject: string): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`person ${issuer} ${subject}`}, 0))`);
}

export const updatePersonSignIn = (
  db: Db,
  { issuer, subject, email, name }: Pick<PersonRow, 'issuer' | 'subject' | 'email' | 'name'>,
  now: Date,
): Promise<PersonRow | undefined> =>
  firstRow(
    db,
    sql`
    update person set email = ${email}, name = ${name}, last_signed_in_at = ${now}
    where issuer = ${issuer} and subject = ${subject}
    returning ${personColumns}`,
  );

export async function insertPerson(db: Db, person: PersonRow, now: Date): Promise<void> {
  const { personId, accountId, issuer, subject, email, name } = person;
  await db.rows(sql`
    insert into person (person_id, account_id, issuer, subject, email, name, created_at, last_signed_in_at)
    values (${personId}, ${accountId}, ${issuer}, ${subject}, ${email}, ${name}, ${now}, ${now})`);
}

export async function updatePersonAccount(db: Db, personId: string, accountId: string): Promise<void> {
  await db.rows(sql`update person set account_id = ${accountId} where person_id = ${personId}`);
}

export interface SignInRow {
  provider: string;
  returnTo: string;
}

export async function insertSignIn(
  db: Db,
  signIn: SignInRow & { digest: Buffer; expiresAt: Date },
): Promise<void> {
  await db.rows(sql`
    insert into sign_in (digest, provider, return_to, expires_at)
    values (${signIn.digest}, ${signIn.provider}, ${signIn.returnTo}, ${signIn.expiresAt})`);
}

/** Deleted as it is read: a sign-in completes once. */
export const consumeSignIn = (db: Db, digest: Buffer, now: Date): Promise<SignInRow | undefined> =>
  firstRow(
    db,
    sql`
    delete from sign_in where digest = ${digest} and expires_at > ${now}
    returning provider, return_to as "returnTo"`,
  );

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.rows(sql`delete from sign_in where expires_at <= ${now}`);
  await db.rows(sql`delete from console_session where expires_at <= ${now}`);
  await db.rows(sql`delete from device_grant where expires_at <= ${now}`);
}
