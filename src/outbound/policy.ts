import { isLoopbackAddress, isPublicAddress } from './address.ts';

export interface OutboundPolicy {
  /**
   * The development exception: loopback may be called, and without TLS. Never on in a service that strangers can reach,
   * as they could then speak to everything that listens on this machine.
   */
  readonly loopback: boolean;
  /** Our own public addresses (`host:port`): a service that calls itself can be made to run in circles. */
  readonly ourselves: readonly string[];
}

export const STRICT: OutboundPolicy = { loopback: false, ourselves: [] };

export const mayConnect = (address: string, policy: OutboundPolicy): boolean =>
  isPublicAddress(address) || (policy.loopback && isLoopbackAddress(address));
