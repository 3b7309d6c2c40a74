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
import { matchesTag, pieceCodingFor, sendBody, UNCODED } from '../content-coding.ts';
import type { EventStreams } from '../event-stream.ts';
import { FLAT_JSON, formatType } from '../negotiate.ts';
import { bodyType, type ParseBody, type ParsedBody, withAttributesPath } from '../parse/body.ts';
import { readUpload } from '../parse/upload.ts';
import type { PreparedRoute, RequestContext } from '../request-context.ts';
import { onlyReads, type Route, type RouteCall, type RouteResponse } from '../route.ts';
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
    if (prepared.deprecation !== undefined) reply.headers(prepared.deprecation(call) ?? {});
    let answer: RouteResponse;
    try {
      answer = await runRoute(prepared, call, request);
    } catch (error) {
      throw wrapped ? withDocumentPaths(error) : error;
    }
    noteActivity('route', name);
    if (answer.events !== undefined) {
      streams.send({ request, reply }, services, answer.events);
      return;
    }
    const { requestContext } = request;
    const body = answer.text ?? JSON.stringify(answer.document?.(requestContext.format));
    if (answer.headers !== undefined) reply.headers(answer.headers);
    const isHeld =
      prepared.isTagged &&
      typeof body === 'string' &&
      matchesTag(request.headers['if-none-match'], reply, body);
    requestContext.results = isHeld || answer.status >= 400 ? 0 : answer.results;
    if (isBilled(requestContext)) await charge(services, requestContext, reply);
    const sending = isHeld ? sendUnchanged(reply) : sendAnswer(reply, requestContext, answer, body);
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

const sendUnchanged = (reply: FastifyReply): void => void reply.code(304).send();

/** Without a promise unless another thread compresses the body. */
function sendAnswer(
  reply: FastifyReply,
  { format, codings }: RequestContext,
  answer: RouteResponse,
  body: RouteResponse['text'],
): void | Promise<void> {
  reply.code(answer.status);
  if (answer.download !== undefined) return void sendFile(reply, answer.download);
  if (body === undefined) return void reply.send();
  reply.header('content-type', formatType(format));
  if (answer.coding !== undefined && answer.coding !== 'identity')
    reply.header('content-encoding', answer.coding);
  return sendBody(reply, body, answer.coding === undefined ? codings : UNCODED);
}

/** The caller sees what the answer cost, and what is left. */
async function charge(services: Services, context: RequestContext, reply: FastifyReply): Promise<void> {
  const { charged, remaining } = await chargeForResults(services.db, context.caller, context.results);
  context.credits = charged;
  reply.header('x-credits-charged', charged);
  if (remaining !== undefined) reply.header('x-credits-remaining', remaining);
}

const sendFile = (
  reply: FastifyReply,
  { name, format, bytes, stream }: NonNullable<RouteResponse['download']>,
) =>
  reply
    .headers({
      'content-type': tableTypes[format],
      'content-length': bytes,
      'content-disposition': `attachment; filename="${name}.${format}"`,
    })
    .send(stream);

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
