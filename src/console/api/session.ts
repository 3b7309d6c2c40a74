import { type ConsoleSession, session } from '../state/session.ts';
import { sendRequest } from './client.ts';

/** A way to sign in. */
export interface ProviderJson {
  readonly id: string;
  readonly name: string;
  /** For development on this machine only. */
  readonly local: boolean;
  readonly method: 'GET' | 'POST';
  readonly address: string;
}

export const fetchSession = (): Promise<ConsoleSession> => sendRequest<ConsoleSession>('/console/api/me');

export const fetchProviders = (signal: AbortSignal): Promise<ProviderJson[]> =>
  sendRequest<ProviderJson[]>('/console/api/providers', { signal });

/** The person comes back to the screen they wanted. */
export const signInUrl = ({ address }: ProviderJson): string =>
  `${address}?${new URLSearchParams({ returnTo: location.pathname + location.search })}`;

export async function requestSignOut(): Promise<void> {
  await sendRequest('/console/api/sign-out', { method: 'POST' });
  session.set(null);
}
