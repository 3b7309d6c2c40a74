import { isLoopbackIp, isPublicIp } from './ip-address.ts';

export interface OutboundPolicy {
  /**
   * For development: loopback may be called, and without TLS. Never in a public service, as callers could then reach
   * everything that listens on this machine.
   */
  readonly loopback: boolean;
  /** Our own public hosts (`host:port`): a service that calls itself can be made to loop. */
  readonly ownHosts: readonly string[];
}

export const STRICT_POLICY: OutboundPolicy = { loopback: false, ownHosts: [] };

export const mayConnect = (address: string, policy: OutboundPolicy): boolean =>
  isPublicIp(address) || (policy.loopback && isLoopbackIp(address));
