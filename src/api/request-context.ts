import type { FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/authenticate.ts';
import type { UsageCategory } from '../service/mount.ts';
import { Problem } from '../service/problem.ts';
import type { ResponseFormat } from './media-type.ts';
import type { ParseBody } from './parse/body.ts';
import type { ParseQuery } from './parse/query.ts';
import type { Route } from './route.ts';

/** A route of the table with what was made of its schemas once, at start. */
export interface PreparedRoute {
  route: Route;
  parseQuery: ParseQuery;
  parseBody: ParseBody | undefined;
}

/**
 * Who may come through: with a key (or a session of the console); with a session only; anybody, counted by address; anybody, uncounted,
 * as a screen is made of many files; or the operator's own probes.
 */
export type EndpointAccess = 'key' | 'session' | 'open' | 'file' | 'probe';

/** Set on every Fastify route; a request that met no route has none. */
export interface EndpointConfig {
  access: EndpointAccess;
  prepared?: PreparedRoute;
  /** The name under which the request is logged, metered and measured. */
  name: string;
  /** Set where there is nothing but a problem to answer with. */
  refusal?: () => Problem;
}

/** What the doors learn about a request on its way in. */
export interface RequestContext {
  endpoint: EndpointConfig;
  caller: Caller | undefined;
  format: ResponseFormat;
  results: number;
  credits: number;
  /** While a slot of the process is held for it. */
  isExecuting?: boolean;
  /** What a mounted call turned out to be. */
  counted: UsageCategory | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    requestContext: RequestContext;
  }
  interface FastifyContextConfig {
    endpoint?: EndpointConfig;
  }
}

export const pathNotFound = (): Problem => new Problem('not-found', 'There is nothing at this address.');

const NO_ROUTE: EndpointConfig = { access: 'open', name: 'no route', refusal: pathNotFound };

export const createRequestContext = (request: FastifyRequest): RequestContext => ({
  endpoint: request.routeOptions.config.endpoint ?? NO_ROUTE,
  caller: undefined,
  format: 'json-api',
  results: 0,
  credits: 0,
  counted: undefined,
});
