import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBilled } from '../../accounts/authenticate.ts';
import { recordAction } from '../../audit/audit-log.ts';
import { noteActivity } from '../../lib/activity.ts';
import type { RequestFault } from '../../lib/request-fault.ts';
import { isUuid } from '../../lib/uuid.ts';
import { chargeForResults } from '../../service/charge-for-results.ts';
import { faultsProblem, Problem, resourceNotFound } from '../../service/problem.ts';
import type { Services } from '../../service/services.ts';
import { runInSpan } from '../../tracing/span.ts';
import { tableTypes } from '../../warehouse/table-file.ts';
import { pieceCodingFor, UNCODED } from '../content-coding.ts';
import { matchesTag } from '../entity-tag.ts';
import type { EventStreams } from '../event-stream.ts';
import { FLAT_JSON, formatType } from '../negotiate.ts';
import { bodyType, type ParseBody, type ParsedBody, withAttributesPath } from '../parse/body.ts';
import { readUpload } from '../parse/upload.ts';
import type { PreparedRoute, RequestContext } from '../request-context.ts';
import { addCheckedHeaders, moveHead } from '../response-head.ts';
import { onlyReads, type Route, type RouteCall, type RouteResponse } from '../route.ts';
import { sendBody } from '../send-body.ts';
import { runIdempotently } from './idempotent.ts';

/** Parses the request, calls the domain function and renders the response. */
export function respondToRoute(prepared: PreparedRoute, services: Services, streams: EventStreams) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { name } = request.requestContext.endpoint;
    // Other requests may have run since: a body is awaited, and so is a step of the middleware now and then.
    noteActivity('route', name);
    const parsedBody = parseBody(request, prepared);
    const { call, wrapped } = parseCall(request, prepared, {
      services,
      parsedBody: parsedBody instanceof Promise ? await parsedBody : parsedBody,
    });
    // Before it runs: a problem has them too.
    const { requestContext } = request;
    if (prepared.deprecation !== undefined)
      addCheckedHeaders(requestContext, prepared.deprecation(call) ?? {});
    let answer: RouteResponse;
    try {
      answer = await runRoute(prepared, call, request);
    } catch (error) {
      throw wrapped ? withDocumentPaths(error) : error;
    }
    noteActivity('route', name);
    if (answer.events !== undefined) {
      moveHead(request, reply);
      streams.send({ request, reply }, services, answer.events);
      return;
    }
    const body = answer.text ?? JSON.stringify(answer.document?.(requestContext.format));
    if (answer.headers !== undefined) addCheckedHeaders(requestContext, answer.headers);
    const isHeld =
      prepared.isTagged &&
      typeof body === 'string' &&
      matchesTag(request.raw.headers['if-none-match'], requestContext, body);
    requestContext.results = isHeld || answer.status >= 400 ? 0 : answer.results;
    if (isBilled(requestContext)) await charge(services, requestContext);
    const sending = isHeld ? sendEmpty(request, reply, 304) : sendAnswer(request, reply, answer, body);
    if (sending !== undefined) await sending;
  };
}

/** A closure in the handler itself would cost every request, also one that is not traced. */
const runRoute = (prepared: PreparedRoute, call: RouteCall, request: FastifyRequest) =>
  request.requestContext.span === undefined
    ? runUntraced(prepared, call, request)
    : runInSpan(request.requestContext.span, () => runUntraced(prepared, call, request));

function runUntraced(
  { route, mayRepeat }: PreparedRoute,
  call: RouteCall,
  request: FastifyRequest,
): Promise<RouteResponse> {
  if (route.isQuery) return call.queries.run(call.accountId, () => route.run(call));
  if (onlyReads(route)) return route.run(call);
  const recorded = withRecord(route, request);
  const key = mayRepeat ? request.headers['idempotency-key'] : undefined;
  return key === undefined
    ? recorded.run(call)
    : runIdempotently(recorded, call, { key: String(key), body: request.body as Buffer });
}

/**
 * A change is in the audit log before it is acknowledged, once however often its answer is repeated. A push of listings
 * is one entry.
 */
function withRecord(route: Route, { id, requestContext: { caller } }: FastifyRequest): Route {
  if (caller === undefined) return route;
  return {
    ...route,
    async run(call) {
      const answer = await route.run(call);
      const action = { action: route.operationId, target: call.target.path, requestId: id };
      await recordAction(call.db, call.clock, caller, action);
      return answer;
    },
  };
}

