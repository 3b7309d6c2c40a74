import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
} from 'fastify';
import type { Authenticator } from '../accounts/authenticate.ts';
import type { RequestRateLimiter } from '../accounts/request-rate.ts';
import type { Log } from '../lib/log.ts';
import type { Mount } from '../service/mount.ts';
import { Problem } from '../service/problem.ts';
import type { Services } from '../service/services.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { deprecationHeaders } from './deprecation.ts';
import { createErrorHandler } from './error-handler.ts';
import { EventStreams } from './event-stream.ts';
import { createMethodRefusals, findWithoutRoute, routerPath } from './method-refusals.ts';
import { authenticateRequest } from './middleware/authenticate.ts';
import type { BrowserSessions } from './middleware/browser-session.ts';
import { allowOrigins } from './middleware/cross-origin.ts';
import { ExecutionSlots } from './middleware/execution-slots.ts';
import { respondToRoute } from './middleware/handle-route.ts';
import { IpRateLimiter } from './middleware/ip-rate-limit.ts';
import { meterRequest, type UsageSink } from './middleware/meter.ts';
import {
  limitAccountRate,
  negotiateFormat,
  rejectUnknownRoute,
  runMiddleware,
  startRequest,
} from './middleware/middleware.ts';
import { traceRequest } from './middleware/trace-request.ts';
import { addMount } from './mount.ts';
import type { PageRoute } from './page.ts';
import { bodyParser } from './parse/body.ts';
import { queryParser } from './parse/query.ts';
import { RawSocketResponder } from './raw-socket-responder.ts';
import { pathNotFound } from './request-context.ts';
import { createRequestIds } from './request-ids.ts';
import { createsResource, isTagged, type Route } from './route.ts';
import { limitUnreadTime } from './unread-time.ts';

export interface ServerParts extends Services, UsageSink {
  log: Log;
  authenticator: Authenticator;
  rate: RequestRateLimiter;
  routes: readonly Route[];
  pages: readonly PageRoute[];
  /** Sessions of the console; when absent, none is accepted. */
  browsers?: BrowserSessions;
  mounts?: readonly Mount[];
  trustedProxies: readonly string[];
  unauthenticatedPerMinute?: number;
  /** Concurrent calls; the default bound when absent. */
  maxExecutingCalls?: number | undefined;
  /** Shared by the threads of a process. */
  ipRate?: IpRateLimiter | undefined;
  /** Sites whose pages may call the API; none when absent. */
  corsOrigins?: readonly string[] | undefined;
  /** Absent: requests are not traced. */
  tracer?: Tracer | undefined;
}

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_PARAM_CHARS = 100;
const UNLIMITED = new ExecutionSlots(Number.POSITIVE_INFINITY);

