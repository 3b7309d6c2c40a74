import type { FastifyReply } from 'fastify';
import type { Admission } from '../../accounts/grant.ts';
import type { RequestRateLimiter } from '../../accounts/request-rate.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Middleware, MiddlewareRejection } from './middleware.ts';
import { setRateLimitHeaders, tooManyRequests } from './rate-limit-headers.ts';

/**
 * The sliding minute of the account; on the console's own routes that of the person, so that looking does not take
 * calls from the account's programs. Calls without an account are counted by IP address in the step before.
 */
export function limitAccountRate(rate: RequestRateLimiter, clock: Clock): Middleware {
  const applyAdmission = (admission: Admission, reply: FastifyReply): MiddlewareRejection => {
    setRateLimitHeaders(reply, admission);
    return admission.admitted ? undefined : tooManyRequests(admission, clock.now().getTime());
  };

  return (request, reply) => {
    const { caller, endpoint } = request.requestContext;
    if (caller === undefined) return undefined;
    const isLooking = endpoint.access === 'session';
    const admission = rate.admit((isLooking && caller.signedIn?.personId) || caller.accountId);
    return admission instanceof Promise
      ? admission.then((answered) => applyAdmission(answered, reply))
      : applyAdmission(admission, reply);
  };
}
