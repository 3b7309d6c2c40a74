import { type Session, session } from '../state/session.ts';
import { call } from './client.ts';

/** A way to sign in. */
export interface Provider {
  readonly id: string;
  readonly name: string;
  /** For development on this machine only. */
  readonly local: boolean;
  readonly method: 'GET' | 'POST';
  readonly address: string;
}

export const readSession = (): Promise<Session> => call<Session>('/console/api/me');

export const readProviders = (signal: AbortSignal): Promise<Provider[]> =>
  call<Provider[]>('/console/api/providers', { signal });

/** The person comes back to the screen they wanted. */
export const signInAddress = ({ address }: Provider): string =>
  `${address}?${new URLSearchParams({ returnTo: location.pathname + location.search })}`;

export async function signOut(): Promise<void> {
  await call('/console/api/sign-out', { method: 'POST' });
  session.set(null);
}
