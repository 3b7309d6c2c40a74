import type { Caller } from '../accounts/authenticate.ts';

interface BilledRequest {
  caller: Caller | undefined;
  endpoint: { access: string };
}

/** The console's own routes are free: they answer a session only, and a person who looks is no program that reads. */
export const isBilled = ({ caller, endpoint }: BilledRequest): boolean =>
  caller?.billedInCredits === true && endpoint.access !== 'session';
