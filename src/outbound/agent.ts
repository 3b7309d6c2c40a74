import { Agent } from 'undici';
import { type ConnectorOptions, createGuardedConnector, dialTcp } from './connect.ts';
import { createHostResolver } from './resolve.ts';

/**
 * To one host. More than the concurrent attempts of a process: many customers share a host, and a call must not wait
 * for a connection because another endpoint of that host hangs.
 */
const MAX_CONNECTIONS_PER_HOST = 512;
/** DNS may change: connections are renewed, and checked again, at least this often. */
const CONNECTION_TTL_MS = 300_000;

export type GivenConnector = Pick<ConnectorOptions, 'policy'> & Partial<ConnectorOptions>;

export const openAgent = (given: GivenConnector): Agent =>
  new Agent({
    connect: createGuardedConnector({ resolve: createHostResolver(), dial: dialTcp, ...given }),
    allowH2: false,
    connections: MAX_CONNECTIONS_PER_HOST,
    clientTtl: CONNECTION_TTL_MS,
    // The deadline of each call counts; it covers the complete reply, which these do not.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
