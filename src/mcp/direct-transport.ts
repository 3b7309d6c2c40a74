import {
  isJSONRPCErrorResponse,
  isJsonContentType,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageExtraInfo,
  PerRequestHTTPServerTransport,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isObject } from '../lib/is-object.ts';
import type { MountedCall, MountedResponse } from '../service/mount.ts';

/**
 * Answers plain tool calls without a web Request and Response between our middleware and the SDK. Those, and
 * reading the response stream back, cost 300 of the 1,000 µs of CPU of `get_property`; a server, a transport
 * and an exchange of the SDK alone cost 60. A call with any unusual header goes to the transport of the SDK,
 * which defines the answer.
 */
export interface ToolMessage {
  message: JSONRPCMessage;
  transport: Transport;
  extra: MessageExtraInfo;
}

type Headers = MountedCall['headers'];

export const MODERN_REVISION = '2026-07-28';

export interface ToolRequest extends JSONRPCRequest {
  params: { name: string; _meta?: Record<string, unknown> };
}

/**
 * Undefined when the message is no plain tool call of a 2026 client. The SDK checks the rest of the client's
 * metadata.
 */
export function modernCall(message: unknown, headers: Headers): ToolMessage | undefined {
  if (!isToolRequest(message) || !isJsonContentType(headers['content-type'] ?? null)) return undefined;
  const { method, params } = message;
  const isPlain =
    params._meta?.[PROTOCOL_VERSION_META_KEY] === MODERN_REVISION &&
    headers['mcp-protocol-version'] === MODERN_REVISION &&
    headers['mcp-method'] === method &&
    headers['mcp-name'] === params.name;
  if (!isPlain) return undefined;
  const classification = { era: 'modern', revision: MODERN_REVISION } as const;
  const transport = new PerRequestHTTPServerTransport({ classification });
  return { message, transport, extra: { classification } };
}

/** Whether a message is a plain tool call of a 2025 client. */
export function isPlainLegacy(message: unknown, headers: Headers): message is ToolRequest {
  if (!isToolRequest(message) || !isJsonContentType(headers['content-type'] ?? null)) return false;
  const { accept = '', 'mcp-protocol-version': revision } = headers;
  return (
    !(PROTOCOL_VERSION_META_KEY in (message.params._meta ?? {})) &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    (revision === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(revision)))
  );
}

export const legacyCall = (message: ToolRequest): ToolMessage => ({
  message,
  transport: new WebStandardStreamableHTTPServerTransport(),
  extra: {},
});

/** Hand-written: the SDK tries the schemas of other messages first, at 40 µs for each that fails. */
function isToolRequest(message: unknown): message is ToolRequest {
  const { jsonrpc, id, method, params } = (message ?? {}) as Record<string, unknown>;
  return (
    jsonrpc === '2.0' &&
    method === 'tools/call' &&
    (typeof id === 'string' || Number.isInteger(id)) &&
    isObject(params) &&
    typeof params['name'] === 'string' &&
    (params['_meta'] === undefined || isObject(params['_meta']))
  );
}

/**
 * Undefined when the SDK refuses the message before it reaches a tool: such answers have a status of their
 * own.
 */
export async function answerDirectly(
  server: Server,
  { message, transport, extra }: ToolMessage,
  { onLeave }: Pick<MountedCall, 'onLeave'>,
): Promise<MountedResponse | undefined> {
  const answered = captureReply(transport);
  await server.connect(transport);
  onLeave(() => void server.close().catch(() => {}));
  transport.onmessage?.(message, extra);
  // Tools run after this tick: a reply that is there by now is a refusal.
  const early = answered.message;
  if (early !== undefined) return undefined;
  const answer = await answered.promise;
  if (answer === undefined) return { status: CLIENT_CLOSED_STATUS, headers: {}, body: undefined };
  return { status: statusOf(answer), headers: JSON_TYPE, body: JSON.stringify(answer) };
}

const CLIENT_CLOSED_STATUS = 499;
const JSON_TYPE = { 'content-type': 'application/json' };

const statusOf = (answer: JSONRPCMessage): number =>
  isJSONRPCErrorResponse(answer) && answer.error.code === ProtocolErrorCode.MissingRequiredClientCapability
    ? 400
    : 200;

interface PendingReply {
  promise: Promise<JSONRPCMessage | undefined>;
  message: JSONRPCMessage | undefined;
}

/** The message that the transport sends; undefined when it closes before sending one. */
function captureReply(transport: Transport): PendingReply {
  const { promise, resolve } = Promise.withResolvers<JSONRPCMessage | undefined>();
  const pending: PendingReply = { promise, message: undefined };
  const close = transport.close.bind(transport);
  transport.send = async (message) => {
    pending.message = message;
    resolve(message);
  };
  transport.close = () => {
    resolve(undefined);
    return close();
  };
  return pending;
}
