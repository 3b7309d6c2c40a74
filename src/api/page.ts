import type { IncomingHttpHeaders } from 'node:http';
import type { ProblemName } from '../service/problem.ts';

/** Something for people or operators rather than for API clients: no key, no negotiation, its own type. */
export interface PageRoute {
  path: string;
  /** GET when left out. */
  method?: 'GET' | 'POST';
  access: 'open' | 'file' | 'probe';
  summary: string;
  /** Media type and statuses, for the OpenAPI document. */
  type: string;
  statuses: readonly number[];
  problems?: ProblemName[];
  schema?: object;
  show(params: Record<string, string>, request: PageRequest): PageResponse | Promise<PageResponse>;
}

/** Who asks for a page, and how. */
export interface PageRequest {
  readonly method: string;
  /** Path and query as they were asked for. */
  readonly url: string;
  readonly ip: string;
  /** The other end of the connection, whatever a header says. */
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

export interface PageResponse {
  status?: number;
  type: string;
  headers?: Record<string, string | string[]>;
  body: string | Buffer;
}
