import { DAY_MS } from '../lib/durations.ts';
import { signToken, verifyToken } from '../lib/signed-token.ts';

/** A place in the change stream. Everything up to it was read. */
export interface StreamPosition {
  /** A transaction id. */
  readonly changedIn: string;
  readonly position: number;
  /** When the cursor was given out, in milliseconds. */
  readonly at: number;
}

/** A cursor is valid for this long after it was given out. */
export const CURSOR_LIFETIME_MS = 30 * DAY_MS;
/** Longer than a cursor is valid, by more than any transaction takes. */
export const LOG_RETENTION_MS = CURSOR_LIFETIME_MS + DAY_MS;

const purpose = (accountId: string): string => `changes ${accountId}`;

export const signStreamCursor = (
  secret: Buffer,
  accountId: string,
  { changedIn, position, at }: StreamPosition,
): string => signToken(secret, purpose(accountId), [changedIn, position, at]);

/** Undefined unless this service gave the cursor to this account. */
export function readStreamCursor(
  secret: Buffer,
  accountId: string,
  cursor: string,
): StreamPosition | undefined {
  const content = verifyToken<unknown[]>(secret, purpose(accountId), cursor);
  const [changedIn, position, at] = content ?? [];
  if (typeof changedIn !== 'string' || typeof position !== 'number' || typeof at !== 'number')
    return undefined;
  return { changedIn, position, at };
}
