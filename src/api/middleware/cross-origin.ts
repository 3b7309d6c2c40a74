import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { VARY } from '../negotiate.ts';

/** What pages of other sites may do: call the API with a key. Cookies and the header of the console stay out. */
const ALLOWED_HEADERS = 'x-api-key, accept, content-type, idempotency-key, if-none-match, last-event-id';
const EXPOSED_HEADERS =
  'deprecation, etag, link, location, retry-after, x-credits-charged, x-credits-remaining, x-next-cursor, x-notes, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-retry-after, x-request-id, sunset';
const ALLOWED_METHODS = 'GET, POST, PUT, PATCH, DELETE';
const PREFLIGHT_SECONDS = 7_200;
const ANY = '*';
/** Only with a session of this site. */
const OWN_PAGES = /^\/(?:console|oauth)(?:[/?]|$)/;

/** Reads origins, comma-separated, or `*`; a sentence when it is not that. */
export function parseOrigins(text: string): string[] | string {
  const origins = text.split(',').flatMap((part) => part.trim() || []);
  const isOrigin = (origin: string): boolean =>
    origin === ANY ||
    (URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol) && new URL(origin).origin === origin);
  return origins.every(isOrigin)
    ? origins
    : 'must be origins such as https://app.example, comma-separated, or *';
}

/** Lets pages of the named origins call the API (Fetch standard, 3.2). Without an origin the hook is not installed. */
export function allowOrigins(origins: readonly string[]): onRequestHookHandler {
  const allowed = new Set(origins);
  return (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined || OWN_PAGES.test(request.url)) return done();
    if (!allowed.has(ANY) && !allowed.has(origin)) return done();
    reply.header('access-control-allow-origin', allowed.has(ANY) ? ANY : origin);
    reply.header('access-control-expose-headers', EXPOSED_HEADERS);
    if (isPreflight(request)) return answerPreflight(request, reply);
    done();
  };
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

function answerPreflight({ id }: FastifyRequest, reply: FastifyReply): void {
  const headers = {
    'x-request-id': id,
    vary: VARY,
    'access-control-allow-methods': ALLOWED_METHODS,
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': PREFLIGHT_SECONDS,
  };
  reply.code(204).headers(headers).send();
}
