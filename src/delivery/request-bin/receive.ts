import type { Database } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { signingKeyHintOf } from '../keys/signing-keys.ts';
import { computeSignature } from '../sending/sign.ts';
import { insertRequest, selectBin, trimRequests } from './store.ts';

/** The newest requests of a bin. */
export const MAX_BIN_REQUESTS = 50;
/** Stored of each body: 50 of them are 6.4 MB an account at most. */
export const MAX_BIN_BODY_BYTES = 128 * 1024;

/** The path of every bin. Only a URL of this form is looked up: other deliveries cost no query. */
export const BIN_PATH = '/console/request-bin/';

export interface BinDelivery {
  accountId: string;
  url: string;
  key: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface BinReply {
  status: number;
  body: string;
}

/**
 * Stores a signed request in the bin of its account and answers as a receiver would. Undefined where the URL is no bin
 * of this account: then it is a URL like any other, and the outbound client decides whether it may be called.
 */
export async function receiveInBin(
  { db, clock }: { db: Database; clock: Clock },
  { accountId, url, key, headers, body }: BinDelivery,
): Promise<BinReply | undefined> {
  if (!url.includes(BIN_PATH)) return undefined;
  const bin = await selectBin(db, accountId);
  if (bin?.url !== url) return undefined;
  const now = clock.now();
  if (bin.expiresAt <= now) return { status: 410, body: 'The request bin has expired. Open it again.' };
  const id = newId(now);
  await db.transaction(async (tx) => {
    await insertRequest(tx, accountId, {
      ...{ id, receivedAt: now, headers, body: body.subarray(0, MAX_BIN_BODY_BYTES), bodyBytes: body.length },
      keyHint: signingKeyHintOf(key),
      // From the bytes and headers that arrived, as a receiver does.
      expectedSignature: computeSignature(key, Number(headers['X-Webhook-Timestamp']), body),
    });
    await trimRequests(tx, accountId, MAX_BIN_REQUESTS);
  });
  return { status: 200, body: JSON.stringify({ received: id }) };
}
