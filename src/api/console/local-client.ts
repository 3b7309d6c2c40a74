import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackHostname } from '../../sign-in/provider.ts';

/** The peer of the connection, not what a header claims. */
export interface Peer {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

/** Set by proxies, tunnels and content networks: the client is then somewhere behind them. */
const FORWARDING_HEADERS =
  /^(forwarded|via|x-real-ip|x-forwarded(-.+)?|x-original-.+|(x-|true-|cf-|fastly-)?(cluster-)?(client|connecting)-ip)$/;

const isLoopbackIp = (ip = ''): boolean => /^(::ffff:)?127\.|^::1$/i.test(ip);

/** A page of another site whose name resolves to this machine (DNS rebinding) still sends its own host. */
function isLocalHostHeader(host = ''): boolean {
  const origin = URL.parse(`http://${host}`);
  return origin !== null && isLoopbackHostname(origin.hostname);
}

/**
 * Whether the client is a program on this machine that connects directly. Only then one click is enough to
 * sign in.
 */
export const isLocalClient = ({ socket, headers }: Peer): boolean =>
  isLoopbackIp(socket.remoteAddress) &&
  isLocalHostHeader(headers.host) &&
  !Object.keys(headers).some((name) => FORWARDING_HEADERS.test(name));