function sendEmpty(request: FastifyRequest, reply: FastifyReply, status: number): void {
  moveHead(request, reply);
  reply.code(status).send();
}

/** Without a promise unless another thread compresses the body. */
function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: RouteResponse,
  body: RouteResponse['text'],
): void | Promise<void> {
  if (body === undefined && answer.download === undefined) return sendEmpty(request, reply, answer.status);
  reply.code(answer.status);
  if (answer.download !== undefined) return sendFile(request, reply, answer.download);
  const { head, format, codings } = request.requestContext;
  head.push('content-type', formatType(format));
  if (answer.coding !== undefined && answer.coding !== 'identity')
    head.push('content-encoding', answer.coding);
  return sendBody(request, reply, body ?? '', answer.coding === undefined ? codings : UNCODED);
}

/** The caller sees what the answer cost, and what is left. */
async function charge(services: Services, context: RequestContext): Promise<void> {
  const { charged, remaining } = await chargeForResults(services.db, context.caller, context.results);
  context.credits = charged;
  context.head.push('x-credits-charged', String(charged));
  if (remaining !== undefined) context.head.push('x-credits-remaining', String(remaining));
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, format, bytes, stream }: NonNullable<RouteResponse['download']>,
): void {
  moveHead(request, reply);
  reply
    .headers({
      'content-type': tableTypes[format],
      'content-length': bytes,
      'content-disposition': `attachment; filename="${name}.${format}"`,
    })
    .send(stream);
}

const NO_BODY: ParsedBody = { value: undefined };

const parseBody = (request: FastifyRequest, { parseBody }: PreparedRoute): ReturnType<ParseBody> =>
  parseBody?.(request.body as Buffer, bodyType(request.headers) ?? FLAT_JSON) ?? NO_BODY;

function parseCall(
  request: FastifyRequest,
  prepared: PreparedRoute,
  { services, parsedBody }: { services: Services; parsedBody: ParsedBody },
): { call: RouteCall; wrapped: boolean } {
  const params = request.params as Record<string, string>;
  for (const name in params) if (!isUuid(params[name] ?? '')) throw resourceNotFound();
  const query = queryStringOf(request.url);
  const faults: RequestFault[] = [];
  const parsedQuery = prepared.parseQuery(query);
  if ('faults' in parsedQuery) faults.push(...parsedQuery.faults);
  if ('faults' in parsedBody) faults.push(...parsedBody.faults);
  if (faults.length > 0 || 'faults' in parsedQuery || 'faults' in parsedBody) throw faultsProblem(faults);
  const call = {
    db: services.db,
    reads: services.reads,
    clock: services.clock,
    places: services.places,
    pipeline: services.pipeline,
    delivery: services.delivery,
    searching: services.searching,
    analytics: services.analytics,
    queries: services.queries,
    changes: services.changes,
    exports: services.exports,
    accountId: request.requestContext.caller?.accountId ?? '',
    apiKeyId: request.requestContext.caller?.apiKeyId,
    billedInCredits: request.requestContext.caller?.billedInCredits ?? false,
    format: request.requestContext.format,
    pieceCoding: pieceCodingFor(request.requestContext.codings),
    operator: request.requestContext.caller?.operator ?? false,
    role: request.requestContext.caller?.role,
    signedIn: request.requestContext.caller?.signedIn,
    from: request,
    params,
    query: parsedQuery.value,
    body: prepared.route.upload === undefined ? parsedBody.value : readUpload(request),
    target: { path: fillPathParameters(prepared.route.path, params), query },
  };
  return { call, wrapped: 'wrapped' in parsedBody && parsedBody.wrapped === true };
}

/** Domain faults name a member; in a JSON:API body it is below `data.attributes`. */
function withDocumentPaths(error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const violations = error.violations.map(withAttributesPath);
  return new Problem(error.problem, error.message, { violations, headers: error.headers });
}

function queryStringOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/**
 * The path of the route, not the request target: that may name another host (`GET http://…`), which no link
 * repeats.
 */
const fillPathParameters = (path: string, params: Readonly<Record<string, string>>): string =>
  path.includes('{') ? path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '') : path;
