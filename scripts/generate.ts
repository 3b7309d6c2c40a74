// npm run generate: writes the files that derive from the code; --check fails when a committed one differs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consoleDescription } from '../src/api/console/table.ts';
import { apiDescription } from '../src/api/routes/pages.ts';
import { filterReference, propertyReference } from '../src/catalogue/documentation.ts';
import { sqlReference } from '../src/criteria/sql-reference.ts';
import { joinEmbeddedServer } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { openDatabase } from '../src/db/pool.ts';
import { dumpSchema } from '../src/db/schema-text.ts';
import type { DivisionType } from '../src/geo/division.ts';
import { renderEnvironmentExample } from '../src/processes/settings.ts';
import { MIGRATIONS } from '../src/processes/storage.ts';
import { buildSearchCondition } from '../src/properties/search/condition.ts';
import type { ApiDocument as ClientDocument } from './clients/document.ts';
import { renderPythonOperations, renderPythonSchemas } from './clients/python.ts';
import {
  renderListFilters,
  renderTypeScriptOperations,
  renderTypeScriptSchemas,
} from './clients/typescript.ts';
import { type ApiDocument, renderApiTypes } from './console/api-types.ts';

const root = join(import.meta.dirname, '..');
const log = { info() {}, warn() {}, error: console.error };

/** The levels of the codes in the example trees; the service reads them from its divisions. */
function levelInExamples(code: string): DivisionType {
  if (code.startsWith('R')) return 'ADMINISTRATIVE_REGION';
  if (code.length === 2) return 'ADMINISTRATIVE_SUBREGION';
  return /^751\d\d$/.test(code) ? 'MUNICIPAL_DISTRICT' : 'MUNICIPALITY';
}

/** The schemas that the console reads. */
const PUBLIC_TYPES = {
  schemas: [
    ...[
      'Alert',
      'AlertEvent',
      'AlertRehearsal',
      'AuditEntry',
      'AutocompleteItem',
      'DeliveryAttempt',
      'DroppedMember',
    ],
    ...['EventDestination', 'EventNotification', 'EventReplay', 'FavoriteProperty', 'Feed', 'FeedRun'],
    ...[
      'Forecast',
      'Problem',
      'PropertyClusters',
      'PropertyFacets',
      'PropertySearchAnswer',
      'RejectedRecord',
      'SalesNearby',
      'Source',
      'AddressResolution',
      'CriteriaExplanation',
      'Lifeline',
      'MarketPace',
    ],
    ...['ParsedSentence', 'PropertyValuationReport', 'TransactionSearch', 'ValuationAccuracy'],
  ],
  replies: { ListingAnalytics: '/analytics/listings', UsageReport: '/account/api-usage' },
};
const CONSOLE_TYPES = {
  schemas: [
    ...['AccountMember', 'ApiKey', 'ConsoleSession', 'DeviceGrant', 'EnterableAccount', 'EventLine'],
    ...['Invitation', 'Joining', 'ListingPair', 'MapContours', 'MapRoads', 'Person', 'Queue'],
    ...['GroupingDecision', 'GroupingOutcome', 'RequestBin', 'RequestBinRequest', 'ServedDestination'],
    ...['SignInProvider', 'SigningKey', 'SourceFreshness', 'StatedListing', 'WebhookUrlCheck'],
  ],
};
const asDocument = (description: unknown) => description as ApiDocument;
const clientDocument = () => JSON.parse(JSON.stringify(apiDescription())) as ClientDocument;

const artefacts: Record<string, () => string | Promise<string>> = {
  'openapi.json': () => `${JSON.stringify(apiDescription(), null, 2)}\n`,
  'openapi.console.json': () => `${JSON.stringify(consoleDescription(), null, 2)}\n`,
  'src/console/api/generated/public.ts': () => renderApiTypes(asDocument(apiDescription()), PUBLIC_TYPES),
  'src/console/api/generated/console.ts': () =>
    renderApiTypes(asDocument(consoleDescription()), CONSOLE_TYPES),
  'clients/typescript/src/generated/schemas.ts': () => renderTypeScriptSchemas(clientDocument()),
  'clients/typescript/src/generated/operations.ts': () => renderTypeScriptOperations(clientDocument()),
  'clients/typescript/src/generated/list-filters.ts': () => renderListFilters(clientDocument()),
  'clients/python/src/gable/_schemas.py': () => renderPythonSchemas(clientDocument()),
  'clients/python/src/gable/_operations.py': () => renderPythonOperations(clientDocument()),
  '.env.example': renderEnvironmentExample,
  'docs/property.md': propertyReference,
  'docs/filters.md': filterReference,
  'docs/search-sql.md': () => sqlReference((tree) => buildSearchCondition(tree, levelInExamples)),
  'migrations/schema.sql': currentSchema,
};

/** The schema after all migrations, read from a temporary PostgreSQL. */
async function currentSchema(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gable-schema-'));
  const { connection, leave } = await joinEmbeddedServer({ dataDir, log, durable: false });
  try {
    await migrate(connection, { folder: MIGRATIONS, log });
    const db = openDatabase(connection, { log, applicationName: 'gable schema' });
    try {
      return await dumpSchema(db);
    } finally {
      await db.end();
    }
  } finally {
    await leave();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function checkedIn(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined;
  }
}

const checking = process.argv.includes('--check');
for (const [path, make] of Object.entries(artefacts)) {
  const made = await make();
  if (made === checkedIn(path)) continue;
  if (checking) {
    console.error(`${path} differs from what the code says; run: npm run generate`);
    process.exitCode = 1;
  } else {
    writeFileSync(join(root, path), made);
    console.log(`wrote ${path}`);
  }
}
