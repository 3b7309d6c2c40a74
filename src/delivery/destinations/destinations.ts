import type { Database, Db } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { RowPage } from '../../lib/page.ts';
import { countConfirmationMail, findRefusal, type TooManyMails } from '../confirmations/confirmations.ts';
import type { Keyring } from '../keys/keyring.ts';
import { ensureSigningKey } from '../keys/signing-keys.ts';
import { enqueueConfirmationMail } from '../notifications/enqueue.ts';
import { skipDestinationNotifications } from '../notifications/skip.ts';
import {
  countDestinations,
  type DestinationRow,
  deleteDestinationRow,
  destinationById,
  destinationByTarget,
  destinationsByIds,
  destinationsPage,
  insertDestination,
  lockDestinations,
  markUnsubscribed,
  oldestDestination,
  selectDefaultDestination,
  selectDestinationForUpdate,
  setDefaultDestination,
  updateDeliveryState,
} from './store.ts';
import { activeState } from './suspension.ts';

export type { DestinationRow } from './store.ts';

export const MAX_DESTINATIONS = 100;

export interface DeliveryParts {
  clock: Clock;
  keyring: Keyring;
}

export type NewTarget = { url: string; email: null } | { url: null; email: string };

export type AddDestinationResult =
  | { outcome: 'added' | 'already'; destination: DestinationRow; signingKey: string | undefined }
  | { outcome: 'too-many' }
  | ({ outcome: 'too-many-mails' } & TooManyMails);

/**
 * The destination with this URL or email, created if the account has none. Runs in the transaction of the caller. The
 * signing key is returned when it is made: with the first webhook of the account. The first destination is the default.
 */
export async function ensureDestination(
  db: Db,
  { clock, keyring }: DeliveryParts,
  accountId: string,
  { isDefault, ...target }: NewTarget & { isDefault: boolean },
): Promise<AddDestinationResult> {
  await lockDestinations(db, accountId);
  const existing = await destinationByTarget(db, accountId, target);
  if (existing !== undefined) {
    if (isDefault && !existing.isDefault) await setDefaultDestination(db, accountId, existing.id);
    return {
      outcome: 'already',
      destination: { ...existing, isDefault: existing.isDefault || isDefault },
      // Destinations and keys may be on two nodes: a crash while both are committed keeps the former alone.
      signingKey: await ensureWebhookKey(db, { clock, keyring }, accountId, target),
    };
  }
  if ((await countDestinations(db, accountId)) >= MAX_DESTINATIONS) return { outcome: 'too-many' };
  const now = clock.now();
  const destination = {
    id: newId(now),
    accountId,
    ...target,
    ...(target.url === null
      ? ({ destinationType: 'EMAIL', status: 'SUSPENDED' } as const)
      : ({ destinationType: 'WEBHOOK', status: 'ACTIVE' } as const)),
  };
  const refusedAt = target.url === null ? await findRefusal(db, accountId, target.email) : undefined;
  const isAsked = target.url === null && refusedAt === undefined;
  const tooMany = isAsked ? await countConfirmationMail(db, clock, { accountId, ...target }) : undefined;
  if (tooMany !== undefined) return { outcome: 'too-many-mails', ...tooMany };
  await insertDestination(db, destination, now);
  if (refusedAt !== undefined) await markUnsubscribed(db, accountId, destination.id, refusedAt);
  if (isDefault || (await selectDefaultDestination(db, accountId)) === undefined)
    await setDefaultDestination(db, accountId, destination.id);
  const made = await destinationById(db, accountId, destination.id);
  if (made === undefined) throw new Error('a destination disappeared within its own transaction');
  if (isAsked) await enqueueConfirmationMail(db, clock, made);
  const signingKey = await ensureWebhookKey(db, { clock, keyring }, accountId, target);
  return { outcome: 'added', destination: made, signingKey };
}

async function ensureWebhookKey(
  db: Db,
  { clock, keyring }: DeliveryParts,
  accountId: string,
  { url }: NewTarget,
): Promise<string | undefined> {
  return url === null ? undefined : ensureSigningKey(db, keyring, accountId, clock.now());
}

