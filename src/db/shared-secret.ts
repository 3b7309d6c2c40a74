import { randomBytes } from 'node:crypto';
import { type Db, firstRow, sql } from './sql.ts';

const SECRET_BYTES = 32;

/** A secret that all processes of one database share, created on first use. It never leaves the service. */
export async function ensureSharedSecret(db: Db, name: string): Promise<Buffer> {
  const known = await readSecret(db, name);
  if (known !== undefined) return known;
  await db.rows(sql`
    insert into service_secret (name, secret, created_at) values (${name}, ${randomBytes(SECRET_BYTES)}, now())
    on conflict (name) do nothing`);
  const made = await readSecret(db, name);
  if (made === undefined) throw new Error(`the secret ${name} was written and cannot be read`);
  return made;
}

/** The same secret for every call of a process, read once. A failed read is repeated. */
export function cacheSharedSecret(db: Db, name: string): () => Promise<Buffer> {
  let secret: Promise<Buffer> | undefined;
  return () => {
    secret ??= ensureSharedSecret(db, name);
    secret.catch(() => {
      secret = undefined;
    });
    return secret;
  };
}

const readSecret = async (db: Db, name: string): Promise<Buffer | undefined> =>
  (await firstRow<{ secret: Buffer }>(db, sql`select secret from service_secret where name = ${name}`))
    ?.secret;

/** What was signed with it is invalid from now on. Only for a database that no process uses. */
export async function forgetSharedSecret(db: Db, name: string): Promise<void> {
  await db.rows(sql`delete from service_secret where name = ${name}`);
}
