/** Where assistants call. Apart from the server: the path is known before the server is loaded. */
export const MCP_PATH = '/mcp';