export const addDestination = (
  db: Database,
  parts: DeliveryParts,
  accountId: string,
  target: NewTarget & { isDefault: boolean },
): Promise<AddDestinationResult> => db.transaction((tx) => ensureDestination(tx, parts, accountId, target));

export const listDestinations = (db: Db, accountId: string, page: number): Promise<RowPage<DestinationRow>> =>
  destinationsPage(db, accountId, page);

export const findDestination = (db: Db, accountId: string, id: string): Promise<DestinationRow | undefined> =>
  destinationById(db, accountId, id);

/** For alerts that name no destination. */
export const findDefaultDestination = (db: Db, accountId: string): Promise<DestinationRow | undefined> =>
  selectDefaultDestination(db, accountId);

export const findDestinations = (
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<DestinationRow[]> => destinationsByIds(db, accountId, ids);

/** By URL or email. */
export const findDestinationByTarget = (
  db: Db,
  accountId: string,
  target: NewTarget,
): Promise<DestinationRow | undefined> => destinationByTarget(db, accountId, target);

/** Until the transaction ends no other one adds or removes destinations of this account. */
export const lockAccountDestinations = (db: Db, accountId: string): Promise<void> =>
  lockDestinations(db, accountId);

/**
 * Skips what is pending for it, and picks another default if it was the default. Runs in the transaction that also
 * moves the alerts that used it. Returns whether it existed.
 */
export async function dropDestination(db: Db, clock: Clock, accountId: string, id: string): Promise<boolean> {
  await lockDestinations(db, accountId);
  const gone = await deleteDestinationRow(db, accountId, id);
  if (gone === undefined) return false;
  await skipDestinationNotifications(
    db,
    { accountId, id, reason: 'the destination was deleted' },
    clock.now(),
  );
  const next = gone.isDefault ? await oldestDestination(db, accountId) : undefined;
  if (next !== undefined) await setDefaultDestination(db, accountId, next.id);
  return true;
}

export type ConfirmationRequest =
  | { outcome: 'sent' | 'unknown' | 'confirmed' | 'unsubscribed' | 'not-email' }
  | ({ outcome: 'too-many-mails' } & TooManyMails);

/** Sends the confirmation mail again. */
export function requestConfirmation(
  db: Database,
  clock: Clock,
  accountId: string,
  id: string,
): Promise<ConfirmationRequest> {
  return db.transaction(async (tx) => {
    const destination = await selectDestinationForUpdate(tx, { accountId, id });
    if (destination === undefined) return { outcome: 'unknown' };
    const { email } = destination;
    if (email === null) return { outcome: 'not-email' };
    if (destination.unsubscribedAt !== null) return { outcome: 'unsubscribed' };
    if (destination.confirmedAt !== null) return { outcome: 'confirmed' };
    const tooMany = await countConfirmationMail(tx, clock, { accountId, email });
    if (tooMany !== undefined) return { outcome: 'too-many-mails', ...tooMany };
    await enqueueConfirmationMail(tx, clock, destination);
    return { outcome: 'sent' };
  });
}

export type Reactivation = 'reactivated' | 'active-already' | 'unknown' | 'unconfirmed' | 'unsubscribed';

/** A manual reactivation, before the next probe. Parked notifications are replayed step by step. */
export function reactivateDestination(
  db: Database,
  clock: Clock,
  accountId: string,
  id: string,
): Promise<Reactivation> {
  return db.transaction(async (tx) => {
    const destination = await selectDestinationForUpdate(tx, { accountId, id });
    if (destination === undefined) return 'unknown';
    if (destination.status === 'ACTIVE') return 'active-already';
    if (destination.unsubscribedAt !== null) return 'unsubscribed';
    if (destination.destinationType === 'EMAIL' && destination.confirmedAt === null) return 'unconfirmed';
    await updateDeliveryState(tx, destination, activeState(clock.now()));
    return 'reactivated';
  });
}
