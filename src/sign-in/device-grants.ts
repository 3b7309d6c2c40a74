import { randomInt } from 'node:crypto';
import { createApiKey } from '../accounts/accounts.ts';
import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import {
  type DeviceGrantRow,
  type GrantDecision,
  grantByDigest,
  insertGrant,
  pendingGrant,
  redeemGrant,
  updateDecision,
} from './device-store.ts';
import { generateSecret, isSecret, secretDigest } from './secret.ts';

export type { DeviceGrantRow } from './device-store.ts';

/** How long a person has to approve, and how often a program polls (RFC 8628, 3.2). */
export const GRANT_LIFETIME_MS = 15 * 60_000;
export const POLL_INTERVAL_SECONDS = 5;

/**
 * Consonants: nothing that looks like a digit, and no words by chance (RFC 8628, 6.1). 20^8 codes, valid for minutes.
 */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LENGTH = 8;
const MAX_CODE_DRAWS = 5;

function generateUserCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Normalises what a person types. */
export function normalizeUserCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Starts a grant for a program. The secret is for the program; the code is for the person who approves. */
export async function startDeviceGrant(
  db: Db,
  clock: Clock,
  { program, address, secret = generateSecret() }: { program: string; address: string; secret?: string },
): Promise<{ secret: string; grant: DeviceGrantRow }> {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + GRANT_LIFETIME_MS);
  for (let draw = 0; draw < MAX_CODE_DRAWS; draw++) {
    const newGrant = {
      id: newId(createdAt),
      userCode: generateUserCode(),
      program,
      address,
      createdAt,
      expiresAt,
    };
    const grant = { ...newGrant, approved: null, takenAt: null };
    if (await insertGrant(db, { ...grant, digest: secretDigest(secret) })) return { secret, grant };
  }
  throw new Error('no free code was drawn');
}

export const findPendingGrant = (db: Db, clock: Clock, typed: string): Promise<DeviceGrantRow | undefined> =>
  pendingGrant(db, normalizeUserCode(typed), clock.now());

export const decideGrant = (
  db: Db,
  clock: Clock,
  decision: GrantDecision,
): Promise<DeviceGrantRow | undefined> => updateDecision(db, decision, clock.now());

export type DeviceGrantResult =
  | { outcome: 'waiting' | 'denied' | 'taken' | 'over' }
  | { outcome: 'granted'; key: string; apiKeyId: string };

/** Returns the key once the grant is approved: the only response that ever shows it. */
export async function pollDeviceGrant(
  db: Database,
  clock: Clock,
  secret: string,
): Promise<DeviceGrantResult> {
  if (!isSecret(secret)) return { outcome: 'over' };
  const [digest, now] = [secretDigest(secret), clock.now()];
  const grant = await grantByDigest(db, digest, now);
  if (grant === undefined) return { outcome: 'over' };
  if (grant.approved === null) return { outcome: 'waiting' };
  if (!grant.approved) return { outcome: 'denied' };
  return db.transaction(async (tx): Promise<DeviceGrantResult> => {
    const taken = await redeemGrant(tx, digest, now);
    if (taken === undefined) return { outcome: 'taken' };
    const { accountId, personId, program } = taken;
    const { key, row } = await createApiKey(tx, clock, { accountId, personId, name: program });
    return { outcome: 'granted', key, apiKeyId: row.apiKeyId };
  });
}
