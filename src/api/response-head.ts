import { ServerResponse, STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from './request-context.ts';
import { limitUnreadTime } from './unread-time.ts';

/** Adds a header to the response, of ours or of Fastify. */
export function addHeader(request: FastifyRequest, reply: FastifyReply, name: string, value: string): void {
  const { endpoint, head } = request.requestContext;
  if (endpoint.prepared === undefined) reply.header(name, value);
  else head.push(name, value);
}

/** For a response of a prepared route that Fastify sends: a problem, a stream, or one without a body. */
export function moveHead(request: FastifyRequest, reply: FastifyReply): void {
  // Undefined where Fastify refused the request before any step ran.
  const head = request.requestContext?.head ?? [];
  for (let at = 0; at < head.length; at += 2) reply.header(head[at] ?? '', head[at + 1]);
  head.length = 0;
}

/** Adds headers whose values are not made of digits and constants: Node validates the whole head. */
export function addCheckedHeaders(context: RequestContext, headers: Readonly<Record<string, string>>): void {
  context.isHeadChecked = true;
  for (const [name, value] of Object.entries(headers)) context.head.push(name, value);
}

/**
 * Sends a whole body with the head of the context. Fastify would look up each header three times and parse the type of
 * the body: 6 % of the instructions of a null route.
 */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, body: string | Buffer): void {
  const { raw } = reply;
  const { textBytes } = request.requestContext;
  const bytes = typeof body === 'string' ? (textBytes ?? Buffer.byteLength(body)) : body.length;
  limitUnreadTime(reply, bytes);
  writeHead(request, reply, String(bytes));
  if (request.method === 'HEAD') raw.end();
  // ASCII text, which Node writes as Latin-1 in fewer steps.
  else raw.end(body, bytes === body.length ? 'latin1' : 'utf8');
}

/** What `writeHead` of Node calls once it has its headers: adds those of the connection. Not documented. */
interface HeadWriter {
  _storeHeader?(head: string, headers: readonly string[]): void;
}

/**
 * Our own values need no validation. Node tests each name and value by a regular expression: a tenth of the CPU of a null
 * route.
 */
function writeHead(request: FastifyRequest, reply: FastifyReply, contentLength: string): void {
  const raw = reply.raw as ServerResponse & HeadWriter;
  const { head, isHeadChecked } = request.requestContext;
  const isPlain =
    !isHeadChecked &&
    request.raw.headers.origin === undefined &&
    // Replaced by what watches responses, such as an injected request of a test.
    raw.writeHead === ServerResponse.prototype.writeHead &&
    // A server that stops closes its connections.
    raw.getHeaderNames().length === 0;
  if (!isPlain || raw._storeHeader === undefined) {
    raw.writeHead(raw.statusCode, [...headersOf(reply), ...head, 'content-length', contentLength]);
    return;
  }
  let text = `HTTP/1.1 ${raw.statusCode} ${STATUS_CODES[raw.statusCode]}\r\n`;
  for (let at = 0; at < head.length; at += 2) text += `${head[at]}: ${head[at + 1]}\r\n`;
  raw._storeHeader(text, ['content-length', contentLength]);
}

/** The headers for pages of other sites, which are set before the context exists. */
const headersOf = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
