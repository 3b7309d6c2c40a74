import { Resolver } from 'node:dns/promises';
import { OutboundError } from './failure.ts';

/** Every IP address of a name, of both families. Injected in tests; nothing else decides where a connection goes. */
export type ResolveHost = (name: string) => Promise<readonly string[]>;

const TRY_TIMEOUT_MS = 2_000;
const MAX_TRIES = 2;
/** Our own resolver does not answer; the name may be valid. */
const RESOLVER_DOWN = new Set(['ECONNREFUSED', 'ENONAME', 'ENOTINITIALIZED', 'ENOMEM']);

/**
 * Queries the name servers instead of the lookup of the system, which shares four threads with the file system: one
 * silent name server would delay every other name. It also reads the hosts file of this machine.
 */
export function createHostResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: TRY_TIMEOUT_MS, tries: MAX_TRIES });
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const codes = answers.map((answer) => (answer.status === 'rejected' ? codeOf(answer.reason) : ''));
    if (codes.every((code) => RESOLVER_DOWN.has(code))) {
      throw new OutboundError('internal', 'host names cannot be resolved at the moment');
    }
    throw new OutboundError('dns', 'the host name does not resolve');
  };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
