import { Agent } from 'undici';
import { type Connecting, dialTcp, guardedConnector } from './connect.ts';
import type { OutboundPolicy } from './policy.ts';
import { systemResolve } from './resolve.ts';

/**
 * To one host. More than all that a process has under way at once: many customers share a host, and a call that waits for a connection
 * while another endpoint of that host hangs would be late by no fault of its own.
 */
const MAX_CONNECTIONS_PER_HOST = 512;
/** A name may move: its connections are renewed, and judged again, at least so often. */
const RENEW_MS = 300_000;

/** The one way out of this service. */
export interface Outbound {
  readonly policy: OutboundPolicy;
  readonly agent: Agent;
  close(): Promise<void>;
}

/** Keeps its connections, so make one for a process; close it at the end. */
export function openOutbound(
  policy: OutboundPolicy,
  given: Partial<Omit<Connecting, 'policy'>> = {},
): Outbound {
  const agent = new Agent({
    connect: guardedConnector({ resolve: systemResolve(), dial: dialTcp, ...given, policy }),
    allowH2: false,
    connections: MAX_CONNECTIONS_PER_HOST,
    clientTtl: RENEW_MS,
    // The deadline of each call rules; it covers the whole reply, which these do not.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { policy, agent, close: () => agent.destroy() };
}
