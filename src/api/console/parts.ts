import type { Caller } from '../../accounts/authenticate.ts';
import type { Database } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { OAuthClient } from '../../sign-in/oauth.ts';
import { OpenIdClient } from '../../sign-in/openid.ts';
import { type IdentityProvider, LOCAL_PROVIDER_ID } from '../../sign-in/provider.ts';
import { findSession, type SessionWithPersonRow } from '../../sign-in/sessions.ts';
import type { BrowserSessions } from '../middleware/browser-session.ts';
import { isLocalClient } from './local-client.ts';
import { type ConsoleOrigins, createConsoleOrigins } from './origins.ts';

export interface ConsoleSettings {
  /** The URL of the console; undefined on a local machine. */
  baseUrl: string | undefined;
  providers: readonly IdentityProvider[];
  /** Verified emails, in lower case, of people with operator rights. */
  operators: readonly string[];
  /** The account that a person at this machine enters with one click; undefined where that is not allowed. */
  localAccount: string | undefined;
  /** Programs that may ask people for access by a redirect; none when absent. */
  oauthClients?: readonly OAuthClient[];
  /** Whether programs register themselves; not when absent. */
  oauthRegistration?: boolean;
}

/** The server side of the console. */
export interface ConsoleParts {
  db: Database;
  clock: Clock;
  log: Log;
  origins: ConsoleOrigins;
  openId: OpenIdClient;
  settings: ConsoleSettings;
}

export const consoleParts = (
  services: Pick<ConsoleParts, 'db' | 'clock' | 'log'>,
  settings: ConsoleSettings,
): ConsoleParts => ({
  ...services,
  settings,
  origins: createConsoleOrigins(settings.baseUrl),
  openId: new OpenIdClient(),
});

/** Computed for every call, so that a changed setting holds for open sessions too. */
export const isOperator = (
  { issuer, email }: Pick<SessionWithPersonRow, 'issuer' | 'email'>,
  { operators, localAccount }: ConsoleSettings,
): boolean =>
  issuer === LOCAL_PROVIDER_ID
    ? localAccount !== undefined
    : email !== null && operators.includes(email.toLowerCase());

export const createBrowserSessions = ({ db, clock, origins, settings }: ConsoleParts): BrowserSessions => ({
  origins: origins,
  async findCaller(secret, request): Promise<Caller | undefined> {
    const found = await findSession(db, clock, secret);
    if (found === undefined) return undefined;
    // A session made without a provider ends once a provider is configured.
    if (
      found.issuer === LOCAL_PROVIDER_ID &&
      (settings.localAccount === undefined || !isLocalClient(request))
    )
      return undefined;
    const { id: sessionId, personId, accountId, accountName, apiKeyId, billedInCredits, name, email } = found;
    const isLocal = found.issuer === LOCAL_PROVIDER_ID;
    const signedIn = { personId, sessionId, accountName, name, email, isLocal };
    const { role } = found;
    const scope = role === 'READ_ONLY' ? 'READ' : 'FULL';
    const operator = isOperator(found, settings);
    return { accountId, apiKeyId, operator, role, scope, billedInCredits, signedIn };
  },
});
