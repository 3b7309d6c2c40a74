import { cacheSharedSecret } from '../db/shared-secret.ts';
import type { McpParts } from '../mcp/mount.ts';
import { MCP_PATH } from '../mcp/path.ts';
import type { ToolServices } from '../mcp/server.ts';
import type { Mount } from '../service/mount.ts';
import type { Settings } from './settings.ts';

/**
 * The MCP server over the services of a process. Web pages of the service's own origins may call it. It is loaded with the
 * first call: the SDK and its schemas take 0.1 s of CPU, and most processes serve no assistant.
 */
export function createServiceMcp(
  services: Omit<ToolServices, 'secret'> & Pick<McpParts, 'questions'>,
  settings: Partial<Pick<Settings, 'BASE_URL' | 'CONSOLE_URL'>>,
): Mount {
  let loading: Promise<Mount['answer']> | undefined;
  const load = async (): Promise<Mount['answer']> => {
    const { createMcpAnswer } = await import('../mcp/mount.ts');
    return createMcpAnswer({
      ...services,
      secret: cacheSharedSecret(services.db, 'mcp'),
      origins: [settings.BASE_URL, settings.CONSOLE_URL].flatMap((url) =>
        url === undefined || url === '' ? [] : [new URL(url).origin],
      ),
    });
  };
  return {
    path: MCP_PATH,
    method: 'POST',
    async answer(call) {
      loading ??= load().catch((error) => {
        loading = undefined;
        throw error;
      });
      return (await loading)(call);
    },
  };
}
