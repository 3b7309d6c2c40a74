import type { Database, Db } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { newId } from '../../lib/ids.ts';
import type { RowPage } from '../../lib/page.ts';
import { type DeliveryParts, ensureDestination } from '../destinations/destinations.ts';
import {
  type BinRequestRow,
  deleteExpiredRequests,
  deleteRequests,
  type RequestBinRow,
  requestsPage,
  selectBin,
  upsertBin,
} from './store.ts';

export type { BinRequestRow } from './store.ts';

/** The newest requests of a bin. */
export const MAX_BIN_REQUESTS = 50;
/** Stored of each body: 50 of them are 6.4 MB an account at most. */
export const MAX_BIN_BODY_BYTES = 128 * 1024;

/** The path of every bin. Only a URL of this form is looked up: other deliveries cost no query. */
export const BIN_PATH = '/console/request-bin/';

/** How long a bin receives after it was opened, or opened again. */
export const BIN_LIFETIME_MS = 7 * DAY_MS;

export type RequestBin = RequestBinRow & { destinationId: string };

export type OpenBinResult =
  | { outcome: 'opened'; bin: RequestBin; signingKey: string | undefined; isNew: boolean }
  | { outcome: 'too-many' };

/**
 * Opens the bin of an account, or opens it again, with its destination. The URL passes no outbound check, because
 * nothing is ever sent to it: `receiveInBin` stores what a worker would send.
 */
export function openRequestBin(
  db: Database,
  parts: DeliveryParts,
  accountId: string,
  urlOf: (id: string) => string,
): Promise<OpenBinResult> {
  return db.transaction(async (tx) => {
    const now = parts.clock.now();
    const before = await selectBin(tx, accountId);
    const id = newId(now);
    const bin = await upsertBin(tx, {
      ...{ accountId, id, url: urlOf(id), createdAt: now },
      expiresAt: new Date(now.getTime() + BIN_LIFETIME_MS),
    });
    const target = { url: bin.url, email: null, isDefault: false } as const;
    const added = await ensureDestination(tx, parts, accountId, target);
    if (added.outcome === 'too-many' || added.outcome === 'too-many-mails') return { outcome: 'too-many' };
    const { signingKey } = added;
    const isNew = before === undefined;
    return { outcome: 'opened', bin: { ...bin, destinationId: added.destination.id }, signingKey, isNew };
  });
}

export const findRequestBin = (db: Db, accountId: string): Promise<RequestBinRow | undefined> =>
  selectBin(db, accountId);

export const listBinRequests = (db: Db, accountId: string, page: number): Promise<RowPage<BinRequestRow>> =>
  requestsPage(db, accountId, page);

/** Returns whether the account has a bin. */
export async function emptyRequestBin(db: Db, accountId: string): Promise<boolean> {
  if ((await selectBin(db, accountId)) === undefined) return false;
  await deleteRequests(db, accountId);
  return true;
}

export const cleanRequestBins = (db: Db, clock: Clock): Promise<void> =>
  deleteExpiredRequests(db, clock.now());
