import { ensureSharedSecret } from '../db/shared-secret.ts';
import type { Db } from '../db/sql.ts';
import { signToken, verifyToken } from '../lib/signed-token.ts';
import { isSafeRedirect, type OAuthClient } from './oauth.ts';

/** What a program says about itself (RFC 7591, 2). */
export interface ClientRegistration {
  name: string;
  redirectUris: readonly string[];
}

export type RegistrationFault = { error: 'invalid_redirect_uri' | 'invalid_client_metadata'; detail: string };

const PURPOSE = 'oauth client';
const SECRET_NAME = 'oauth';
const MAX_REDIRECT_URIS = 5;
const MAX_REDIRECT_CHARS = 200;
const MAX_NAME_CHARS = 100;

/** Faults of what was posted, or the registration. Members that we do not use are ignored (RFC 7591, 2). */
export function parseRegistration(text: string): ClientRegistration | RegistrationFault {
  const sent = parseObject(text);
  if (sent === undefined)
    return { error: 'invalid_client_metadata', detail: 'The body must be a JSON object.' };
  const {
    redirect_uris: uris,
    client_name: name = 'An assistant',
    token_endpoint_auth_method: method,
  } = sent;
  const isRedirect = (uri: unknown): uri is string =>
    typeof uri === 'string' && uri.length <= MAX_REDIRECT_CHARS && isSafeRedirect(uri);
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECT_URIS || !uris.every(isRedirect))
    return {
      error: 'invalid_redirect_uri',
      detail: `redirect_uris must have 1 to ${MAX_REDIRECT_URIS} URLs, each HTTPS or of this machine, of at most ${MAX_REDIRECT_CHARS} characters.`,
    };
  if (method !== undefined && method !== 'none')
    return { error: 'invalid_client_metadata', detail: 'token_endpoint_auth_method must be "none".' };
  const plain = typeof name === 'string' ? name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim() : '';
  if (plain === '' || plain.length > MAX_NAME_CHARS)
    return {
      error: 'invalid_client_metadata',
      detail: `client_name must have 1 to ${MAX_NAME_CHARS} characters.`,
    };
  return { name: plain, redirectUris: uris };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

/** The id is the signed registration: nothing is stored, so that nobody can fill a table. */
export const registerClient = async (db: Db, registration: ClientRegistration): Promise<string> =>
  signToken(await ensureSharedSecret(db, SECRET_NAME), PURPOSE, registration);

/** The client that registered itself with this redirect URI. */
export async function findRegisteredClient(
  db: Db,
  id: string,
  redirectUri: string,
): Promise<OAuthClient | undefined> {
  const secret = await ensureSharedSecret(db, SECRET_NAME);
  const registered = verifyToken<ClientRegistration>(secret, PURPOSE, id);
  if (!registered?.redirectUris.includes(redirectUri)) return undefined;
  return { id, redirectUri, name: registered.name };
}
