import { isLoopbackHostname } from '../../sign-in/provider.ts';

/**
 * The origin of the console: a setting or, on a local machine, the requested host. Its path is always the
 * same.
 */
export interface ConsoleOrigins {
  /** Undefined when no origin is set and the requested host is not this machine: nobody can sign in there. */
  originFor(host: string | undefined): string | undefined;
  /** Whether cookies need https: always, except with plain http on this machine. */
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

/** Where to go after a sign-in: a path of the console. Undefined for anything else. */
export function parseReturnPath(requested: string | null, origin: string): string | undefined {
  if (requested === null || requested === '') return `${CONSOLE_PATH}/`;
  // A browser reads a backslash as a slash: `/\elsewhere` is `//elsewhere`.
  if (!requested.startsWith(CONSOLE_PATH) || requested.includes('\\') || !URL.canParse(requested, origin))
    return undefined;
  const { origin: target, pathname, search, hash } = new URL(requested, origin);
  const inside = pathname === CONSOLE_PATH || pathname.startsWith(`${CONSOLE_PATH}/`);
  return target === origin && inside ? pathname + search + hash : undefined;
}
