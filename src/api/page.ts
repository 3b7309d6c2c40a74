import type { IncomingHttpHeaders } from 'node:http';
import type { ProblemName } from './problem.ts';

/** Something for people or operators rather than for API clients: no key, no negotiation, its own type. */
export interface Page {
  path: string;
  /** GET when left out. */
  method?: 'GET' | 'POST';
  access: 'open' | 'probe';
  summary: string;
  /** Media type and statuses, for the OpenAPI document. */
  type: string;
  statuses: number[];
  problems?: ProblemName[];
  schema?: object;
  show(params: Record<string, string>, headers: IncomingHttpHeaders): Shown | Promise<Shown>;
}

export interface Shown {
  status?: number;
  type: string;
  headers?: Record<string, string>;
  body: string | Buffer;
}
