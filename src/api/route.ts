import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { SessionUser } from '../accounts/authenticate.ts';
import type { Role } from '../accounts/roles.ts';
import type { Deprecation } from '../catalogue/deprecation.ts';
import type { PieceCoding } from '../lib/coded-pieces.ts';
import { PAGE_SIZE, type RowPage } from '../lib/page.ts';
import type { RequestFault } from '../lib/request-fault.ts';
import { type ProblemName, resourceNotFound } from '../service/problem.ts';
import type { RouteType, Services } from '../service/services.ts';
import type { TableFile } from '../warehouse/table-file.ts';
import type { EventSource } from './event-stream.ts';
import type { ResponseFormat } from './negotiate.ts';
import type { PageRequest } from './page.ts';
import { collectionDocument, singleDocument } from './render/json-api.ts';
import { flatDocument, type Identified, type Resource } from './resource.ts';

export interface RouteCall<Query = unknown, Body = unknown> extends Services {
  accountId: string;
  apiKeyId?: string | undefined;
  billedInCredits: boolean;
  /** The response format. */
  format: ResponseFormat;
  /** A coding that the client accepts, for large answers of pieces that are coded once. */
  pieceCoding?: PieceCoding | undefined;
  /** The person of a browser session. */
  signedIn?: SessionUser | undefined;
  /** Whether the caller has operator rights. */
  operator?: boolean;
  /** The caller's role on the account. */
  role?: Role | undefined;
  /** The raw request, for the few routes that need it. */
  from?: Pick<PageRequest, 'ip' | 'headers' | 'socket'>;
  params: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
  /** Path and raw query string, for links. */
  target: { path: string; query: string };
}

export interface RouteResponse {
  status: number;
  /** Properties in the response, reported as results in usage. */
  results: number;
  headers?: Record<string, string>;
  /** Absent when the response has no body. */
  document?: (format: ResponseFormat) => object;
  /** Instead of a document: large JSON already serialized in the format of the call. */
  text?: string | Buffer;
  /** The coding that `text` already has. */
  coding?: PieceCoding['name'] | undefined;
  /** Instead of a document: server-sent events. */
  events?: EventSource;
  /** Instead of a document: a table file to download. */
  download?: TableFile & { name: string };
}

export interface ResponseShape {
  status: number;
  description: string;
  resource?: Resource;
  many?: boolean;
  /** Set where the JSON:API document is neither one resource nor a page: its schema, by name. */
  document?: { name: string; schema: TSchema };
  /** Schemas by media type, where the response is neither a resource nor a page. */
  content?: Readonly<Record<string, TSchema>>;
}

/** The result of parsing a body beyond its schema. */
export type BodyReadResult = { value: object } | { faults: RequestFault[] };

export interface RouteBody {
  schema: TObject;
  resource: Resource;
  /** The schema to document, where it says more than the one to validate with. */
  documented?: TSchema;
  /** Parses what a schema cannot check; its faults are reported together with those of the schema. */
  read?(sent: object, now: Date): BodyReadResult;
  /** A query rather than a resource: in JSON:API it may also be sent without the resource envelope. */
  bare?: boolean;
}

/**
 * A row of the route table. The server, the OpenAPI document and the tests over all routes read nothing else.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  routeType: RouteType;
  query: TObject;
  body?: RouteBody;
  /** Named schemas that the documented body refers to. */
  components?: Record<string, TSchema>;
  /** Instead of a JSON body: raw bytes. */
  upload?: Upload;
  /** Responds with a file of the type named in the query, whatever Accept says. */
  download?: true;
  /** Also answers with server-sent events, when Accept asks for them. */
  streams?: true;
  /** Absent: a key, or a session of the console. `session`: a session only. `open`: anybody. */
  access?: 'session' | 'open';
  /** The right that the key or person must have. `owner`: the role on the account. */
  right?: 'operator' | 'owner';
  /** Changes only what is the person's own, such as their sessions: one who may only read may call it. */
  isPersonal?: true;
  /** The caller decides what it costs the database: the query limiter runs it, or answers `query-too-heavy`. */
  isQuery?: true;
  /** A POST that changes nothing: a key that may only read may call it. */
  isReadOnly?: true;
  /** Changes alerts, destinations or favorites: a key with the scope ALERTS may call it. */
  changesAlerts?: true;
  /** The whole route goes away: its answers say so, and the OpenAPI document. */
  deprecated?: Deprecation;
  /** Query parameters, and members of the body, that go away. */
  deprecatedMembers?: Readonly<Record<string, Deprecation>>;
  answers: ResponseShape[];
  problems: ProblemName[];
  run(call: RouteCall): Promise<RouteResponse>;
}

/** Whether a key that may only read may call it. What is not marked counts as a change. */
export const onlyReads = ({ method, isReadOnly }: Pick<Route, 'method' | 'isReadOnly'>): boolean =>
  method === 'GET' || isReadOnly === true;

/** A GET that answers with one resource: its answers have an ETag. */
export const isTagged = ({ method, answers, download }: Route): boolean =>
  method === 'GET' && download === undefined && answers.some(({ resource, many }) => resource && !many);

/** Its calls may carry an Idempotency-Key. Those of the console are made by a person, who sees what happened. */
export const createsResource = ({ access, answers }: Route): boolean =>
  access === undefined && answers.some(({ status }) => status === 201);

