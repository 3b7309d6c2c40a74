export const LANGUAGES = ['Shell', 'TypeScript', 'Python'] as const;
export type ExampleLanguage = (typeof LANGUAGES)[number];

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

/** One word of a POSIX shell, whatever it contains. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const toPython = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/\b(true|false|null)\b/g, (word) =>
    word === 'null' ? 'None' : word.charAt(0).toUpperCase() + word.slice(1),
  );

/** Undefined: the reader's environment has it. A shell puts in a variable between double quotes only. */
type Key = string | undefined;

function shellCall(origin: string, key: Key, path: string, body: object): string {
  const header = key === undefined ? '"X-API-KEY: $GABLE_KEY"' : quoteForShell(`X-API-KEY: ${key}`);
  return [
    `curl ${quoteForShell(origin + path)} \\`,
    `  -H ${header} \\`,
    `  -H 'Accept: application/json' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoteForShell(JSON.stringify(body))}`,
  ].join('\n');
}

const typeScriptCall = (origin: string, key: Key, method: string, body: object): string =>
  [
    `import { createClient } from '@gable/client';`,
    '',
    `const key = ${key === undefined ? "process.env.GABLE_KEY ?? ''" : JSON.stringify(key)};`,
    `const gable = createClient({ key, url: ${JSON.stringify(origin)} });`,
    `console.log(await gable.${method}(${JSON.stringify(body, null, 2)}));`,
  ].join('\n');

const pythonCall = (origin: string, key: Key, method: string, body: object): string =>
  [
    ...(key === undefined ? ['import os', ''] : []),
    'from gable import Client',
    '',
    `gable = Client(${key === undefined ? 'os.environ["GABLE_KEY"]' : JSON.stringify(key)}, ${JSON.stringify(origin)})`,
    `print(gable.${method}(${toPython(body)}))`,
  ].join('\n');

/** First calls, with the URL and key of the reader. Each works as it is copied. */
export function quickStart(origin: string, key: Key, language: ExampleLanguage): QuickExample[] {
  const call = {
    Shell: (path: string, body: object) => shellCall(origin, key, path, body),
    TypeScript: (path: string, body: object) =>
      typeScriptCall(origin, key, path === '/alerts' ? 'createAlert' : 'searchProperties', body),
    Python: (path: string, body: object) =>
      pythonCall(origin, key, path === '/alerts' ? 'create_alert' : 'search_properties', body),
  }[language];
  const headers = { 'X-API-KEY': key ?? 'gbl_live_…' };
  const assistant = { mcpServers: { gable: { type: 'http', url: `${origin}/mcp`, headers } } };
  return [
    { name: 'search', code: call('/properties', search) },
    { name: 'watch', code: call('/alerts', alert) },
    { name: 'assistant', code: JSON.stringify(assistant, null, 2) },
  ];
}
