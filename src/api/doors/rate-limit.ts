import type { FastifyReply } from 'fastify';
import type { Admission } from '../../accounts/grant.ts';
import type { RequestRate } from '../../accounts/request-rate.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Door, Verdict } from './door.ts';
import { rateHeaders, tooManyRequests } from './rate-headers.ts';

/** Third door: the account's moving minute. Calls without an account were counted by address one door before. */
export function rateLimitDoor(rate: RequestRate, clock: Clock): Door {
  const judged = (admission: Admission, reply: FastifyReply): Verdict => {
    rateHeaders(reply, admission);
    return admission.admitted ? undefined : tooManyRequests(admission, clock.now().getTime());
  };

  return (request, reply) => {
    const { caller } = request.visit;
    if (caller === undefined) return undefined;
    const admission = rate.admit(caller.accountId);
    return admission instanceof Promise
      ? admission.then((answered) => judged(answered, reply))
      : judged(admission, reply);
  };
}
