import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authentication, Authenticator, Caller } from '../../accounts/authenticate.ts';
import { Problem } from '../problem.ts';
import type { AddressRate } from './address-rate.ts';
import { type Browsers, shownSession } from './browser.ts';
import type { Door, Verdict } from './door.ts';

const DETAILS = {
  missing: 'Send your API key in the header X-API-KEY.',
  malformed: 'The key in the header X-API-KEY is not valid.',
  unknown: 'The key in the header X-API-KEY is not valid.',
  'earlier-version':
    'The header X-API-KEY holds a key of the earlier major version, which is not accepted any more: generate a new key.',
  'signed-out': 'Sign in to the console first.',
};

type Refused = keyof typeof DETAILS;

/** Second door: who is calling. A call without a valid key is counted by its address, then refused where a key is needed. */
export function authenticateDoor(
  authenticator: Authenticator,
  addresses: AddressRate,
  browsers: Browsers | undefined,
): Door {
  const withoutKey = (request: FastifyRequest, reply: FastifyReply, reason: Refused): Verdict =>
    addresses.admit(request, reply) ??
    (request.visit.door.access === 'open' ? undefined : unauthorized(reason));

  const judged = (authentication: Authentication, request: FastifyRequest, reply: FastifyReply): Verdict => {
    if ('refused' in authentication) {
      if (authentication.refused === 'unknown') addresses.noteGuess(request);
      return withoutKey(request, reply, authentication.refused);
    }
    return admitted(authentication.caller, request);
  };

  const bySession = (request: FastifyRequest, reply: FastifyReply): Verdict | Promise<Verdict> => {
    const reason = request.visit.door.access === 'session' ? 'signed-out' : 'missing';
    const shown = browsers && shownSession(browsers, request);
    if (browsers === undefined || shown === undefined) return withoutKey(request, reply, reason);
    if (shown instanceof Problem) return addresses.admit(request, reply) ?? shown;
    if (!addresses.mayGuess(request)) return withoutKey(request, reply, reason);
    return browsers.callerOf(shown, request).then((caller) => {
      if (caller !== undefined) return admitted(caller, request);
      addresses.noteGuess(request);
      return withoutKey(request, reply, reason);
    });
  };

  return (request, reply) => {
    const { access } = request.visit.door;
    if (access === 'probe' || access === 'file') return undefined;
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string' || access === 'session')
      return access === 'open' ? withoutKey(request, reply, 'missing') : bySession(request, reply);
    // An address that has guessed often enough may not make us ask the database about one more key.
    const authentication = authenticator.authenticate(key, () => addresses.mayGuess(request));
    return authentication instanceof Promise
      ? authentication.then((found) => judged(found, request, reply))
      : judged(authentication, request, reply);
  };
}

function admitted(caller: Caller, request: FastifyRequest): Verdict {
  request.visit.caller = caller;
  const mayNot = request.visit.door.prepared?.route.right === 'operator' && !caller.operator;
  return mayNot ? new Problem('forbidden', "This address takes an operator's key.") : undefined;
}

const unauthorized = (reason: Refused): Problem =>
  new Problem('unauthorized', DETAILS[reason], { headers: { 'www-authenticate': 'ApiKey' } });
