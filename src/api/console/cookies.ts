import { SESSION_LIFETIME_MS } from '../../sign-in/sessions.ts';
import { MAX_SIGN_IN_MS } from '../../sign-in/sign-ins.ts';

type CookieKind = 'session' | 'sign_in';

const COOKIE_LIFETIME_MS: Record<CookieKind, number> = {
  session: SESSION_LIFETIME_MS,
  sign_in: MAX_SIGN_IN_MS,
};

/**
 * `__Host-`: neither a sibling domain nor plain http can set the cookie. Browsers refuse that prefix without
 * Secure, so plain http on localhost goes without it.
 */
const cookieName = (kind: CookieKind, secure: boolean): string => `${secure ? '__Host-' : ''}gable_${kind}`;

export const setCookieHeader = (kind: CookieKind, secret: string, secure: boolean): string =>
  formatCookie(kind, secret, Math.floor(COOKIE_LIFETIME_MS[kind] / 1000), secure);

export const clearCookieHeader = (kind: CookieKind, secure: boolean): string =>
  formatCookie(kind, '', 0, secure);

const formatCookie = (kind: CookieKind, value: string, seconds: number, secure: boolean): string =>
  `${cookieName(kind, secure)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** The value of the cookie; undefined when it comes twice, since one of the two may be planted. */
export function readCookie(
  header: string | undefined,
  kind: CookieKind,
  secure: boolean,
): string | undefined {
  if (header === undefined) return undefined;
  const prefix = `${cookieName(kind, secure)}=`;
  const values = header.split(';').flatMap((part) => {
    const pair = part.trim();
    return pair.startsWith(prefix) ? [pair.slice(prefix.length)] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
