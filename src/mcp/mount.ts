import { type AuthInfo, classifyInboundRequest, createMcpHandler } from '@modelcontextprotocol/server';
import type { Mount, MountedCall, MountedResponse } from '../service/mount.ts';
import { answerDirectly, isPlainLegacy, modernCall } from './direct-transport.ts';
import { answerLegacy } from './legacy.ts';
import { MCP_PATH } from './path.ts';
import { PendingElicitations } from './pending-elicitations.ts';
import { protocolError, toMountedResponse } from './response.ts';
import { type ToolServices, toolServer } from './server.ts';

export interface McpParts extends ToolServices {
  /** Origins of web pages that may call, as `https://host`. Programs send no Origin and may always call. */
  origins: readonly string[];
  /** Shared by the threads of a process. */
  questions?: PendingElicitations | undefined;
}

/** The MCP server of a thread: a new server and transport for each message, no state between messages. */
export function createMcpAnswer(parts: McpParts): Mount['answer'] {
  const questions = parts.questions ?? new PendingElicitations();
  const modern = createMcpHandler(
    ({ authInfo }) => toolServer(parts, { call: callOf(authInfo), era: 'modern' }),
    { legacy: 'reject' },
  );
  return async (call): Promise<MountedResponse> => {
    call.countAs({ route: `POST ${MCP_PATH}`, routeType: 'mcp', channel: 'MCP' });
    const { origin } = call.headers;
    if (origin !== undefined && !parts.origins.includes(origin))
      return protocolError(403, -32_000, 'Web pages of this origin may not call.');
    if ('faults' in call.body) {
      const [fault] = call.body.faults;
      return protocolError(
        400,
        -32_700,
        `${fault?.message ?? 'The body could not be read.'}${faultLocation(fault)}`,
      );
    }
    const message = call.body.value;
    const plain = modernCall(message, call.headers);
    const server = plain && toolServer(parts, { call, era: 'modern' });
    const answer = server && (await answerDirectly(server, plain, call));
    if (answer !== undefined) return answer;
    if (isLegacy(call, message))
      return answerLegacy(parts, questions, { call, request: () => toWebRequest(call), message });
    return toMountedResponse(
      await modern.fetch(toWebRequest(call), { parsedBody: message, authInfo: toAuthInfo(call) }),
    );
  };
}

const faultLocation = (fault: { propertyPath: string } | undefined): string =>
  fault === undefined || fault.propertyPath === '' ? '' : ` (${fault.propertyPath})`;

/**
 * Whether a message follows a 2025 revision. Plain tool calls are recognised directly, all others by the
 * rules of the SDK.
 */
function isLegacy({ headers }: MountedCall, body: unknown): boolean {
  if (isPlainLegacy(body, headers)) return true;
  const header = (name: string, as: string): Record<string, string> => {
    const value = headers[name];
    return typeof value === 'string' ? { [as]: value } : {};
  };
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    ...header('mcp-protocol-version', 'protocolVersionHeader'),
    ...header('mcp-method', 'mcpMethodHeader'),
    ...header('mcp-name', 'mcpNameHeader'),
    body,
  });
  return route.kind === 'legacy';
}

function toWebRequest({ headers, onLeave }: MountedCall): Request {
  const left = new AbortController();
  onLeave(() => left.abort());
  const sent = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') sent.set(name, value);
  }
  return new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers: sent, signal: left.signal });
}

/** The headers of the protocol. No other header, and no key, is passed on. */
const FORWARDED_HEADERS = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
] as const;

/** Carries the call through the SDK; the key itself is left out. */
const toAuthInfo = (call: MountedCall): AuthInfo => ({
  token: '',
  clientId: call.caller.apiKeyId,
  scopes: [],
  extra: { call },
});

const callOf = (auth: AuthInfo | undefined): MountedCall => {
  const call = auth?.extra?.['call'];
  if (call === undefined) throw new Error('an MCP exchange began without its call');
  return call as MountedCall;
};
