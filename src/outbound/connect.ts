import { once } from 'node:events';
import { isIP, connect as netConnect, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { OutboundError } from './failure.ts';
import type { ResolveHost } from './resolve.ts';
import { mayConnect, type OutboundPolicy } from './url.ts';

/** A host name with more IP addresses than this is refused. */
const MAX_RESOLVED_IPS = 64;
const RESOLVE_TIMEOUT_MS = 5_000;
/**
 * For the connection and its TLS. No shorter than the 30 s of a webhook: with 10 s, a burst of new connections on a
 * busy machine of ours counted as an endpoint that does not answer, and five of those suspended it.
 */
export const OUTBOUND_CONNECT_TIMEOUT_MS = 30_000;

/** Opens a connection to the first of these IP addresses that answers. */
export type Dial = (to: { host: string; addresses: readonly string[]; port: number }) => Socket;

export interface ConnectorOptions {
  policy: OutboundPolicy;
  resolve: ResolveHost;
  dial: Dial;
  /** Certificate authorities instead of the default ones. */
  ca?: string | undefined;
}

/**
 * The connector of the agent: it resolves, refuses the host if any of its IP addresses is not allowed, connects to
 * exactly the checked ones, and checks the peer of the socket before a byte is sent. Each new connection is checked
 * again.
 */
export function createGuardedConnector(connecting: ConnectorOptions): buildConnector.connector {
  const secure = buildConnector({
    allowH2: false,
    timeout: OUTBOUND_CONNECT_TIMEOUT_MS,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(connecting.ca === undefined ? {} : { ca: connecting.ca }),
  });
  return (options, callback) => {
    openSocket(options, connecting).then(
      (httpSocket) =>
        options.protocol === 'https:'
          ? secure({ ...options, httpSocket }, callback)
          : callback(null, httpSocket),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

async function openSocket(
  { hostname, protocol, port }: buildConnector.Options,
  connecting: ConnectorOptions,
): Promise<Socket> {
  const { policy, dial } = connecting;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = await resolveHost(host, connecting);
  if (!addresses.every((address) => mayConnect(address, policy))) throw blockedIpError();
  const socket = dial({ host, addresses, port: Number(port || (protocol === 'https:' ? 443 : 80)) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(OUTBOUND_CONNECT_TIMEOUT_MS) });
    if (!addresses.includes(socket.remoteAddress ?? '')) throw blockedIpError();
    return socket;
  } catch (error) {
    // An abandoned socket may still fail later: its error has no listener any more.
    socket.on('error', () => undefined).destroy();
    throw error instanceof Error && error.name === 'AbortError' ? timeoutError() : error;
  }
}

const blockedIpError = (): OutboundError => new OutboundError('blocked', 'address not allowed');
const timeoutError = (): OutboundError => new OutboundError('timeout', 'the host does not answer');

async function resolveHost(host: string, { policy, resolve }: ConnectorOptions): Promise<readonly string[]> {
  // IP literals need no lookup, so the resolver is not called.
  if (isIP(host) !== 0) return [host];
  if (policy.loopback && /(^|\.)localhost$/.test(host)) return ['127.0.0.1', '::1'];
  const addresses = await withResolveTimeout(resolve(host));
  if (addresses.length > MAX_RESOLVED_IPS)
    throw new OutboundError('blocked', 'the host has too many addresses');
  if (addresses.length === 0) throw new OutboundError('dns', 'the host name does not resolve');
  return addresses;
}

async function withResolveTimeout<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new OutboundError('timeout', 'the host name does not resolve in time')),
      RESOLVE_TIMEOUT_MS,
    );
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Node gets the checked IP addresses instead of a lookup, and may try them one after another. */
export const dialTcp: Dial = ({ host, addresses, port }) =>
  netConnect({
    host,
    port,
    noDelay: true,
    keepAlive: true,
    autoSelectFamily: true,
    lookup: (_, __, found) =>
      found(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      ),
  });
