import type { FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/authenticate.ts';
import type { Format } from './media-type.ts';
import type { Counted } from './mount.ts';
import type { ParseBody } from './parse/body.ts';
import type { ParseQuery } from './parse/query.ts';
import { Problem } from './problem.ts';
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
export type Access = 'key' | 'session' | 'open' | 'file' | 'probe';

/** Set on every Fastify route; a request that met no route has none. */
export interface DoorConfig {
  access: Access;
  prepared?: PreparedRoute;
  /** The name under which the request is logged, metered and measured. */
  name: string;
  /** Set where there is nothing but a problem to answer with. */
  refusal?: () => Problem;
}

/** What the doors learn about a request on its way in. */
export interface Visit {
  door: DoorConfig;
  caller: Caller | undefined;
  format: Format;
  results: number;
  credits: number;
  /** While a slot of the process is held for it. */
  isExecuting?: boolean;
  /** What a mounted call turned out to be. */
  counted: Counted | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit;
  }
  interface FastifyContextConfig {
    door?: DoorConfig;
  }
}

export const nothingHere = (): Problem => new Problem('not-found', 'There is nothing at this address.');

const NO_ROUTE: DoorConfig = { access: 'open', name: 'no route', refusal: nothingHere };

export const newVisit = (request: FastifyRequest): Visit => ({
  door: request.routeOptions.config.door ?? NO_ROUTE,
  caller: undefined,
  format: 'json-api',
  results: 0,
  credits: 0,
  counted: undefined,
});
