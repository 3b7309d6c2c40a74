import { join } from 'node:path';
import { isLocal } from '../api/console/origins.ts';
import type { ConsoleSettings } from '../api/console/parts.ts';
import { isLoopbackHostname } from '../sign-in/provider.ts';
import type { Settings } from './settings.ts';

/** The built console. `npm start` runs `npm run build` when needed. */
export const CONSOLE_FILES = join(import.meta.dirname, '../../dist/console');

/** Local sign-in enters the demo account. */
const LOCAL_ACCOUNT = 'demo';

export type SignInSettings = Pick<
  Settings,
  | 'OAUTH_CLIENTS'
  | 'OAUTH_REGISTRATION'
  | 'BASE_URL'
  | 'CONSOLE_URL'
  | 'DATABASE_URL'
  | 'HOST'
  | 'SIGN_IN_PROVIDERS'
  | 'OPERATORS'
  | 'LOCAL_SIGN_IN'
>;

export const resolveConsoleSettings = (settings: SignInSettings): ConsoleSettings => ({
  baseUrl: settings.CONSOLE_URL ?? settings.BASE_URL,
  oauthClients: settings.OAUTH_CLIENTS,
  oauthRegistration: settings.OAUTH_REGISTRATION === 'on',
  providers: settings.SIGN_IN_PROVIDERS,
  operators: settings.OPERATORS.map((email) => email.toLowerCase()),
  localAccount: isSingleUser(settings) ? LOCAL_ACCOUNT : undefined,
});

/** Whether only this machine can connect to the host. */
export const isLoopbackHost = (host: string): boolean => isLoopbackHostname(host) || host === '::1';

/** Whether people sign in without a provider: only when other machines cannot connect, unless configured. */
export function isSingleUser(settings: SignInSettings): boolean {
  if (settings.LOCAL_SIGN_IN !== '') return settings.LOCAL_SIGN_IN === 'on';
  const url = settings.CONSOLE_URL ?? settings.BASE_URL;
  return (
    settings.SIGN_IN_PROVIDERS.length === 0 &&
    settings.DATABASE_URL === undefined &&
    isLoopbackHost(settings.HOST) &&
    (url === undefined || isLocal(url))
  );
}
