/** A request as autocannon sends it. */
export interface SentRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** The calls of both. */
export interface ServerState {
  port: number;
  key: string;
  city: string;
  propertyId: string;
}

/** The same result by the route and by the tool. */
export interface CallPair {
  what: string;
  route: SentRequest;
  tool: { name: string; args: object };
}

const REVISION = '2026-07-28';
const JSON_TYPE = { 'content-type': 'application/json' };

export function buildCallPairs({ port, key, city, propertyId }: ServerState): CallPair[] {
  const criteria = { property: { locations: { in: { uniqueCodes: [city] } } } };
  const headers = { 'x-api-key': key, accept: 'application/json' };
  const get = (path: string): SentRequest => ({
    method: 'GET',
    url: `http://127.0.0.1:${port}${path}`,
    headers,
  });
  return [
    {
      what: 'ten properties of a city',
      route: {
        ...get('/properties'),
        method: 'POST',
        headers: { ...headers, ...JSON_TYPE },
        body: JSON.stringify({ paginationType: 'CURSOR', size: 10, criteria }),
      },
      tool: { name: 'search_properties', args: { limit: 10, criteria } },
    },
    {
      what: 'one property',
      route: get(`/properties/${propertyId}`),
      tool: { name: 'get_property', args: { propertyId } },
    },
    { what: 'ten alerts', route: get('/alerts'), tool: { name: 'list_alerts', args: {} } },
  ];
}

/** A tool call as a client of 2026 sends it, and as one of 2025 does. */
export function buildToolCall(
  { port, key }: ServerState,
  { name, args }: CallPair['tool'],
  year: 2025 | 2026,
): SentRequest {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name, arguments: args, ...(year === 2026 && { _meta: envelope }) };
  return {
    method: 'POST',
    url: `http://127.0.0.1:${port}/mcp`,
    headers: {
      ...JSON_TYPE,
      'x-api-key': key,
      accept: 'application/json, text/event-stream',
      ...(year === 2026
        ? { 'mcp-protocol-version': REVISION, 'mcp-method': 'tools/call', 'mcp-name': name }
        : { 'mcp-protocol-version': '2025-06-18' }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}
