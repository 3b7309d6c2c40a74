import { createHmac, hash } from 'node:crypto';
import { ensureSharedSecret } from '../db/shared-secret.ts';
import type { Database } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { signToken, verifyToken } from '../lib/signed-token.ts';
import { decideGrant, pollDeviceGrant, startDeviceGrant } from './device-grants.ts';
import { generateSecret } from './secret.ts';

/** A program that may ask people for access by a redirect. */
export interface OAuthClient {
  id: string;
  redirectUri: string;
  /** What people see; the id when absent. */
  name?: string;
}

/** HTTPS, or this machine: a code must not travel in clear text. */
const SAFE_REDIRECT = /^(?:https:|http:\/\/(?:localhost|127\.0\.0\.1)[:/])/;

export const isSafeRedirect = (uri: string): boolean => URL.canParse(uri) && SAFE_REDIRECT.test(uri);

/** Reads `client-id=https://redirect`, comma-separated; a sentence when it is not that. */
export function parseOAuthClients(text: string): OAuthClient[] | string {
  const clients: OAuthClient[] = [];
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [, id, redirectUri = ''] = /^([\w.-]{1,100})=(\S+)$/.exec(entry) ?? [];
    if (id === undefined || !isSafeRedirect(redirectUri))
      return 'must be client-id=https://redirect, or several of them';
    clients.push({ id, redirectUri });
  }
  return clients;
}

/** How long a code may travel through the browser (RFC 6749, 4.1.2 recommends ten minutes at most). */
const CODE_LIFETIME_MS = 60_000;
const PURPOSE = 'oauth code';
const SECRET_NAME = 'oauth';
/** RFC 7636, 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/;

export interface CodeRequest {
  clientId: string;
  redirectUri: string;
  /** The S256 challenge (RFC 7636). */
  challenge: string;
}

interface CodeClaims extends CodeRequest {
  nonce: string;
  until: number;
}

/** Only the service can derive it: who sees a code cannot redeem it without the verifier. */
const grantSecret = (secret: Buffer, nonce: string): string =>
  createHmac('sha256', secret).update(`grant ${nonce}`).digest('base64url');

/** A code for a person who agreed. It stands for an approved grant, which is redeemed once. */
export async function issueCode(
  { db, clock }: { db: Database; clock: Clock },
  request: CodeRequest,
  {
    personId,
    accountId,
    address,
    program,
  }: { personId: string; accountId: string; address: string; program: string },
): Promise<string> {
  const secret = await ensureSharedSecret(db, SECRET_NAME);
  const nonce = generateSecret();
  const { grant } = await startDeviceGrant(db, clock, {
    program,
    address,
    secret: grantSecret(secret, nonce),
  });
  await decideGrant(db, clock, { id: grant.id, personId, accountId, approved: true });
  const claims: CodeClaims = { ...request, nonce, until: clock.now().getTime() + CODE_LIFETIME_MS };
  return signToken(secret, PURPOSE, claims);
}

/** The key that a code stands for; undefined for any code that is not for this client and verifier. */
export async function redeemCode(
  { db, clock }: { db: Database; clock: Clock },
  {
    code,
    clientId,
    redirectUri,
    verifier,
  }: Omit<CodeRequest, 'challenge'> & { code: string; verifier: string },
): Promise<string | undefined> {
  const secret = await ensureSharedSecret(db, SECRET_NAME);
  const claims = verifyToken<CodeClaims>(secret, PURPOSE, code);
  const isFor =
    claims !== undefined &&
    claims.until > clock.now().getTime() &&
    claims.clientId === clientId &&
    claims.redirectUri === redirectUri &&
    VERIFIER.test(verifier) &&
    hash('sha256', verifier, 'base64url') === claims.challenge;
  if (!isFor) return undefined;
  const result = await pollDeviceGrant(db, clock, grantSecret(secret, claims.nonce));
  return result.outcome === 'granted' ? result.key : undefined;
}
