import { once } from 'node:events';
import { isIP, connect as netConnect, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { OutboundError } from './failure.ts';
import { mayConnect, type OutboundPolicy } from './policy.ts';
import type { ResolveHost } from './resolve.ts';

/** A name with more addresses than this is no service's. */
const MAX_RESOLVED_IPS = 64;
const RESOLVE_TIMEOUT_MS = 5_000;
/**
 * For the line and its TLS. No shorter than the 30 s that a webhook has in all: with 10 s of its own a crowded moment of ours, a burst of
 * new connections on a busy machine, was taken for an endpoint that does not answer, and five of those suspended it.
 */
export const OUTBOUND_CONNECT_TIMEOUT_MS = 30_000;

/** Opens a connection to the first of these addresses that answers. */
export type Dial = (to: { host: string; addresses: readonly string[]; port: number }) => Socket;

export interface ConnectorOptions {
  policy: OutboundPolicy;
  resolve: ResolveHost;
  dial: Dial;
  /** Authorities to trust in place of the usual ones. */
  ca?: string | undefined;
}

/**
 * The connector of the agent: resolve, refuse the whole answer if any address of it may not be called, connect to exactly what was
 * checked, and look once more at whom the socket reached before a byte is sent. Each new connection is judged anew.
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
    // A socket given up on may still fail later; nobody listens any more.
    socket.on('error', () => undefined).destroy();
    throw error instanceof Error && error.name === 'AbortError' ? timeoutError() : error;
  }
}

const blockedIpError = (): OutboundError => new OutboundError('refused address', 'address not allowed');
const timeoutError = (): OutboundError => new OutboundError('too late', 'the host does not answer');

async function resolveHost(host: string, { policy, resolve }: ConnectorOptions): Promise<readonly string[]> {
  // No lookup is ever made for these: the resolver would not be asked.
  if (isIP(host) !== 0) return [host];
  if (policy.loopback && /(^|\.)localhost$/.test(host)) return ['127.0.0.1', '::1'];
  const addresses = await withResolveTimeout(resolve(host));
  if (addresses.length > MAX_RESOLVED_IPS)
    throw new OutboundError('refused address', 'the host has too many addresses');
  if (addresses.length === 0) throw new OutboundError('unknown name', 'the host name does not resolve');
  return addresses;
}

async function withResolveTimeout<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new OutboundError('unknown name', 'the host name does not resolve in time')),
      RESOLVE_TIMEOUT_MS,
    );
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Node is given the checked addresses in place of a lookup, and may try them one after another. */
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
