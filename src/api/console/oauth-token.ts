import {
  GRANT_LIFETIME_MS,
  POLL_INTERVAL_SECONDS,
  pollDeviceGrant,
  startDeviceGrant,
} from '../../sign-in/device-grants.ts';
import { redeemCode } from '../../sign-in/oauth.ts';
import type { PageRequest, PageResponse } from '../page.ts';
import { CONSOLE_PATH } from './origins.ts';
import type { ConsoleParts } from './parts.ts';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const MAX_CLIENT_CHARS = 100;

export const json = (body: object, status = 200): PageResponse => ({
  status,
  type: 'application/json',
  headers: { 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

/** RFC 6749, 5.2: no problem document, since clients of OAuth read these members. */
export const OAUTH_FAILURE = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', description: 'A word of RFC 6749, 7591 or 8628, such as `invalid_grant`.' },
    error_description: { type: 'string' },
  },
};

export const failure = (error: string, description: string): PageResponse =>
  json({ error, error_description: description }, 400);

const formOf = ({ body }: PageRequest): URLSearchParams =>
  new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '');

const DEVICE_ERRORS: Readonly<Record<'waiting' | 'denied' | 'taken' | 'over', readonly [string, string]>> = {
  waiting: ['authorization_pending', 'The person has not decided yet.'],
  denied: ['access_denied', 'The person said no.'],
  taken: ['invalid_grant', 'The code was redeemed already.'],
  over: ['expired_token', 'The code is unknown or too old.'],
};

const granted = (key: string): PageResponse => json({ access_token: key, token_type: 'Bearer' });

/** The token is a key of the account: the person sees and revokes it in the console. */
export async function answerToken(parts: ConsoleParts, request: PageRequest): Promise<PageResponse> {
  const form = formOf(request);
  const value = (name: string): string => form.get(name) ?? '';
  if (value('grant_type') === DEVICE_GRANT) {
    const result = await pollDeviceGrant(parts.db, parts.clock, value('device_code'));
    return result.outcome === 'granted' ? granted(result.key) : failure(...DEVICE_ERRORS[result.outcome]);
  }
  if (value('grant_type') !== 'authorization_code')
    return failure('unsupported_grant_type', `Known: authorization_code, ${DEVICE_GRANT}.`);
  const key = await redeemCode(parts, {
    code: value('code'),
    clientId: value('client_id'),
    redirectUri: value('redirect_uri'),
    verifier: value('code_verifier'),
  });
  return key === undefined
    ? failure('invalid_grant', 'The code is not valid for this client, redirect URI and verifier.')
    : granted(key);
}

/** RFC 8628, 3.1. */
export async function startDevice(parts: ConsoleParts, request: PageRequest): Promise<PageResponse> {
  const origin = parts.origins.originFor(request.headers.host);
  const client = (formOf(request).get('client_id') ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  if (client === '' || client.length > MAX_CLIENT_CHARS)
    return failure('invalid_request', `client_id must have 1 to ${MAX_CLIENT_CHARS} characters.`);
  const { secret, grant } = await startDeviceGrant(parts.db, parts.clock, {
    program: client,
    address: request.ip,
  });
  const uri = `${origin ?? ''}${CONSOLE_PATH}/device`;
  return json({
    device_code: secret,
    user_code: grant.userCode,
    verification_uri: uri,
    verification_uri_complete: `${uri}?code=${grant.userCode}`,
    expires_in: GRANT_LIFETIME_MS / 1_000,
    interval: POLL_INTERVAL_SECONDS,
  });
}
