import { parseRegistration, registerClient } from '../../sign-in/oauth-registration.ts';
import type { PageRequest, PageResponse, PageRoute } from '../page.ts';
import { pathNotFound } from '../request-context.ts';
import { failure, json, OAUTH_FAILURE } from './oauth-token.ts';
import type { ConsoleParts } from './parts.ts';

export const REGISTRATION_PATH = '/oauth/register';

/** RFC 7591. */
async function register({ db, clock, settings }: ConsoleParts, { body }: PageRequest): Promise<PageResponse> {
  if (!settings.oauthRegistration) throw pathNotFound();
  const registration = parseRegistration(Buffer.isBuffer(body) ? body.toString() : '');
  if ('error' in registration) return failure(registration.error, registration.detail);
  return json(
    {
      client_id: await registerClient(db, registration),
      client_id_issued_at: Math.floor(clock.now().getTime() / 1_000),
      client_name: registration.name,
      redirect_uris: registration.redirectUris,
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    201,
  );
}

export const registrationPage = (parts: ConsoleParts): PageRoute => ({
  path: REGISTRATION_PATH,
  method: 'POST',
  access: 'open',
  summary: 'Register an assistant, where OAUTH_REGISTRATION is on',
  type: 'application/json',
  statuses: [201],
  failures: { 400: OAUTH_FAILURE },
  problems: ['not-found', 'payload-too-large'],
  schema: { type: 'object' },
  show: (_params, request) => register(parts, request),
});
