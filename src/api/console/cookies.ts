import { SESSION_MS } from '../../sign-in/sessions.ts';
import { SIGN_IN_MS } from '../../sign-in/sign-ins.ts';

type Kept = 'session' | 'sign_in';

const LIFE_MS: Record<Kept, number> = { session: SESSION_MS, sign_in: SIGN_IN_MS };

/** `__Host-`: no sibling domain and no plain http can plant it. Browsers refuse that name without Secure, so on this machine it goes without. */
const cookieName = (kept: Kept, secure: boolean): string => `${secure ? '__Host-' : ''}gable_${kept}`;

export const keptCookie = (kept: Kept, secret: string, secure: boolean): string =>
  written(kept, secret, Math.floor(LIFE_MS[kept] / 1000), secure);

export const droppedCookie = (kept: Kept, secure: boolean): string => written(kept, '', 0, secure);

const written = (kept: Kept, value: string, seconds: number, secure: boolean): string =>
  `${cookieName(kept, secure)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** What the browser holds under that name; nothing when it comes twice, as one of the two was planted. */
export function heldCookie(header: string | undefined, kept: Kept, secure: boolean): string | undefined {
  if (header === undefined) return undefined;
  const prefix = `${cookieName(kept, secure)}=`;
  const held = header.split(';').flatMap((part) => {
    const pair = part.trim();
    return pair.startsWith(prefix) ? [pair.slice(prefix.length)] : [];
  });
  return held.length === 1 ? held[0] : undefined;
}
