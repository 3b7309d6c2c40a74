import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { type FastifyReply, fastify } from 'fastify';
import { createRequestContext, NO_ROUTE, type RequestContext } from './request-context.ts';
import { addCheckedHeaders, sendBytes } from './response-head.ts';

interface Sent {
  body: string | Buffer;
  prepare?: (context: RequestContext, reply: FastifyReply) => void;
  request?: string;
}

/** The bytes of a response, as the client receives them. */
async function receive(t: TestContext, { body, prepare, request = 'GET / HTTP/1.1' }: Sent): Promise<string> {
  const app = fastify();
  app.decorateRequest('requestContext');
  app.get('/', (incoming, reply) => {
    incoming.requestContext = createRequestContext(NO_ROUTE);
    incoming.requestContext.head.push('x-request-id', 'req_1', 'content-type', 'application/json');
    prepare?.(incoming.requestContext, reply);
    sendBytes(incoming, reply, body);
  });
  t.after(() => app.close());
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`${request}\r\nHost: a\r\nConnection: close\r\n\r\n`);
  return (await text(socket)).replace(/Date: .*/, 'Date: now');
}

/** Then Node validates and renders the head. */
const watchHead = (_context: RequestContext, { raw }: FastifyReply): void => {
  const { writeHead } = raw;
  raw.writeHead = function (this: ServerResponse, ...args: never[]) {
    return writeHead.apply(this, args as never);
  } as typeof writeHead;
};

test('a response has the same bytes as one whose head Node renders', async (t) => {
  const bodies = ['{"a":1}', '{"é":"€"}', 'é', Buffer.from([0xc3, 0xa9])];
  for (const body of bodies) {
    for (const request of ['GET / HTTP/1.1', 'HEAD / HTTP/1.1', 'GET / HTTP/1.0']) {
      const sent = await receive(t, { body, request });
      assert.equal(sent, await receive(t, { body, request, prepare: watchHead }));
      assert.match(sent, /^HTTP\/1\.1 200 OK\r\nx-request-id: req_1\r\ncontent-type: application\/json\r\n/);
      assert.match(sent, new RegExp(`\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`));
      assert.equal(sent.endsWith(`\r\n\r\n${request.startsWith('HEAD') ? '' : body}`), true);
    }
  }
});

test('headers of the server and of other sites are sent too', async (t) => {
  const prepare = (_context: RequestContext, reply: FastifyReply): void => {
    reply.raw.setHeader('x-of-node', '1');
    reply.header('x-of-fastify', '2');
  };
  const sent = await receive(t, { body: '{}', prepare });
  assert.match(sent, /x-of-node: 1\r\n/);
  assert.match(sent, /x-of-fastify: 2\r\n/);
});

test('a value of a route cannot begin another header', async (t) => {
  const prepare = (context: RequestContext): void =>
    addCheckedHeaders(context, { location: '/a\r\nset-cookie: b' });
  const sent = await receive(t, { body: '{}', prepare });
  assert.match(sent, /^HTTP\/1\.1 500 /);
  assert.doesNotMatch(sent, /\r\nset-cookie/);
});
