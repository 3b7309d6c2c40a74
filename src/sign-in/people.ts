import { createAccount, createUsageKey, findAccount } from '../accounts/accounts.ts';
import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { VerifiedIdentity } from './openid.ts';
import { LOCAL_PROVIDER_ID } from './provider.ts';
import { consoleKeyIds, insertPerson, lockPerson, type PersonRow, updatePersonSignIn } from './store.ts';

export type { PersonRow } from './store.ts';

/** The person at a local machine, where no provider is needed. */
export const LOCAL_PERSON: VerifiedIdentity = {
  issuer: LOCAL_PROVIDER_ID,
  subject: 'developer',
  email: null,
  name: 'Local developer',
};

/** The person with this verified identity. The first sign-in creates an account, or uses the one named. */
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
    if (known !== undefined) return known;
    const accountId =
      accountName === undefined
        ? await createOwnAccount(tx, clock, vouched)
        : await findOrCreateAccount(tx, clock, accountName);
    const person = {
      personId: newId(now),
      accountId,
      apiKeyId: await createUsageKey(tx, clock, { accountId, name: 'Console' }),
      ...vouched,
    };
    await insertPerson(tx, person, now);
    return person;
  });
}

/** Keys that usage of the console is counted for: nobody has their secret. */
export const findConsoleKeys = (db: Db, accountId: string): Promise<string[]> => consoleKeyIds(db, accountId);

/** Only a verified email names an account: others could choose the name of somebody else. */
async function createOwnAccount(db: Db, clock: Clock, { email }: VerifiedIdentity): Promise<string> {
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
