import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { tools } from '../../src/mcp/tools/table.ts';
import { validator } from '../../src/service/validator.ts';

export interface AssistantResult {
  text: string;
  structured: Record<string, unknown>;
  isError: boolean;
}

export type UserReply = { action: 'accept' | 'decline' | 'cancel'; content?: { confirm: boolean } };

/** A real client of the SDK, of either version, over real HTTP. */
export interface Assistant {
  list(): Promise<ListedTool[]>;
  call(name: string, args?: object): Promise<AssistantResult>;
  /** The questions the user was asked so far. */
  elicitations: string[];
  close(): Promise<void>;
}

export interface AssistantOptions {
  port: number;
  key: string;
  /** The user's answer; without it the client does not support elicitation. */
  user?: (message: string) => UserReply | Promise<UserReply>;
}

interface ToolResultJson {
  content?: unknown;
  structuredContent?: unknown;
  isError?: unknown;
}

/** Every result in every test is validated against the output schema of its tool. */
const findSchemaErrors = new Map<string, ReturnType<typeof validator>>();
function checkStructured(name: string, structured: unknown): void {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) return;
  const faults = findSchemaErrors.get(name) ?? validator(tool.output);
  findSchemaErrors.set(name, faults);
  assert.deepEqual(faults(structured), [], `${name} answers something else than its output schema`);
}

function toAssistantResult(
  name: string,
  { content, structuredContent, isError }: ToolResultJson,
): AssistantResult {
  if (isError !== true) checkStructured(name, structuredContent);
  return {
    text: (content as { text?: string }[]).map(({ text }) => text ?? '').join('\n'),
    structured: (structuredContent ?? {}) as Record<string, unknown>,
    isError: isError === true,
  };
}

const info = { name: 'test', version: '1.0.0' };
const mcpUrl = (port: number): URL => new URL(`http://127.0.0.1:${port}/mcp`);

/** A client of the 2026 protocol: version 2 of the SDK. */
export async function assistant2026({ port, key, user }: AssistantOptions): Promise<Assistant> {
  const elicitations: string[] = [];
  const client = new Client(info, {
    capabilities: user ? { elicitation: { form: {} } } : {},
    versionNegotiation: { mode: 'auto' },
  });
  if (user)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      elicitations.push(params.message);
      return user(params.message);
    });
  const transport = new StreamableHTTPClientTransport(mcpUrl(port), {
    requestInit: { headers: { 'x-api-key': key } },
  });
  await client.connect(transport);
  return {
    elicitations: elicitations,
    list: async () => (await client.listTools()).tools as ListedTool[],
    call: async (name, args = {}) =>
      toAssistantResult(name, await client.callTool({ name, arguments: args as Record<string, unknown> })),
    close: () => client.close(),
  };
}

/** A client of the 2025 protocol with a session: version 1 of the SDK. */
export async function assistant2025({ port, key, user }: AssistantOptions): Promise<Assistant> {
  const elicitations: string[] = [];
  const client = new Client2025(info, { capabilities: user ? { elicitation: {} } : {} });
  if (user)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      elicitations.push(params.message);
      return { ...(await user(params.message)) };
    });
  const transport = new Transport2025(mcpUrl(port), { requestInit: { headers: { 'x-api-key': key } } });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    elicitations: elicitations,
    list: async () => (await client.listTools()).tools as ListedTool[],
    call: async (name, args = {}) =>
      toAssistantResult(
        name,
        (await client.callTool({ name, arguments: args as Record<string, unknown> })) as ToolResultJson,
      ),
    close: () => client.close(),
  };
}

/** Both versions of the SDK, for tests that must pass with either. */
export const assistants = { 2026: assistant2026, 2025: assistant2025 } as const;
