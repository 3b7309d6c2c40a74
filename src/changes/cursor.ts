import { DEFAULT_REGION } from '../db/region-set.ts';
import { DAY_MS } from '../lib/durations.ts';
import { signToken, verifyToken } from '../lib/signed-token.ts';

/** A position in the log of a region. Everything up to it was read. */
export interface LogPosition {
  /** A transaction id. */
  readonly changedIn: string;
  readonly position: number;
}

/** A position in the change stream: one for each region, since their logs have no common order of commits. */
export interface StreamPosition {
  readonly regions: ReadonlyMap<string, LogPosition>;
  /** When the cursor was given out, in milliseconds. */
  readonly at: number;
}

/** A cursor is valid for this long after it was given out. */
export const CURSOR_LIFETIME_MS = 30 * DAY_MS;
/** Longer than a cursor is valid, by more than any transaction takes. */
export const LOG_RETENTION_MS = CURSOR_LIFETIME_MS + DAY_MS;

const purpose = (accountId: string): string => `changes ${accountId}`;

/** With one region: its transaction, its position and the time. With several, a list of each after the time. */
export function signStreamCursor(secret: Buffer, accountId: string, { regions, at }: StreamPosition): string {
  const only = regions.size === 1 ? regions.get(DEFAULT_REGION) : undefined;
  const content =
    only === undefined
      ? [at, ...[...regions].map(([name, { changedIn, position }]) => [name, changedIn, position])]
      : [only.changedIn, only.position, at];
  return signToken(secret, purpose(accountId), content);
}

/** Undefined unless this service gave the cursor to this account. */
export function readStreamCursor(
  secret: Buffer,
  accountId: string,
  cursor: string,
): StreamPosition | undefined {
  const content = verifyToken<unknown[]>(secret, purpose(accountId), cursor);
  const [first, ...rest] = content ?? [];
  if (typeof first === 'number') return toStreamPosition(first, rest);
  const [position, at] = rest;
  return typeof at === 'number' ? toStreamPosition(at, [[DEFAULT_REGION, first, position]]) : undefined;
}

function toStreamPosition(at: number, entries: readonly unknown[]): StreamPosition | undefined {
  const regions = new Map<string, LogPosition>();
  for (const entry of entries) {
    const [name, changedIn, position] = Array.isArray(entry) ? entry : [];
    if (typeof name !== 'string' || typeof changedIn !== 'string' || typeof position !== 'number')
      return undefined;
    regions.set(name, { changedIn, position });
  }
  return { regions, at };
}
