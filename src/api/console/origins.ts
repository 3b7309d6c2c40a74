import { isLoopbackHostname } from '../../sign-in/provider.ts';

/** Where browsers find the console: its path is always the same, its origin is a setting or, on a machine of one's own, what was asked for. */
export interface ConsoleOrigins {
  /** Undefined when no origin was set and the host asked for is not this machine: nobody can sign in there. */
  originFor(host: string | undefined): string | undefined;
  /** Whether cookies are for https only: they are, but for plain http on this machine. */
  isSecure(origin: string): boolean;
}

export const CONSOLE_PATH = '/console';

export function createConsoleOrigins(baseUrl: string | undefined): ConsoleOrigins {
  const fixed = baseUrl === undefined ? undefined : new URL(baseUrl).origin;
  return {
    originFor: (host) => fixed ?? localOrigin(host),
    isSecure: (origin) => !isLocal(origin),
  };
}

function localOrigin(host = ''): string | undefined {
  const origin = `http://${host}`;
  return URL.canParse(origin) && isLocal(origin) ? new URL(origin).origin : undefined;
}

export function isLocal(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && isLoopbackHostname(hostname);
}

/** Where to go after a sign-in: an address of the console itself. Undefined for any other. */
export function parseReturnPath(requested: string | null, origin: string): string | undefined {
  if (requested === null || requested === '') return `${CONSOLE_PATH}/`;
  // A browser reads a backslash as a slash: //elsewhere in disguise.
  if (!requested.startsWith(CONSOLE_PATH) || requested.includes('\\') || !URL.canParse(requested, origin))
    return undefined;
  const { origin: target, pathname, search, hash } = new URL(requested, origin);
  const inside = pathname === CONSOLE_PATH || pathname.startsWith(`${CONSOLE_PATH}/`);
  return target === origin && inside ? pathname + search + hash : undefined;
}
