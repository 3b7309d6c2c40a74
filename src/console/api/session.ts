import { session } from '../state/session.ts';
import { sendRequest } from './client.ts';
import type { PersonJson, SignInProviderJson } from './generated/console.ts';

export const fetchSession = (): Promise<PersonJson> => sendRequest<PersonJson>('/console/api/me');

export const fetchProviders = (signal: AbortSignal): Promise<SignInProviderJson[]> =>
  sendRequest<SignInProviderJson[]>('/console/api/providers', { signal });

/** After signing in the person returns to the screen they opened. */
export const signInUrl = ({ address }: SignInProviderJson): string =>
  `${address}?${new URLSearchParams({ returnTo: location.pathname + location.search })}`;

export async function requestSignOut(): Promise<void> {
  await sendRequest('/console/api/sign-out', { method: 'POST' });
  session.set(null);
}
