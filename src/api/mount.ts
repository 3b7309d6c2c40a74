import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/authenticate.ts';
import { noteActivity } from '../lib/activity.ts';
import { type ParsedJson, strictJsonSteps } from './parse/strict-json.ts';
import { runInTurns } from './parse/turns.ts';
import { type RouteType, resourceNotFound } from './route.ts';

/** What a mounted call is booked as, in the log, the measures and the usage of the account. */
export interface UsageCategory {
  route: string;
  routeType: RouteType;
  channel: 'MCP';
}

export interface MountedCall {
  caller: Caller;
  requestId: string;
  headers: IncomingHttpHeaders;
  /** The body, held to the same rules as that of a route. */
  body: ParsedJson;
  /** Hears when the client leaves before it has its answer. */
  onLeave(hear: () => void): void;
  /** Undefined when the call is not to be counted, as with a fault of our own. */
  countAs(counted: UsageCategory | undefined, cost?: { results: number; credits: number }): void;
}

export interface MountedResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | ReadableStream | undefined;
}

/** An address that speaks a protocol of its own, behind the same doors as every route: key, rate limit, usage, log. */
export interface Mount {
  path: string;
  method: 'POST';
  answer(call: MountedCall): Promise<MountedResponse>;
}

const asIs = (text: string): string => text;

export function addMount(app: FastifyInstance, mount: Mount): void {
  app.route({
    method: mount.method,
    url: mount.path,
    config: { endpoint: { access: 'key', name: `${mount.method} ${mount.path}` } },
    handler: async (request, reply) => {
      noteActivity('route', `${mount.method} ${mount.path}`);
      return send(reply, await mount.answer(await mountedCall(request, reply)));
    },
  });
}

async function mountedCall(request: FastifyRequest, reply: FastifyReply): Promise<MountedCall> {
  const { caller } = request.requestContext;
  if (caller === undefined) throw resourceNotFound();
  return {
    caller,
    requestId: request.id,
    headers: request.headers,
    body: await runInTurns(strictJsonSteps((request.body as Buffer | undefined) ?? Buffer.alloc(0))),
    onLeave(hear) {
      reply.raw.on('close', () => {
        if (!reply.raw.writableEnded) hear();
      });
    },
    countAs(counted, { results, credits } = { results: 0, credits: 0 }) {
      Object.assign(request.requestContext, { counted, results, credits });
    },
  };
}

function send(reply: FastifyReply, { status, headers, body }: MountedResponse): FastifyReply {
  reply.code(status).headers(headers);
  if (typeof body === 'string') return reply.serializer(asIs).send(body);
  return body === undefined ? reply.send() : reply.send(Readable.fromWeb(body));
}
