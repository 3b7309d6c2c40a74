import type { Caller } from '../accounts/authenticate.ts';
import type { UsageCategory } from '../service/mount.ts';
import { Problem } from '../service/problem.ts';
import type { Span } from '../tracing/span.ts';
import { type AcceptedCodings, UNCODED } from './content-coding.ts';
import type { DeprecationHeaders } from './deprecation.ts';
import type { ResponseFormat } from './negotiate.ts';
import type { ParseBody } from './parse/body.ts';
import type { ParseQuery } from './parse/query.ts';
import type { Route } from './route.ts';

/** A route of the table with its parsers, compiled once at start. */
export interface PreparedRoute {
  route: Route;
  parseQuery: ParseQuery;
  parseBody: ParseBody | undefined;
  /** Whether its answers have an ETag: a GET of one resource. */
  isTagged: boolean;
  /** Whether its calls may carry an Idempotency-Key. */
  mayRepeat: boolean;
  /** Undefined when nothing of it is deprecated. */
  deprecation: DeprecationHeaders | undefined;
}

/**
 * Who may call. `key`: a key, or a session of the console. `session`: a session only. `open`: anybody,
 * counted by IP address. `file`: anybody, uncounted, since a screen loads many files. `probe`: probes of the
 * operator.
 */
export type EndpointAccess = 'key' | 'session' | 'open' | 'file' | 'probe';

/** Set on every Fastify route; a request without a matching route has none. */
export interface EndpointConfig {
  access: EndpointAccess;
  prepared?: PreparedRoute;
  /** The name of the request in log, usage and metrics. */
  name: string;
  /** Whether the key may also be sent as `Authorization: Bearer`, as hosted assistants do. */
  acceptsBearer?: boolean;
  /** Set where the only response is a problem. */
  refusal?: () => Problem;
}

/** What the middleware finds out about a request. */
export interface RequestContext {
  endpoint: EndpointConfig;
  /**
   * Headers of a response that a prepared route sends, each name followed by its value. Other responses are sent by Fastify,
   * and their headers are kept there.
   */
  head: string[];
  /** Whether it has values that Node must validate. */
  isHeadChecked: boolean;
  /** UTF-8 bytes of the text of the body, where they are known. */
  textBytes: number | undefined;
  caller: Caller | undefined;
  format: ResponseFormat;
  codings: AcceptedCodings;
  results: number;
  credits: number;
  /** Set for a stream of events, which is metered however it ends. */
  isStreaming?: boolean;
  /** The usage category of a mounted call. */
  counted: UsageCategory | undefined;
  /** Of a traced request. */
  span: Span | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    requestContext: RequestContext;
  }
  interface FastifyContextConfig {
    endpoint?: EndpointConfig;
  }
}

export const pathNotFound = (): Problem => new Problem('not-found', 'There is nothing at this path.');

export const NO_ROUTE: EndpointConfig = { access: 'open', name: 'no route', refusal: pathNotFound };

export const createRequestContext = (endpoint: EndpointConfig): RequestContext => ({
  endpoint,
  head: [],
  isHeadChecked: false,
  textBytes: undefined,
  caller: undefined,
  format: 'json-api',
  codings: UNCODED,
  results: 0,
  credits: 0,
  counted: undefined,
  span: undefined,
});
