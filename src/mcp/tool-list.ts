import type { ListToolsResult } from '@modelcontextprotocol/server';
import { publishInput, publishOutput } from './published-schema.ts';
import { tools } from './tools/table.ts';

/** The answer to `tools/list`. `npm test -- src/mcp/tool-list.test.ts` counts its tokens. */
export const toolList = {
  tools: tools.map(({ name, title, description, hints, input, brief }) => ({
    name,
    title,
    description,
    inputSchema: publishInput(input, new Set(brief)),
    outputSchema: publishOutput(),
    annotations: hints,
  })),
} as unknown as ListToolsResult;
