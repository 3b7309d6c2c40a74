import { cacheSharedSecret } from '../db/shared-secret.ts';
import { type McpParts, mcpMount } from '../mcp/mount.ts';
import type { ToolServices } from '../mcp/server.ts';
import type { Mount } from '../service/mount.ts';
import type { Settings } from './settings.ts';

/** The MCP server over the services of a process. Web pages of the service's own origins may call it. */
export const createServiceMcp = (
  services: Omit<ToolServices, 'secret'> & Pick<McpParts, 'questions'>,
  settings: Partial<Pick<Settings, 'BASE_URL' | 'CONSOLE_URL'>>,
): Mount =>
  mcpMount({
    ...services,
    secret: cacheSharedSecret(services.db, 'mcp'),
    origins: [settings.BASE_URL, settings.CONSOLE_URL].flatMap((url) =>
      url === undefined || url === '' ? [] : [new URL(url).origin],
    ),
  });
