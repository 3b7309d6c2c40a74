export interface QuickExample {
  readonly name: 'search' | 'watch' | 'assistant';
  readonly code: string;
}

const search = {
  criteria: { property: { type: { in: ['FLAT'] }, pricing: { displayed: { lte: 300_000 } } } },
  size: 3,
};
const alert = {
  name: 'Flats under 300,000',
  criteria: search.criteria,
  notificationDestination: { webhookUrl: 'https://hooks.company.example/gable' },
};

/** First calls, with the URL and key of the reader. */
export function quickStart(origin: string, key: string): QuickExample[] {
  const post = (path: string, body: object) =>
    [
      `curl ${origin}${path} \\`,
      `  -H 'X-API-KEY: ${key}' \\`,
      `  -H 'Accept: application/json' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '${JSON.stringify(body)}'`,
    ].join('\n');
  const assistant = {
    mcpServers: { gable: { type: 'http', url: `${origin}/mcp`, headers: { 'X-API-KEY': key } } },
  };
  return [
    { name: 'search', code: post('/properties', search) },
    { name: 'watch', code: post('/alerts', alert) },
    { name: 'assistant', code: JSON.stringify(assistant, null, 2) },
  ];
}
