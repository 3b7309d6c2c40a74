import type { Operations } from './generated/operations.ts';

/** How the pages of a list are asked for. */
export type Paging = 'page' | 'search-cursor' | 'body-cursor' | 'query-cursor';

/** A route of the service. */
export interface OperationRow {
  method: string;
  path: string;
  /** It has parameters in its path. */
  inPath?: boolean;
  /** It has parameters in its query. */
  inQuery?: boolean;
  /** The media type of the request body. */
  body?: string;
  paging?: Paging;
  /** The reply is a file. */
  file?: boolean;
  /** Creates something: it is sent with an idempotency key. */
  creates?: boolean;
  /** Sends something out each time: it is repeated only when the service refused it. */
  sends?: boolean;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** For operations that create: the same key gets the same answer for 24 hours. A random one by default. */
  idempotencyKey?: string;
}

type Of<Id extends keyof Operations> = Operations[Id];

type PathOf<Operation> = Operation extends { path: infer Value } ? Value : unknown;

type QueryOf<Operation> = Operation extends { query: infer Value } ? Value : unknown;

/** Left out where there are none, optional where all of them are. */
type Parameters<Value> = unknown extends Value
  ? []
  : Record<never, never> extends Value
    ? [parameters?: Value]
    : [parameters: Value];

/**
 * The arguments of an operation, then options. Without a body, all parameters are one argument. With one, those of the
 * path come before it, and those of the query after it.
 */
export type Arguments<Id extends keyof Operations> =
  Of<Id> extends { body: infer Body }
    ? [...Parameters<PathOf<Of<Id>>>, body: Body, ...Parameters<QueryOf<Of<Id>>>, options?: CallOptions]
    : [...Parameters<PathOf<Of<Id>> & QueryOf<Of<Id>>>, options?: CallOptions];

type Single<Id extends keyof Operations> = (...args: Arguments<Id>) => Promise<Of<Id>['reply']>;

/** A list also has `each`: all entries, page by page. */
export type Method<Id extends keyof Operations> =
  Of<Id> extends { entry: infer Entry }
    ? Single<Id> & { each(...args: Arguments<Id>): AsyncGenerator<Entry, void, undefined> }
    : Single<Id>;

/** One method for each operation of the API. */
export type Methods = { readonly [Id in keyof Operations]: Method<Id> };