export function createServer(parts: ServerParts): FastifyInstance {
  const nextId = createRequestIds();
  const sockets = new RawSocketResponder(nextId);
  const mounts = parts.mounts ?? [];
  const refusals = createMethodRefusals([...parts.routes, ...parts.pages, ...mounts]);
  const app = fastify(serverOptions(parts, nextId, sockets));
  app.decorateRequest('requestContext');
  app.setErrorHandler(createErrorHandler(parts.log, parts.metrics));
  if (parts.corsOrigins?.length) app.addHook('onRequest', allowOrigins(parts.corsOrigins));
  app.addHook(
    'onRequest',
    runMiddleware([
      meterRequest(parts, sockets, findWithoutRoute(refusals, MAX_PARAM_CHARS)),
      startRequest,
      ...(parts.tracer === undefined ? [] : [traceRequest(parts.tracer)]),
      authenticateRequest(
        parts.authenticator,
        parts.ipRate ?? new IpRateLimiter(parts.clock, parts.unauthenticatedPerMinute),
        parts.browsers,
      ),
      limitAccountRate(parts.rate, parts.clock),
      rejectUnknownRoute,
      negotiateFormat,
    ]),
  );
  const slots = new ExecutionSlots(parts.maxExecutingCalls);
  app.setNotFoundHandler(() => {
    throw pathNotFound();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  registerMethods(app);
  const streams = new EventStreams();
  app.addHook('preClose', async () => streams.endAll());
  for (const route of parts.routes) addRoute(app, { route, services: parts, streams, slots });
  for (const page of parts.pages) addPage(app, page, slots);
  for (const mount of mounts) addMount(app, mount, slots);
  for (const { url, methods, endpoint } of refusals) {
    const handler = (): never => {
      throw endpoint.refusal();
    };
    if (methods.length > 0) app.route({ url, method: methods, config: { endpoint }, handler });
  }
  handleTunnelsAndExpectations(app, sockets);
  return app;
}

function serverOptions(
  parts: ServerParts,
  nextId: () => string,
  sockets: RawSocketResponder,
): FastifyServerOptions & { http: object } {
  return {
    logger: false,
    genReqId: nextId,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 15_000,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: 10_000,
      // Slow senders are checked every 4 s and live less than 20 s: at Node's default of 30 s the limits
      // would apply late.
      connectionsCheckingInterval: 4_000,
      // The first middleware step answers a missing Host: Node would answer without a problem document.
      requireHostHeader: false,
    },
    trustProxy: parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    routerOptions: {
      maxParamLength: MAX_PARAM_CHARS,
      // The parser of the route reads the query instead of Fastify.
      querystringParser: () => ({}),
    },
    frameworkErrors: (error, request, reply) =>
      createErrorHandler(parts.log, parts.metrics)(error, request, reply),
    clientErrorHandler: (error, socket) => sockets.answerMalformed(error, socket as Socket),
    forceCloseConnections: 'idle',
    // A request on a kept-alive connection that arrives during shutdown is still answered, with `Connection:
    // close`.
    return503OnClosing: false,
  };
}

interface RouteParts {
  route: Route;
  services: Services;
  streams: EventStreams;
  slots: ExecutionSlots;
}

function addRoute(app: FastifyInstance, { route, services, streams, slots }: RouteParts): void {
  const prepared = {
    route,
    parseQuery: queryParser(route.query),
    parseBody: route.body && bodyParser(route.body, services.clock),
    isTagged: isTagged(route),
    mayRepeat: createsResource(route),
    deprecation: deprecationHeaders(route),
  };
  app.route({
    method: route.method,
    url: routerPath(route.path),
    config: { endpoint: { access: route.access ?? 'key', prepared, name: `${route.method} ${route.path}` } },
    ...(route.upload === undefined ? {} : { bodyLimit: route.upload.limit }),
    handler: slots.guard(respondToRoute(prepared, services, streams)),
  });
}

function addPage(app: FastifyInstance, page: PageRoute, slots: ExecutionSlots): void {
  const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { status, type, headers, body } = await page.show(
      request.params as Record<string, string>,
      request,
    );
    if (typeof body === 'string' || Buffer.isBuffer(body)) limitUnreadTime(reply, body.length);
    reply
      .code(status ?? 200)
      .headers({ 'content-type': type, ...headers })
      .send(body);
  };
  app.route({
    method: page.method ?? 'GET',
    url: routerPath(page.path),
    config: { endpoint: { access: page.access, name: `${page.method ?? 'GET'} ${page.path}` } },
    // Probes and files do not wait for the database.
    handler: (page.access === 'open' ? slots : UNLIMITED).guard(respond),
  });
}

/**
 * Every method that Node parses is known, so that none bypasses the middleware; only POST, PUT and PATCH have
 * a body.
 */
function registerMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true });
}

/**
 * Cases that Node would answer by itself or not at all: tunnels, and expectations, which a server may ignore
 * (RFC 9110, 10.1.1).
 */
function handleTunnelsAndExpectations(app: FastifyInstance, sockets: RawSocketResponder): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_request, socket) =>
    sockets.refuse(socket as Socket, new Problem('bad-request', 'This service opens no tunnels.')),
  );
}
