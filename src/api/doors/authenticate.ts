import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authentication, Authenticator } from '../../accounts/authenticate.ts';
import { Problem } from '../problem.ts';
import type { AddressRate } from './address-rate.ts';
import type { Door, Verdict } from './door.ts';

const DETAILS = {
  missing: 'Send your API key in the header X-API-KEY.',
  malformed: 'The key in the header X-API-KEY is not valid.',
  unknown: 'The key in the header X-API-KEY is not valid.',
  'earlier-version':
    'The header X-API-KEY holds a key of the earlier major version, which is not accepted any more: generate a new key.',
};

type Refused = keyof typeof DETAILS;

/** Second door: who is calling. A call without a valid key is counted by its address, then refused where a key is needed. */
export function authenticateDoor(authenticator: Authenticator, addresses: AddressRate): Door {
  const withoutKey = (request: FastifyRequest, reply: FastifyReply, reason: Refused): Verdict =>
    addresses.admit(request, reply) ??
    (request.visit.door.access === 'open' ? undefined : unauthorized(reason));

  const judged = (authentication: Authentication, request: FastifyRequest, reply: FastifyReply): Verdict => {
    if ('refused' in authentication) {
      if (authentication.refused === 'unknown') addresses.noteGuess(request);
      return withoutKey(request, reply, authentication.refused);
    }
    const { caller } = authentication;
    request.visit.caller = caller;
    const mayNot = request.visit.door.prepared?.route.right === 'operator' && !caller.operator;
    return mayNot ? new Problem('forbidden', "This address takes an operator's key.") : undefined;
  };

  return (request, reply) => {
    if (request.visit.door.access === 'probe') return undefined;
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string') return withoutKey(request, reply, 'missing');
    // An address that has guessed often enough may not make us ask the database about one more key.
    const authentication = authenticator.authenticate(key, () => addresses.mayGuess(request));
    return authentication instanceof Promise
      ? authentication.then((found) => judged(found, request, reply))
      : judged(authentication, request, reply);
  };
}

const unauthorized = (reason: Refused): Problem =>
  new Problem('unauthorized', DETAILS[reason], { headers: { 'www-authenticate': 'ApiKey' } });
