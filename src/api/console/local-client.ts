import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackHostname } from '../../sign-in/provider.ts';

/** What is known of who asks: the other end of the connection, not whom a header names. */
export interface Peer {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

/** Set by proxies, tunnels and content networks: whoever asks is then somewhere behind them. */
const FORWARDING_HEADERS =
  /^(forwarded|via|x-real-ip|x-forwarded(-.+)?|x-original-.+|(x-|true-|cf-|fastly-)?(cluster-)?(client|connecting)-ip)$/;

const isLoopbackIp = (ip = ''): boolean => /^(::ffff:)?127\.|^::1$/i.test(ip);

/** A page of another site whose name was pointed at this machine (DNS rebinding) still sends its own name. */
function isLocalHostHeader(host = ''): boolean {
  const origin = URL.parse(`http://${host}`);
  return origin !== null && isLoopbackHostname(origin.hostname);
}

/** Whether a program on this very machine asks us directly: then, and only then, one click is enough to sign in. */
export const isLocalClient = ({ socket, headers }: Peer): boolean =>
  isLoopbackIp(socket.remoteAddress) &&
  isLocalHostHeader(headers.host) &&
  !Object.keys(headers).some((name) => FORWARDING_HEADERS.test(name));
