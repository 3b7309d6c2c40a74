import type { Agent } from 'undici';
import type { GivenConnector } from './agent.ts';
import type { OutboundPolicy } from './url.ts';

/** The only HTTP client for calls to other servers. */
export interface OutboundClient {
  readonly policy: OutboundPolicy;
  /** Opened by the first call. */
  agent(): Promise<Agent>;
  close(): Promise<void>;
}

/** It has a connection pool, so create one for each process; close it at the end. */
export function createOutboundClient(
  policy: OutboundPolicy,
  given: Omit<GivenConnector, 'policy'> = {},
): OutboundClient {
  let opening: Promise<Agent> | undefined;
  // Most processes call nobody in the seconds of their start, and undici is 0.05 s of its CPU.
  const open = async (): Promise<Agent> => (await import('./agent.ts')).openAgent({ ...given, policy });
  return {
    policy,
    agent() {
      opening ??= open();
      return opening;
    },
    close: async () => (await opening)?.destroy(),
  };
}
