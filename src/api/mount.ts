import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noteActivity } from '../lib/activity.ts';
import type { Mount, MountedCall, MountedResponse } from '../service/mount.ts';
import { resourceNotFound } from '../service/problem.ts';
import { runInSpan } from '../tracing/span.ts';
import type { ExecutionSlots } from './middleware/execution-slots.ts';
import { runInTurns, strictJsonSteps } from './parse/body.ts';
import { limitUnreadTime } from './unread-time.ts';

const asIs = (text: string): string => text;

export function addMount(app: FastifyInstance, mount: Mount, slots: ExecutionSlots): void {
  app.route({
    method: mount.method,
    url: mount.path,
    config: { endpoint: { access: 'key', name: `${mount.method} ${mount.path}`, acceptsBearer: true } },
    handler: slots.guard(async (request, reply) => {
      noteActivity('route', `${mount.method} ${mount.path}`);
      const call = await mountedCall(request, reply);
      send(reply, await runInSpan(request.requestContext.span, () => mount.answer(call)));
    }),
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
    onLeave(listener) {
      reply.raw.on('close', () => {
        if (!reply.raw.writableEnded) listener();
      });
    },
    countAs(counted, { results, credits } = { results: 0, credits: 0 }) {
      Object.assign(request.requestContext, { counted, results, credits });
    },
  };
}

function send(reply: FastifyReply, { status, headers, body }: MountedResponse): void {
  reply.code(status).headers(headers);
  if (typeof body === 'string') {
    limitUnreadTime(reply, body.length);
    reply.serializer(asIs).send(body);
  } else reply.send(body && Readable.fromWeb(body));
}
