import type { Caller } from '../../accounts/authenticate.ts';
import type { Database } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { OpenId } from '../../sign-in/openid.ts';
import { LOCAL, type Provider } from '../../sign-in/provider.ts';
import { findSession, type SignedInRow } from '../../sign-in/sessions.ts';
import type { Browsers } from '../doors/browser.ts';
import { isOwnMachine } from './own-machine.ts';
import { type ConsolePlace, consolePlace } from './place.ts';

export interface ConsoleSettings {
  /** The console's own address; undefined on a machine of one's own. */
  address: string | undefined;
  providers: readonly Provider[];
  /** Verified mail addresses, in lower case, of people who may do what only operators may. */
  operators: readonly string[];
  /** The account that whoever sits at this machine enters with one click; undefined where that must not be. */
  localAccount: string | undefined;
}

/** What the server's side of the console is made of. */
export interface ConsoleParts {
  db: Database;
  clock: Clock;
  log: Log;
  place: ConsolePlace;
  openId: OpenId;
  settings: ConsoleSettings;
}

export const consoleParts = (
  services: Pick<ConsoleParts, 'db' | 'clock' | 'log'>,
  settings: ConsoleSettings,
): ConsoleParts => ({
  ...services,
  settings,
  place: consolePlace(settings.address),
  openId: new OpenId(),
});

/** Decided anew with every call, so that a change of the setting holds for sessions that are open. */
export const isOperator = (
  { issuer, email }: Pick<SignedInRow, 'issuer' | 'email'>,
  { operators, localAccount }: ConsoleSettings,
): boolean =>
  issuer === LOCAL ? localAccount !== undefined : email !== null && operators.includes(email.toLowerCase());

export const browsersOf = ({ db, clock, place, settings }: ConsoleParts): Browsers => ({
  place,
  async callerOf(secret, request): Promise<Caller | undefined> {
    const found = await findSession(db, clock, secret);
    if (found === undefined) return undefined;
    // A session from the days when no provider was set ends with the setting.
    if (found.issuer === LOCAL && (settings.localAccount === undefined || !isOwnMachine(request)))
      return undefined;
    const { id: sessionId, personId, accountId, accountName, apiKeyId, billedInCredits, name, email } = found;
    const signedIn = { personId, sessionId, accountName, name, email };
    return { accountId, apiKeyId, operator: isOperator(found, settings), billedInCredits, signedIn };
  },
});
