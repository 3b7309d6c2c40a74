import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { ProblemName } from '../service/problem.ts';

/** A page for people or operators rather than API clients: no key, no negotiation, its own media type. */
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
  /** Refusals that are no problem documents, by status: schemas of the page's own type. */
  failures?: Readonly<Record<number, object>>;
  schema?: object;
  show(params: Record<string, string>, request: PageRequest): PageResponse | Promise<PageResponse>;
}

/** The request for a page. */
export interface PageRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly ip: string;
  /** The peer of the connection, whatever a header says. */
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
  /** The bytes of a POST. */
  readonly body?: unknown;
}

export interface PageResponse {
  status?: number;
  type: string;
  headers?: Record<string, string | string[]>;
  body: string | Buffer | Readable;
}
