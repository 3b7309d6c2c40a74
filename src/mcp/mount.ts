import { type AuthInfo, classifyInboundRequest, createMcpHandler } from '@modelcontextprotocol/server';
import type { Mount, MountedAnswer, MountedCall } from '../api/mount.ts';
import { asAnswer, protocolError } from './answer.ts';
import { answerLegacy } from './legacy.ts';
import { answerInOnePiece, isPlainLegacy, modernCall } from './one-piece.ts';
import { Questions } from './questions.ts';
import { MCP_PATH, type ToolServices, toolServer } from './server.ts';

export interface McpParts extends ToolServices {
  /** Web pages that may call, as `https://host`. Programs send no Origin and may always. */
  origins: readonly string[];
  /** Where several threads answer. */
  questions?: Questions | undefined;
}

/** The MCP server of a thread: a new server and transport for every message, nothing kept between them. */
export function mcpMount(parts: McpParts): Mount {
  const questions = parts.questions ?? new Questions();
  const modern = createMcpHandler(
    ({ authInfo }) => toolServer(parts, { call: callOf(authInfo), era: 'modern' }),
    { legacy: 'reject' },
  );
  return {
    path: MCP_PATH,
    method: 'POST',
    async answer(call): Promise<MountedAnswer> {
      call.countAs({ route: `POST ${MCP_PATH}`, routeType: 'mcp', channel: 'MCP' });
      const { origin } = call.headers;
      if (origin !== undefined && !parts.origins.includes(origin))
        return protocolError(403, -32_000, 'Web pages of this origin may not call.');
      if ('faults' in call.sent) {
        const [fault] = call.sent.faults;
        return protocolError(400, -32_700, `${fault?.message ?? 'The body could not be read.'}${at(fault)}`);
      }
      const message = call.sent.value;
      const plain = modernCall(message, call.headers);
      const server = plain && toolServer(parts, { call, era: 'modern' });
      const answer = server && (await answerInOnePiece(server, plain, call));
      if (answer !== undefined) return answer;
      if (isLegacy(call, message))
        return answerLegacy(parts, questions, { call, request: () => requestOf(call), message });
      return asAnswer(await modern.fetch(requestOf(call), { parsedBody: message, authInfo: authOf(call) }));
    },
  };
}

const at = (fault: { propertyPath: string } | undefined): string =>
  fault === undefined || fault.propertyPath === '' ? '' : ` (${fault.propertyPath})`;

/** Of which revisions a message is: a plain tool call is told at a glance, all else by the SDK's own rules. */
function isLegacy({ headers }: MountedCall, body: unknown): boolean {
  if (isPlainLegacy(body, headers)) return true;
  const said = (name: string, as: string): Record<string, string> => {
    const value = headers[name];
    return typeof value === 'string' ? { [as]: value } : {};
  };
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    ...said('mcp-protocol-version', 'protocolVersionHeader'),
    ...said('mcp-method', 'mcpMethodHeader'),
    ...said('mcp-name', 'mcpNameHeader'),
    body,
  });
  return route.kind === 'legacy';
}

function requestOf({ headers, onLeave }: MountedCall): Request {
  const left = new AbortController();
  onLeave(() => left.abort());
  const sent = new Headers();
  for (const name of READ) {
    const value = headers[name];
    if (typeof value === 'string') sent.set(name, value);
  }
  return new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers: sent, signal: left.signal });
}

/** The headers that the protocol speaks of; no other, and no key, is handed on. */
const READ = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
] as const;

/** The way through the SDK for what belongs to a call; the key itself stays outside. */
const authOf = (call: MountedCall): AuthInfo => ({
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
