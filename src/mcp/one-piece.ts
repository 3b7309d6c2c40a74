import {
  type InboundClassificationOutcome,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJsonContentType,
  type JSONRPCMessage,
  type MessageExtraInfo,
  PerRequestHTTPServerTransport,
  ProtocolErrorCode,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { MountedAnswer, MountedCall } from '../api/mount.ts';

/**
 * Tool calls that are answered in one piece, without a Request and a Response of the web between the doors and the SDK. Those, and
 * reading the answer back out of a stream, were 300 of the 1,000 µs of CPU that `get_property` took; a server, a transport and an
 * exchange of the SDK alone are 60. What is not plain in every header is left to the SDK, which owns the answers to it.
 */
export interface ToolMessage {
  message: JSONRPCMessage;
  transport: Transport;
  extra: MessageExtraInfo;
}

type Headers = MountedCall['headers'];

/** Undefined for a message that is no plain tool call of a 2026 client. */
export function modernCall(route: InboundClassificationOutcome, headers: Headers): ToolMessage | undefined {
  if (route.kind !== 'modern' || route.messageKind !== 'request') return undefined;
  const { message, classification } = route;
  const isPlain =
    message.method === 'tools/call' &&
    isJsonContentType(headers['content-type'] ?? null) &&
    headers['mcp-protocol-version'] === classification.revision &&
    headers['mcp-method'] === message.method &&
    headers['mcp-name'] === message.params?.['name'];
  if (!isPlain) return undefined;
  return {
    message,
    transport: new PerRequestHTTPServerTransport({ classification }),
    extra: { classification },
  };
}

/** Undefined for a message that is no plain tool call of a 2025 client. */
export function legacyCall(message: unknown, headers: Headers): ToolMessage | undefined {
  const { accept = '', 'mcp-protocol-version': revision } = headers;
  const isPlain =
    isJSONRPCRequest(message) &&
    message.method === 'tools/call' &&
    isJsonContentType(headers['content-type'] ?? null) &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    (revision === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(revision)));
  if (!isPlain) return undefined;
  return { message, transport: new WebStandardStreamableHTTPServerTransport(), extra: {} };
}

/** Undefined when the SDK refused the message before it reached a tool: such answers have a status of their own. */
export async function answerInOnePiece(
  server: Server,
  { message, transport, extra }: ToolMessage,
  signal: AbortSignal,
): Promise<MountedAnswer | undefined> {
  const answered = handedOver(transport);
  await server.connect(transport);
  signal.addEventListener('abort', () => void server.close().catch(() => {}), { once: true });
  transport.onmessage?.(message, extra);
  // Tools run after this turn: what is there by now is a refusal.
  const early = answered.message;
  if (early !== undefined) return undefined;
  const answer = await answered.promise;
  if (answer === undefined) return { status: CLIENT_LEFT, headers: {}, body: undefined };
  return { status: statusOf(answer), headers: JSON_TYPE, body: JSON.stringify(answer) };
}

const CLIENT_LEFT = 499;
const JSON_TYPE = { 'content-type': 'application/json' };

const statusOf = (answer: JSONRPCMessage): number =>
  isJSONRPCErrorResponse(answer) && answer.error.code === ProtocolErrorCode.MissingRequiredClientCapability
    ? 400
    : 200;

interface HandedOver {
  promise: Promise<JSONRPCMessage | undefined>;
  message: JSONRPCMessage | undefined;
}

/** What the transport is told to send, or nothing when it is closed before. */
function handedOver(transport: Transport): HandedOver {
  const { promise, resolve } = Promise.withResolvers<JSONRPCMessage | undefined>();
  const handed: HandedOver = { promise, message: undefined };
  const close = transport.close.bind(transport);
  transport.send = async (message) => {
    handed.message = message;
    resolve(message);
  };
  transport.close = () => {
    resolve(undefined);
    return close();
  };
  return handed;
}
