import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { MountedResponse } from '../service/mount.ts';
import { answerDirectly, isPlainLegacy, legacyCall } from './direct-transport.ts';
import type { PendingElicitations } from './pending-elicitations.ts';
import { protocolError, toMountedResponse } from './response.ts';
import { type Exchange, type ToolServices, toolServer } from './server.ts';
import { createSessionId, verifySessionId } from './session.ts';
import { mayAskUser } from './tools/table.ts';

/**
 * Answers a message of a 2025 client with its own server and transport. The response is plain JSON unless the
 * tool may ask the user.
 */
export async function answerLegacy(
  services: ToolServices,
  questions: PendingElicitations,
  { call, request, message }: { call: Exchange['call']; request(): Request; message: unknown },
): Promise<MountedResponse> {
  if (Array.isArray(message)) return protocolError(400, -32_600, 'Send one message at a time.');
  const secret = await services.secret();
  const now = services.clock.now();
  const id = call.headers['mcp-session-id'] as string | undefined;
  const isPlain = isPlainLegacy(message, call.headers);
  const isInitialization = !isPlain && isInitialize(message);
  const session =
    id === undefined || isInitialization ? { elicits: false } : verifySessionId(secret, call.caller, now, id);
  if (session === undefined)
    return protocolError(404, -32_001, 'There is no such session: initialize again.');
  if (!isPlain && isJSONRPCResponse(message)) {
    const delivered =
      message.id !== undefined &&
      (await questions.deliverAnywhere({ ...message, id: message.id }, call.caller.apiKeyId));
    return delivered
      ? { status: 202, headers: {}, body: undefined }
      : protocolError(404, -32_001, 'Nobody waits for this answer any more.');
  }
  const mayAsk = session.elicits && asksUser(message);
  const newServer = () => toolServer(services, { call, era: 'legacy', elicits: session.elicits });
  if (!mayAsk && isPlain) {
    const answer = await answerDirectly(newServer(), legacyCall(message), call);
    if (answer !== undefined) return answer;
  }
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !mayAsk,
    ...(isInitialization && { sessionIdGenerator: () => createSessionId(secret, call.caller, now, message) }),
  });
  const server = newServer();
  await server.connect(transport);
  questions.track(transport, call.caller.apiKeyId);
  call.onLeave(() => void server.close().catch(() => {}));
  return toMountedResponse(await transport.handleRequest(request(), { parsedBody: message }));
}

const isInitialize = (message: unknown): boolean =>
  isJSONRPCRequest(message) && message.method === 'initialize';

const asksUser = (message: unknown): boolean =>
  isJSONRPCRequest(message) &&
  message.method === 'tools/call' &&
  mayAskUser(String(message.params?.['name']));
