import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Analytics, type ListingAggregates } from '../../src/analytics/analytics.ts';
import { type AnalyticsParameters, parseAnalyticsQuery } from '../../src/analytics/query.ts';
import type { ResultPiece } from '../../src/analytics/to-sql.ts';
import type { WarehouseContext } from '../../src/analytics/write.ts';
import type { Connection } from '../../src/db/connection.ts';
import type { Database } from '../../src/db/sql.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { Engine } from '../../src/warehouse/engine.ts';
import { freshDatabase } from './database.ts';
import type { TestScope } from './test-scope.ts';

export const FLAT: readonly ResultPiece[] = [
  { text: '{"group":' },
  'group',
  { text: ',"metrics":' },
  'metrics',
  { text: '}' },
];

export const SMALL_ENGINE = { memoryMb: 256, threads: 2 };

/** An engine over its own directory, created on first use and removed with the test. */
export function createTestEngine(t: TestScope, size = SMALL_ENGINE): Engine {
  const folder = join(tmpdir(), `gable-warehouse-${randomUUID()}`);
  const engine = new Engine({ folder, ...size });
  t.after(async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return engine;
}

export interface TestWarehouse extends WarehouseContext {
  /** For another process over the same warehouse. */
  connection: Connection;
  analytics: Analytics;
  /** Responses read from the database at every query. */
  ask(
    parameters: AnalyticsParameters,
  ): Promise<{ meta: ListingAggregates['meta']; groups: { group: object; metrics: object }[] }>;
}

export async function createTestWarehouse(t: TestScope, clock: Clock = systemClock): Promise<TestWarehouse> {
  const { db, connection } = await freshDatabase(t);
  const engine = createTestEngine(t);
  const analytics = new Analytics(db, engine, 0);
  return {
    db,
    connection,
    clock,
    engine,
    analytics,
    async ask(parameters) {
      const parsed = parseAnalyticsQuery(parameters);
      assert.ok('query' in parsed, JSON.stringify(parsed));
      const answered = await analytics.listings(parsed.query, FLAT);
      assert.ok(answered !== undefined);
      const groups = JSON.parse(`[${answered.groups}]`);
      return { meta: answered.meta, groups };
    },
  };
}

/** For a server whose routes need no analytics. */
export const unusedAnalytics = (db: Database): Analytics =>
  new Analytics(db, new Engine({ folder: join(tmpdir(), 'gable-unused'), ...SMALL_ENGINE }));
