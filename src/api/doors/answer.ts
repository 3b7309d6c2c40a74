import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteActivity } from '../../lib/activity.ts';
import { giveBack } from '../../lib/lent-buffers.ts';
import { isUuid } from '../../lib/uuid.ts';
import { tableTypes } from '../../warehouse/table-file.ts';
import { FLAT_JSON, formatType } from '../media-type.ts';
import { bodyType, insideDocument } from '../parse/body.ts';
import { uploaded } from '../parse/upload.ts';
import { type Fault, faultsProblem, Problem } from '../problem.ts';
import { type Answer, type Call, noSuch, type Services } from '../route.ts';
import { takeCredits } from '../take-credits.ts';
import type { PreparedRoute } from '../visit.ts';

const asIs = <Text extends string | Buffer>(text: Text): Text => text;

/** The last doors of a route: parse, call the domain, render. */
export function answerRoute(prepared: PreparedRoute, services: Services) {
  const { route } = prepared;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { name } = request.visit.door;
    noteActivity('route', name);
    const { call, wrapped } = parsedCall(request, prepared, services);
    let answer: Answer;
    try {
      answer = await (route.isQuery
        ? services.queries.run(call.accountId, () => route.run(call))
        : route.run(call));
    } catch (error) {
      throw wrapped ? placed(error) : error;
    }
    noteActivity('route', name);
    const { visit } = request;
    visit.results = answer.results;
    if (visit.caller?.billedInCredits) {
      const billed = answer.status < 400 ? answer.results : 0;
      visit.credits = await takeCredits(services.db, visit.caller, billed);
      reply.header('x-credits-charged', visit.credits);
    }
    reply.code(answer.status);
    if (answer.headers !== undefined) reply.headers(answer.headers);
    if (answer.download !== undefined) return sendFile(reply, answer.download);
    const text = answer.text ?? JSON.stringify(answer.document?.(visit.format));
    if (text === undefined) return reply.send();
    reply.header('content-type', formatType(visit.format));
    if (typeof text !== 'string') reply.raw.once('close', () => giveBack(text));
    // The serializer keeps Fastify from adding a charset, which JSON:API forbids. Text goes out in one write with the
    // head, a buffer in two: 8 % of the CPU of a null route.
    return reply.serializer(asIs).send(text);
  };
}

const sendFile = (reply: FastifyReply, { name, format, bytes, stream }: NonNullable<Answer['download']>) =>
  reply
    .headers({
      'content-type': tableTypes[format],
      'content-length': bytes,
      'content-disposition': `attachment; filename="${name}.${format}"`,
    })
    .send(stream);

function parsedCall(
  request: FastifyRequest,
  prepared: PreparedRoute,
  services: Services,
): { call: Call; wrapped: boolean } {
  const params = request.params as Record<string, string>;
  for (const name in params) if (!isUuid(params[name] ?? '')) throw noSuch();
  const query = queryOf(request.url);
  const faults: Fault[] = [];
  const parsedQuery = prepared.parseQuery(query);
  if ('faults' in parsedQuery) faults.push(...parsedQuery.faults);
  const parsedBody = prepared.parseBody?.(request.body as Buffer, bodyType(request.headers) ?? FLAT_JSON) ?? {
    value: undefined,
  };
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
    accountId: request.visit.caller?.accountId ?? '',
    billedInCredits: request.visit.caller?.billedInCredits ?? false,
    format: request.visit.format,
    operator: request.visit.caller?.operator ?? false,
    signedIn: request.visit.caller?.signedIn,
    from: request,
    params,
    query: parsedQuery.value,
    body: prepared.route.upload === undefined ? parsedBody.value : uploaded(request),
    asked: { path: filledIn(prepared.route.path, params), query },
  };
  return { call, wrapped: 'wrapped' in parsedBody && parsedBody.wrapped === true };
}

/** A rule that the domain found broken is named where it stands in the body. */
function placed(error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const violations = error.violations.map(insideDocument);
  return new Problem(error.problem, error.message, { violations, headers: error.headers });
}

function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** The route's own address, not what was asked: a target may name another host (`GET http://…`), which no link of ours repeats. */
const filledIn = (path: string, params: Readonly<Record<string, string>>): string =>
  path.includes('{') ? path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '') : path;