export interface Upload {
  mediaTypes: readonly string[];
  /** Maximum bytes as sent, gzip or not. */
  limit: number;
  /** Set where the bytes are lines of JSON: the name of the schema of a line, and the named schemas it needs. */
  record?: { name: string; schemas: Record<string, object> };
}

/** The body of an upload. */
export interface UploadedBody {
  bytes: Buffer;
  mediaType: string;
  gzip: boolean;
}

/** The options common to all route helpers. */
interface RouteOptions {
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  routeType: RouteType;
  access?: 'session' | 'open';
  right?: 'operator' | 'owner';
  isPersonal?: true;
  changesAlerts?: true;
  problems?: ProblemName[];
  deprecated?: Deprecation;
  deprecatedMembers?: Readonly<Record<string, Deprecation>>;
}

const noQuery = Type.Object({}, { additionalProperties: false });

export function readOne<Flat extends Identified, Query extends TObject = typeof noQuery>(
  options: RouteOptions & {
    resource: Resource<Flat>;
    query?: Query;
    results?: number;
    /** The resource as this call asks for it, where a query may leave members out. */
    shownAs?(call: RouteCall<Static<Query>>): Resource<Flat>;
    find(call: RouteCall<Static<Query>>): Promise<Flat | undefined>;
  },
): Route {
  const { resource, shownAs, find, query, results = 0, ...rest } = options;
  return {
    ...rest,
    method: 'GET',
    query: query ?? noQuery,
    answers: [{ status: 200, description: `The ${resource.type}.`, resource: resource as Resource }],
    problems: ['not-found', ...(options.problems ?? [])],
    async run(call) {
      const shown = shownAs?.(call as RouteCall<Static<Query>>) ?? resource;
      const flat = await find(call as RouteCall<Static<Query>>);
      if (flat === undefined) throw resourceNotFound();
      return {
        status: 200,
        results,
        document: (format) =>
          format === 'flat' ? flatDocument(shown, flat) : singleDocument(shown, flat, call.target.path),
      };
    },
  };
}

const pageParameter = Type.Optional(
  Type.Integer({
    minimum: 1,
    default: 1,
    description: 'Which page, 30 entries each; past the end is empty.',
  }),
);

export function readPage<
  Flat extends Identified,
  More extends Record<string, TSchema> = Record<never, never>,
>(
  options: RouteOptions & {
    resource: Resource<Flat>;
    query?: TObject<More>;
    /** Set where the caller may ask for fewer entries a page; PAGE_SIZE otherwise. */
    size?(query: Static<TObject<More>>): number;
    list(call: RouteCall<Static<TObject<More>> & { page: number }>): Promise<RowPage<Flat>>;
  },
): Route {
  const { resource, list, query: parameters, size = () => PAGE_SIZE, ...rest } = options;
  return {
    ...rest,
    method: 'GET',
    query: Type.Object({ page: pageParameter, ...parameters?.properties }, { additionalProperties: false }),
    answers: [
      { status: 200, description: 'One page of the collection.', resource: resource as Resource, many: true },
    ],
    problems: options.problems ?? [],
    async run(call) {
      const query = { page: 1, ...(call.query as object) } as Static<TObject<More>> & { page: number };
      const page = await list({ ...call, query });
      return {
        status: 200,
        results: 0,
        document: (format) =>
          format === 'flat'
            ? page.rows.map((row) => flatDocument(resource, row))
            : collectionDocument(resource, page, { ...call.target, page: query.page, size: size(query) }),
      };
    },
  };
}

export function create<Flat extends Identified, Body extends TObject>(
  options: RouteOptions & {
    resource: Resource<Flat>;
    body: Body;
    /** Every call creates another one. */
    alwaysNew?: true;
    make(call: RouteCall<unknown, Static<Body>>): Promise<{ flat: Flat; created: boolean }>;
  },
): Route {
  const { resource, body, make, alwaysNew, ...rest } = options;
  const shown = resource as Resource;
  const existing = {
    status: 200,
    description: `The ${resource.type} that existed already.`,
    resource: shown,
  };
  return {
    ...rest,
    method: 'POST',
    query: noQuery,
    body: { schema: body, resource: shown },
    answers: [
      { status: 201, description: `The ${resource.type} created.`, resource: shown },
      ...(alwaysNew ? [] : [existing]),
    ],
    problems: ['validation', ...(options.problems ?? [])],
    async run(call) {
      const { flat, created } = await make(call as RouteCall<unknown, Static<Body>>);
      const self = resource.self?.(flat.id, flat);
      return {
        status: created ? 201 : 200,
        results: 0,
        ...(self !== undefined && { headers: { location: self } }),
        document: (format) =>
          format === 'flat' ? flatDocument(resource, flat) : singleDocument(resource, flat, call.target.path),
      };
    },
  };
}

export function remove(options: RouteOptions & { drop(call: RouteCall): Promise<boolean> }): Route {
  const { drop, ...rest } = options;
  return {
    ...rest,
    method: 'DELETE',
    query: noQuery,
    answers: [{ status: 204, description: 'Deleted; the answer has no body.' }],
    problems: ['not-found', ...(options.problems ?? [])],
    async run(call) {
      if (!(await drop(call))) throw resourceNotFound();
      return { status: 204, results: 0 };
    },
  };
}
