import { isLoopbackIp, isPublicIp } from './ip-address.ts';

export interface OutboundPolicy {
  /**
   * The development exception: loopback may be called, and without TLS. Never on in a service that strangers can reach,
   * as they could then speak to everything that listens on this machine.
   */
  readonly loopback: boolean;
  /** Our own public addresses (`host:port`): a service that calls itself can be made to run in circles. */
  readonly ownHosts: readonly string[];
}

export const STRICT_POLICY: OutboundPolicy = { loopback: false, ownHosts: [] };

export const mayConnect = (address: string, policy: OutboundPolicy): boolean =>
  isPublicIp(address) || (policy.loopback && isLoopbackIp(address));
