import type { FastifyReply } from 'fastify';
import type { Admission } from '../../accounts/grant.ts';
import { Problem } from '../../service/problem.ts';

export function setRateLimitHeaders(reply: FastifyReply, admission: Admission): void {
  reply.header('x-ratelimit-limit', admission.limit);
  reply.header('x-ratelimit-remaining', admission.remaining);
}

export function tooManyRequests(admission: Admission, nowMs: number): Problem {
  const seconds = Math.max(1, admission.retryAt - Math.floor(nowMs / 1000));
  return new Problem('too-many-requests', `The limit of ${admission.limit} requests a minute is reached.`, {
    headers: { 'x-ratelimit-retry-after': String(admission.retryAt), 'retry-after': String(seconds) },
  });
}
