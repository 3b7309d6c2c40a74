import type { Caller } from '../accounts/authenticate.ts';
import { DAY_MS } from '../lib/durations.ts';
import { signToken, verifyToken } from '../lib/signed-token.ts';
import { canElicit } from './elicitation.ts';

const PURPOSE = 'session';
/** 2025 clients keep a session as long as they run, and few start a new one by themselves. */
export const MAX_MCP_SESSION_MS = 30 * DAY_MS;

/** The capability that a 2025 client declared at initialisation. */
export interface McpSession {
  elicits: boolean;
}

interface SessionClaims {
  key: string;
  from: number;
  elicits: boolean;
}

/** The id is a signed token with the whole session: every process can verify it, and none stores it. */
export const createSessionId = (
  secret: Buffer,
  { apiKeyId }: Caller,
  now: Date,
  initialize: unknown,
): string =>
  signToken(secret, PURPOSE, {
    key: apiKeyId,
    from: now.getTime(),
    elicits: canElicit((initialize as { params?: { capabilities?: unknown } }).params?.capabilities),
  } satisfies SessionClaims);

/** Undefined for an id that is not ours, belongs to another key, or has expired. */
export function verifySessionId(
  secret: Buffer,
  { apiKeyId }: Caller,
  now: Date,
  id: string,
): McpSession | undefined {
  const claims = verifyToken<SessionClaims>(secret, PURPOSE, id);
  if (claims === undefined || claims.key !== apiKeyId) return undefined;
  return now.getTime() - claims.from < MAX_MCP_SESSION_MS ? { elicits: claims.elicits } : undefined;
}
