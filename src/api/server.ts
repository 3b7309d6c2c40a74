import { randomBytes } from 'node:crypto';
import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify';
import type { Authenticator } from '../accounts/authenticate.ts';
import type { RequestRate } from '../accounts/request-rate.ts';
import type { Log } from '../lib/log.ts';
import { addressDoor } from './doors/address.ts';
import { AddressRate } from './doors/address-rate.ts';
import { answerRoute } from './doors/answer.ts';
import { authenticateDoor } from './doors/authenticate.ts';
import type { Browsers } from './doors/browser.ts';
import { passDoors } from './doors/door.ts';
import { enter } from './doors/enter.ts';
import { type Books, meterDoor } from './doors/meter.ts';
import { negotiateDoor } from './doors/negotiate.ts';
import { shedLoad } from './doors/overload.ts';
import { rateLimitDoor } from './doors/rate-limit.ts';
import { failureRenderer } from './failure.ts';
import { BareSockets } from './malformed.ts';
import { addMount, type Mount } from './mount.ts';
import type { Page } from './page.ts';
import { bodyParser } from './parse/body.ts';
import { queryParser } from './parse/query.ts';
import { Problem } from './problem.ts';
import type { Route, Services } from './route.ts';
import { nothingHere } from './visit.ts';

export interface ServerParts extends Services, Books {
  log: Log;
  authenticator: Authenticator;
  rate: RequestRate;
  routes: readonly Route[];
  pages: readonly Page[];
  /** Browsers that are signed in to the console; left out, none is let in. */
  browsers?: Browsers;
  mounts?: readonly Mount[];
  trustedProxies: readonly string[];
  unauthenticatedPerMinute?: number;
  /** Calls worked on at once; the usual bound when left out. */
  maxExecutingCalls?: number | undefined;
  /** Where several threads count together. */
  addresses?: AddressRate | undefined;
}

const BODY_LIMIT = 1024 * 1024;
const MAX_PARAM_CHARS = 100;

export function createServer(parts: ServerParts): FastifyInstance {
  const nextId = requestIds();
  const sockets = new BareSockets(nextId);
  const app = fastify(serverOptions(parts, nextId, sockets));
  app.decorateRequest('visit');
  app.setErrorHandler(failureRenderer(parts.log, parts.metrics));
  app.addHook(
    'onRequest',
    passDoors([
      meterDoor(parts, sockets),
      enter,
      authenticateDoor(
        parts.authenticator,
        parts.addresses ?? new AddressRate(parts.clock, parts.unauthenticatedPerMinute),
        parts.browsers,
      ),
      rateLimitDoor(parts.rate, parts.clock),
      addressDoor,
      negotiateDoor,
    ]),
  );
  shedLoad(app, parts.maxExecutingCalls);
  app.setNotFoundHandler(() => {
    throw nothingHere();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  knowMethods(app);
  for (const route of parts.routes) addRoute(app, route, parts);
  for (const page of parts.pages) addPage(app, page);
  const mounts = parts.mounts ?? [];
  for (const mount of mounts) addMount(app, mount);
  refuseOtherMethods(app, [...parts.routes, ...parts.pages, ...mounts]);
  answerOddRequests(app, sockets);
  return app;
}

function serverOptions(
  parts: ServerParts,
  nextId: () => string,
  sockets: BareSockets,
): FastifyServerOptions & { http: object } {
  return {
    logger: false,
    genReqId: nextId,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 15_000,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: 10_000,
      // Slow senders are looked for every 4 s, so none is kept for 20: at Node's own 30 s the limits would come late.
      connectionsCheckingInterval: 4_000,
      // A missing Host is our own first door's business: Node would answer without a problem.
      requireHostHeader: false,
    },
    trustProxy: parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    routerOptions: {
      maxParamLength: MAX_PARAM_CHARS,
      // The route's own parser reads the query; Fastify need not.
      querystringParser: () => ({}),
    },
    frameworkErrors: (error, request, reply) =>
      failureRenderer(parts.log, parts.metrics)(error, request, reply),
    clientErrorHandler: (error, socket) => sockets.answerMalformed(error, socket as Socket),
    forceCloseConnections: 'idle',
    // A request on a kept-alive connection that arrives while we stop is still answered, and told to close.
    return503OnClosing: false,
  };
}

/** Unique without a random number for every request: a prefix per process and a count. */
function requestIds(): () => string {
  const prefix = `req_${randomBytes(6).toString('hex')}`;
  // The first number of six digits to the base of 36: ids are of one length without padding each.
  let count = 36 ** 5;
  return () => prefix + (count++).toString(36);
}

const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

function addRoute(app: FastifyInstance, route: Route, services: Services): void {
  const prepared = {
    route,
    parseQuery: queryParser(route.query),
    parseBody: route.body && bodyParser(route.body, services.clock),
  };
  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    config: { door: { access: route.access ?? 'key', prepared, name: `${route.method} ${route.path}` } },
    ...(route.upload === undefined ? {} : { bodyLimit: route.upload.limit }),
    handler: answerRoute(prepared, services),
  });
}

function addPage(app: FastifyInstance, page: Page): void {
  app.route({
    method: page.method ?? 'GET',
    url: fastifyPath(page.path),
    config: { door: { access: page.access, name: `${page.method ?? 'GET'} ${page.path}` } },
    handler: async (request, reply) => {
      const shown = await page.show(request.params as Record<string, string>, request);
      return reply
        .code(shown.status ?? 200)
        .headers({ 'content-type': shown.type, ...shown.headers })
        .send(shown.body);
    },
  });
}

/** Every method Node can read is known, so that none slips past the doors; only POST, PUT and PATCH bring a body. */
function knowMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true });
}

/** A known address asked with another method is told which ones there are. */
function refuseOtherMethods(
  app: FastifyInstance,
  routes: readonly { path: string; method?: string }[],
): void {
  for (const [path, group] of Map.groupBy(routes, (route) => route.path)) {
    // Whatever lies below an address is not known to be there: nothing is, for another method.
    if (path.endsWith('*')) continue;
    const taken = new Set<string>(group.map((route) => route.method ?? 'GET'));
    if (taken.has('GET')) taken.add('HEAD');
    const allow = [...taken].sort().join(', ');
    const refusal = (): Problem =>
      new Problem('method-not-allowed', `This address takes ${allow}.`, { headers: { allow } });
    app.route({
      method: METHODS.filter((method) => !taken.has(method)),
      url: fastifyPath(path),
      config: { door: { access: 'open', name: 'no method', refusal } },
      handler: () => {
        throw refusal();
      },
    });
  }
}

/** What Node would answer by itself, or not at all: tunnels, and expectations, which a server may pass over (RFC 9110, 10.1.1). */
function answerOddRequests(app: FastifyInstance, sockets: BareSockets): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_request, socket) =>
    sockets.refuse(socket as Socket, new Problem('bad-request', 'This service opens no tunnels.')),
  );
}
