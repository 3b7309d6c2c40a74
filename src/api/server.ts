import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify';
import type { Authenticator } from '../accounts/authenticate.ts';
import type { RequestRate } from '../accounts/request-rate.ts';
import { AddressRate } from './doors/address-rate.ts';
import { answerRoute } from './doors/answer.ts';
import { authenticateDoor } from './doors/authenticate.ts';
import { passDoors } from './doors/door.ts';
import { enter } from './doors/enter.ts';
import { type Books, countIn, meterDoor } from './doors/meter.ts';
import { negotiateDoor } from './doors/negotiate.ts';
import { rateLimitDoor } from './doors/rate-limit.ts';
import { failureRenderer } from './failure.ts';
import { answerMalformed } from './malformed.ts';
import type { Page } from './page.ts';
import { bodyParser } from './parse/body.ts';
import { queryParser } from './parse/query.ts';
import { Problem } from './problem.ts';
import type { Route, Services } from './route.ts';

export interface ServerParts extends Services, Books {
  authenticator: Authenticator;
  rate: RequestRate;
  routes: readonly Route[];
  pages: readonly Page[];
  trustedProxies: readonly string[];
  unauthenticatedPerMinute?: number;
}

const BODY_LIMIT = 1024 * 1024;
const LONGEST_ID = 100;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export function createServer(parts: ServerParts): FastifyInstance {
  const app = fastify(serverOptions(parts));
  app.decorateRequest('visit');
  const render = failureRenderer(parts.log, parts.metrics);
  app.setErrorHandler(render);
  app.addHook('onRequest', countIn(parts));
  app.addHook(
    'onRequest',
    passDoors([
      enter,
      authenticateDoor(parts.authenticator, new AddressRate(parts.clock, parts.unauthenticatedPerMinute)),
      rateLimitDoor(parts.rate, parts.clock),
      negotiateDoor,
    ]),
  );
  app.addHook('onResponse', meterDoor(parts));
  app.setNotFoundHandler(() => {
    throw new Problem('not-found', 'There is nothing at this address.');
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const route of parts.routes) addRoute(app, route, parts);
  for (const page of parts.pages) addPage(app, page);
  refuseOtherMethods(app, [...parts.routes, ...parts.pages]);
  return app;
}

function serverOptions(parts: ServerParts): FastifyServerOptions & { http: object } {
  const nextId = requestIds();
  return {
    logger: false,
    genReqId: nextId,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 15_000,
    keepAliveTimeout: 72_000,
    // Slow senders are looked for every 5 s: at Node's own 30 s the limits above would come late.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    trustProxy: parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    routerOptions: {
      maxParamLength: LONGEST_ID,
      // The route's own parser reads the query; Fastify need not.
      querystringParser: () => ({}),
    },
    frameworkErrors: (error, request, reply) =>
      failureRenderer(parts.log, parts.metrics)(error, request, reply),
    clientErrorHandler: (error, socket) => answerMalformed(error, socket as Socket, nextId()),
    forceCloseConnections: 'idle',
    // A request on a kept-alive connection that arrives while we stop is still answered, and told to close.
    return503OnClosing: false,
  };
}

/** Unique without a random number for every request: a prefix per process and a count. */
function requestIds(): () => string {
  const prefix = `req_${randomBytes(6).toString('hex')}`;
  let count = 0;
  return () => `${prefix}${(count++).toString(36).padStart(6, '0')}`;
}

const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

function addRoute(app: FastifyInstance, route: Route, services: Services): void {
  const prepared = {
    route,
    parseQuery: queryParser(route.query),
    parseBody: route.body && bodyParser(route.body.schema, route.body.resource),
  };
  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    config: { door: { access: 'key', prepared, name: `${route.method} ${route.path}` } },
    handler: answerRoute(prepared, services),
  });
}

function addPage(app: FastifyInstance, page: Page): void {
  app.route({
    method: 'GET',
    url: fastifyPath(page.path),
    config: { door: { access: page.access, name: `GET ${page.path}` } },
    handler: async (request, reply) => {
      const shown = await page.show(request.params as Record<string, string>, request.headers);
      return reply
        .code(shown.status ?? 200)
        .headers({ 'content-type': shown.type, ...shown.headers })
        .send(shown.body);
    },
  });
}

/** A known address asked with another method is told which ones there are. */
function refuseOtherMethods(
  app: FastifyInstance,
  routes: readonly { path: string; method?: string }[],
): void {
  for (const [path, group] of Map.groupBy(routes, (route) => route.path)) {
    const taken = new Set(group.map((route) => route.method ?? 'GET'));
    if (taken.has('GET')) taken.add('HEAD');
    const allow = [...taken].sort().join(', ');
    app.route({
      method: METHODS.filter((method) => !taken.has(method)),
      url: fastifyPath(path),
      config: { door: { access: 'open', name: 'no method' } },
      handler: () => {
        throw new Problem('method-not-allowed', `This address takes ${allow}.`, { headers: { allow } });
      },
    });
  }
}
