import { createAccount, findAccount } from '../accounts/accounts.ts';
import { addMember, findFirstMembership, findMembership } from '../accounts/members.ts';
import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { VerifiedIdentity } from './openid.ts';
import { LOCAL_PROVIDER_ID } from './provider.ts';
import {
  insertPerson,
  lockPerson,
  type PersonRow,
  updatePersonAccount,
  updatePersonSignIn,
} from './store.ts';

export type { PersonRow } from './store.ts';

/** The person at a local machine, where no provider is needed. */
export const LOCAL_PERSON: VerifiedIdentity = {
  issuer: LOCAL_PROVIDER_ID,
  subject: 'developer',
  email: null,
  name: 'Local developer',
};

/**
 * The person with this verified identity, on the account they were last in. The first sign-in creates an account, or
 * uses the one named.
 */
export function upsertPerson(
  db: Database,
  clock: Clock,
  vouched: VerifiedIdentity,
  accountName?: string,
): Promise<PersonRow> {
  return db.transaction(async (tx) => {
    await lockPerson(tx, vouched.issuer, vouched.subject);
    const now = clock.now();
    const known = await updatePersonSignIn(tx, vouched, now);
    if (known !== undefined) return enterAccount(tx, clock, known);
    const accountId =
      accountName === undefined
        ? await createOwnAccount(tx, clock, vouched)
        : await findOrCreateAccount(tx, clock, accountName);
    const person = { personId: newId(now), accountId, ...vouched };
    await insertPerson(tx, person, now);
    await addMember(tx, clock, { ...person, role: 'OWNER' });
    return person;
  });
}

/** Who was removed from an account enters another; who has none left gets an account of their own. */
async function enterAccount(db: Db, clock: Clock, person: PersonRow): Promise<PersonRow> {
  const { personId } = person;
  const member =
    (await findMembership(db, person.accountId, personId)) ?? (await findFirstMembership(db, personId));
  const accountId = member?.accountId ?? (await createOwnAccount(db, clock, person));
  if (member === undefined) await addMember(db, clock, { accountId, personId, role: 'OWNER' });
  if (accountId !== person.accountId) await updatePersonAccount(db, personId, accountId);
  return { ...person, accountId };
}

/** Only a verified email names an account: others could choose the name of somebody else. */
async function createOwnAccount(
  db: Db,
  clock: Clock,
  { email }: Pick<VerifiedIdentity, 'email'>,
): Promise<string> {
  const wanted = email ?? 'account';
  const plain = email === null ? undefined : await createAccount(db, clock, wanted);
  const made = plain ?? (await createAccount(db, clock, `${wanted} ${newId(clock.now()).slice(-12)}`));
  if (made === undefined) throw new Error('an account could not be made for a new person');
  return made.accountId;
}

async function findOrCreateAccount(db: Db, clock: Clock, name: string): Promise<string> {
  const account = (await createAccount(db, clock, name)) ?? (await findAccount(db, name));
  if (account === undefined) throw new Error(`there is no account called ${name}`);
  return account.accountId;
}
