import { type Db, firstRow, sql } from '../db/sql.ts';

export interface DeviceGrantRow {
  id: string;
  userCode: string;
  program: string;
  address: string;
  createdAt: Date;
  expiresAt: Date;
  /** Null while it is undecided. */
  approved: boolean | null;
  takenAt: Date | null;
}

const columns = sql`
  device_grant_id as id, user_code as "userCode", program, ip_address as address, created_at as "createdAt", expires_at as "expiresAt",
  approved, key_issued_at as "takenAt"`;

/** False when the code exists: the caller draws another. */
export async function insertGrant(db: Db, grant: DeviceGrantRow & { digest: Buffer }): Promise<boolean> {
  const { id, digest, userCode, program, address, createdAt, expiresAt } = grant;
  const inserted = await db.rows(sql`
    insert into device_grant (device_grant_id, digest, user_code, program, ip_address, created_at, expires_at)
    values (${id}, ${digest}, ${userCode}, ${program}, ${address}, ${createdAt}, ${expiresAt})
    on conflict (user_code) do nothing
    returning 1`);
  return inserted.length > 0;
}

export const grantByDigest = (db: Db, digest: Buffer, now: Date): Promise<DeviceGrantRow | undefined> =>
  firstRow(db, sql`select ${columns} from device_grant where digest = ${digest} and expires_at > ${now}`);

export const pendingGrant = (db: Db, userCode: string, now: Date): Promise<DeviceGrantRow | undefined> =>
  firstRow(
    db,
    sql`
    select ${columns} from device_grant
    where user_code = ${userCode} and expires_at > ${now} and approved is null`,
  );

/** By a person, for the account they are in. */
export interface GrantDecision {
  id: string;
  personId: string;
  accountId: string;
  approved: boolean;
}

/** Decided once: a second decision finds no row. */
export const updateDecision = (
  db: Db,
  { id, personId, accountId, approved }: GrantDecision,
  now: Date,
): Promise<DeviceGrantRow | undefined> =>
  firstRow(
    db,
    sql`
    update device_grant set approved = ${approved}, person_id = ${personId}, account_id = ${accountId}
    where device_grant_id = ${id} and expires_at > ${now} and approved is null
    returning ${columns}`,
  );

/** The person whose key it is, who may still create one; the row lock lets one caller get it. */
export const redeemGrant = (
  db: Db,
  digest: Buffer,
  now: Date,
): Promise<{ accountId: string; personId: string; program: string } | undefined> =>
  firstRow(
    db,
    sql`
    update device_grant set key_issued_at = ${now} from account_member member
    where digest = ${digest} and expires_at > ${now} and approved and key_issued_at is null
      and member.account_id = device_grant.account_id and member.person_id = device_grant.person_id
      and member.role <> 'READ_ONLY'
    returning member.account_id as "accountId", member.person_id as "personId", program`,
  );
