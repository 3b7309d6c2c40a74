import { redactApiKeys } from '../accounts/key.ts';
import { RegionNotServedError, SeveralRegionsError } from '../db/region-set.ts';
import { isStatementTimeout, isUnavailable } from '../db/unavailable.ts';
import { EngineBusy } from '../warehouse/engine.ts';
import { Problem } from './problem.ts';

/** Seconds after which a caller may find the database back. */
const RETRY_SECONDS = '2';

/** The problem of any error that a domain function throws. An unknown one is our own fault. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) {
    const detail = isStatementTimeout(error)
      ? 'The database took too long to answer.'
      : 'The service cannot reach its database just now.';
    return new Problem('unavailable', detail, { headers: { 'retry-after': RETRY_SECONDS } });
  }
  if (error instanceof SeveralRegionsError)
    return new Problem('several-regions', 'This call is not available yet with several regions.');
  if (error instanceof RegionNotServedError)
    return new Problem('several-regions', `The region "${error.region}" is not served here.`);
  if (error instanceof EngineBusy) {
    const detail =
      'The figures asked for take too much just now: ask for a shorter time or fewer groups, or try later.';
    return new Problem('unavailable', detail, { headers: { 'retry-after': RETRY_SECONDS } });
  }
  return new Problem('internal', 'The service failed to answer this request.');
}

/** The whole error for our log, with API keys redacted. */
export function describeError(error: unknown): string {
  return redactApiKeys(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
