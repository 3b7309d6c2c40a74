/** Which folder of src may import which other: the layers of the house, from the ground up. A file may always import its own folder. */
export interface FolderRule {
  may: readonly string[];
  /** Of these folders it may take types freely, and values only by the names listed. */
  mayNamed?: Readonly<Record<string, readonly string[]>>;
  /** The folder runs in a browser, so nothing it reaches may come from Node. */
  inBrowser?: boolean;
  /** The folder calls domain functions and imports no file that builds SQL, except those listed. */
  withoutSql?: { except: readonly string[] };
}

const ground = ['catalogue', 'lib'];
const nouns = [...ground, 'db'];
const domain = [
  ...nouns,
  'criteria',
  'geo',
  'market',
  'accounts',
  'sources',
  'properties',
  'regions',
  'queue',
  'tracing',
];
const everyDomain = [
  ...[
    'criteria',
    'geo',
    'market',
    'accounts',
    'usage',
    'audit',
    'sources',
    'regions',
    'properties',
    'identity',
    'ingest',
    'imports',
    'addresses',
  ],
  ...[
    'favorites',
    'warehouse',
    'analytics',
    'transactions',
    'delivery',
    'alerts',
    'feeds',
    'sign-in',
    'changes',
    'exports',
    'valuation',
    'sentences',
    'removals',
  ],
];
/**
 * Domain files in which a rule and its one statement stand together. The doors may call them; every other file that
 * builds SQL is a store, whatever its name. This list only gets shorter.
 */
const statementsBesideTheirRule = [
  'src/alerts/metrics.ts',
  'src/delivery/destinations/status-changes.ts',
  'src/delivery/notifications/attempts.ts',
  'src/delivery/notifications/metrics.ts',
  'src/delivery/notifications/replay.ts',
  'src/feeds/metrics.ts',
  'src/identity/review.ts',
  'src/ingest/dropped-members.ts',
  'src/ingest/rejected-records.ts',
  'src/properties/freshness.ts',
];

const door: FolderRule = {
  may: [...ground, ...everyDomain, 'service', 'tracing'],
  mayNamed: { db: [] },
  withoutSql: { except: statementsBesideTheirRule },
};

export const importRules: Readonly<Record<string, FolderRule>> = {
  catalogue: { may: [], inBrowser: true },
  lib: { may: [] },
  criteria: { may: ground, inBrowser: true },
  db: { may: ['lib'] },
  queue: { may: ['db', 'lib'] },
  outbound: { may: ['lib'] },
  tracing: { may: ['lib'] },
  // The engine of figures knows files and rows, and nothing of what they mean.
  warehouse: { may: ['lib'] },
  geo: { may: nouns },
  market: { may: [...nouns, 'queue'] },
  accounts: { may: [...nouns, 'queue'] },
  usage: { may: [...nouns, 'queue'] },
  audit: { may: [...nouns, 'accounts', 'queue'] },
  'sign-in': { may: [...nouns, 'accounts', 'queue'] },
  sources: { may: [...nouns, 'queue'] },
  regions: { may: nouns },
  properties: { may: [...nouns, 'criteria', 'geo', 'market', 'regions', 'sources', 'tracing'] },
  identity: { may: domain },
  // Which property a listing belongs to is decided between receiving and recording it; favorites follow a merge.
  ingest: { may: [...domain, 'identity', 'favorites'] },
  feeds: { may: [...domain, 'ingest', 'outbound'] },
  changes: { may: domain },
  exports: { may: [...domain, 'changes', 'usage', 'warehouse'] },
  // The words of feeds are also those of people.
  sentences: {
    may: [...ground, 'geo'],
    mayNamed: { ingest: ['synonyms', 'normaliseWords', 'splitSynonyms'] },
  },
  // Removes a listing from every room that knows it.
  removals: {
    may: [
      ...domain,
      'identity',
      'ingest',
      'analytics',
      'delivery',
      'exports',
      'feeds',
      'alerts',
      'valuation',
    ],
  },
  world: { may: [...ground, 'geo', 'ingest'] },
  // Reading public files of any size into the database: beside geo, whose file reader it shares.
  imports: { may: [...nouns, 'geo'] },
  addresses: { may: [...domain, 'imports'] },
  favorites: { may: domain },
  analytics: { may: [...domain, 'warehouse'] },
  transactions: { may: [...domain, 'imports'] },
  // Prices of adverts and of closed sales become estimates; it reads the tables of both.
  valuation: { may: [...domain, 'transactions', 'imports'] },
  delivery: { may: [...nouns, 'properties', 'accounts', 'queue', 'outbound', 'tracing'] },
  alerts: {
    may: [...nouns, 'criteria', 'geo', 'regions', 'properties', 'delivery', 'queue', 'accounts', 'tracing'],
  },
  // What the API and MCP share: problems, validation, charging, query limits. They render the same domain functions.
  service: { may: [...nouns, ...everyDomain] },
  api: door,
  mcp: door,
  console: { may: [...ground, 'criteria'], inBrowser: true },
  demo: { may: [...nouns, ...everyDomain, 'queue', 'world'] },
  backup: { may: ['db', 'lib'] },
  processes: {
    may: [
      ...nouns,
      ...everyDomain,
      'backup',
      'queue',
      'service',
      'api',
      'mcp',
      'console',
      'demo',
      'world',
      'outbound',
      'tracing',
    ],
  },
};
