import { removeDrafts } from '../state/draft.ts';
import { session } from '../state/session.ts';
import { sendRequest } from './client.ts';
import type { PersonJson, SignInProviderJson } from './generated/console.ts';

export const fetchSession = (): Promise<PersonJson> =>
  sendRequest<PersonJson>('/console/api/me', { mayBeSignedOut: true });

export const fetchProviders = (signal: AbortSignal): Promise<SignInProviderJson[]> =>
  sendRequest<SignInProviderJson[]>('/console/api/providers', { signal });

/** After signing in the person returns to the screen they opened. */
export const signInUrl = (
  { address }: SignInProviderJson,
  returnTo = location.pathname + location.search,
): string => `${address}?${new URLSearchParams({ returnTo })}`;

export async function requestSignOut(): Promise<void> {
  await sendRequest('/console/api/sign-out', { method: 'POST', mayBeSignedOut: true });
  removeDrafts();
  session.set(null);
}
