import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteActivity } from '../../lib/activity.ts';
import { releaseBuffer } from '../../lib/buffer-pool.ts';
import type { RequestFault } from '../../lib/request-fault.ts';
import { isUuid } from '../../lib/uuid.ts';
import { chargeForResults } from '../../service/charge-for-results.ts';
import { faultsProblem, Problem, resourceNotFound } from '../../service/problem.ts';
import type { Services } from '../../service/services.ts';
import { tableTypes } from '../../warehouse/table-file.ts';
import { FLAT_JSON, formatType } from '../media-type.ts';
import { bodyType, type ParseBody, type ParsedBody, withAttributesPath } from '../parse/body.ts';
import { readUpload } from '../parse/upload.ts';
import type { PreparedRoute } from '../request-context.ts';
import type { RouteCall, RouteResponse } from '../route.ts';

const asIs = <Text extends string | Buffer>(text: Text): Text => text;

/** Parses the request, calls the domain function and renders the response. */
export function handleRoute(prepared: PreparedRoute, services: Services) {
  const { route } = prepared;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { name } = request.requestContext.endpoint;
    noteActivity('route', name);
    const parsedBody = parseBody(request, prepared);
    const { call, wrapped } = parseCall(request, prepared, {
      services,
      parsedBody: parsedBody instanceof Promise ? await parsedBody : parsedBody,
    });
    let answer: RouteResponse;
    try {
      answer = await (route.isQuery
        ? services.queries.run(call.accountId, () => route.run(call))
        : route.run(call));
    } catch (error) {
      throw wrapped ? withDocumentPaths(error) : error;
    }
    noteActivity('route', name);
    const { requestContext } = request;
    requestContext.results = answer.results;
    if (requestContext.caller?.billedInCredits) {
      const billed = answer.status < 400 ? answer.results : 0;
      requestContext.credits = await chargeForResults(services.db, requestContext.caller, billed);
      reply.header('x-credits-charged', requestContext.credits);
    }
    reply.code(answer.status);
    if (answer.headers !== undefined) reply.headers(answer.headers);
    if (answer.download !== undefined) return sendFile(reply, answer.download);
    const text = answer.text ?? JSON.stringify(answer.document?.(requestContext.format));
    if (text === undefined) return reply.send();
    reply.header('content-type', formatType(requestContext.format));
    if (typeof text !== 'string') reply.raw.once('close', () => releaseBuffer(text));
    // The serializer keeps Fastify from adding a charset, which JSON:API forbids. Text is sent in one write
    // with the head, a buffer in two: 8 % of the CPU of a null route.
    return reply.serializer(asIs).send(text);
  };
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
    accountId: request.requestContext.caller?.accountId ?? '',
    billedInCredits: request.requestContext.caller?.billedInCredits ?? false,
    format: request.requestContext.format,
    operator: request.requestContext.caller?.operator ?? false,
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
