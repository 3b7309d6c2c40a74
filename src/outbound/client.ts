import { Agent } from 'undici';
import { type ConnectorOptions, createGuardedConnector, dialTcp } from './connect.ts';
import { createHostResolver } from './resolve.ts';
import type { OutboundPolicy } from './url.ts';

/**
 * To one host. More than the concurrent attempts of a process: many customers share a host, and a call must not wait
 * for a connection because another endpoint of that host hangs.
 */
const MAX_CONNECTIONS_PER_HOST = 512;
/** DNS may change: connections are renewed, and checked again, at least this often. */
const CONNECTION_TTL_MS = 300_000;

/** The only HTTP client for calls to other servers. */
export interface OutboundClient {
  readonly policy: OutboundPolicy;
  readonly agent: Agent;
  close(): Promise<void>;
}

/** It has a connection pool, so create one for each process; close it at the end. */
export function createOutboundClient(
  policy: OutboundPolicy,
  given: Partial<Omit<ConnectorOptions, 'policy'>> = {},
): OutboundClient {
  const agent = new Agent({
    connect: createGuardedConnector({ resolve: createHostResolver(), dial: dialTcp, ...given, policy }),
    allowH2: false,
    connections: MAX_CONNECTIONS_PER_HOST,
    clientTtl: CONNECTION_TTL_MS,
    // The deadline of each call counts; it covers the complete reply, which these do not.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { policy, agent, close: () => agent.destroy() };
}
