import { Agent } from 'undici';
import { type ConnectorOptions, createGuardedConnector, dialTcp } from './connect.ts';
import type { OutboundPolicy } from './policy.ts';
import { createHostResolver } from './resolve.ts';

/**
 * To one host. More than all that a process has under way at once: many customers share a host, and a call that waits for a connection
 * while another endpoint of that host hangs would be late by no fault of its own.
 */
const MAX_CONNECTIONS_PER_HOST = 512;
/** A name may move: its connections are renewed, and judged again, at least so often. */
const CONNECTION_TTL_MS = 300_000;

/** The one way out of this service. */
export interface OutboundClient {
  readonly policy: OutboundPolicy;
  readonly agent: Agent;
  close(): Promise<void>;
}

/** Keeps its connections, so make one for a process; close it at the end. */
export function createOutboundClient(
  policy: OutboundPolicy,
  given: Partial<Omit<ConnectorOptions, 'policy'>> = {},
): OutboundClient {
  const agent = new Agent({
    connect: createGuardedConnector({ resolve: createHostResolver(), dial: dialTcp, ...given, policy }),
    allowH2: false,
    connections: MAX_CONNECTIONS_PER_HOST,
    clientTtl: CONNECTION_TTL_MS,
    // The deadline of each call rules; it covers the whole reply, which these do not.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { policy, agent, close: () => agent.destroy() };
}
