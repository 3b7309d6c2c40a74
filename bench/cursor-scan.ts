import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { matchAll } from '../src/criteria/tree.ts';
import { joinEmbeddedServer } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { openDatabase } from '../src/db/pool.ts';
import { type Database, sql } from '../src/db/sql.ts';
import { loadDivisions } from '../src/geo/load.ts';
import { createPlaceService } from '../src/geo/place-service.ts';
import { systemClock } from '../src/lib/clock.ts';
import { HOUR_MS } from '../src/lib/durations.ts';
import { formatTimestamp } from '../src/lib/timestamp.ts';
import { MIGRATIONS } from '../src/processes/storage.ts';
import { NEWEST_FIRST } from '../src/properties/search/order.ts';
import { writeSearchRows } from '../src/properties/search/write.ts';
import { createSearchContext, searchProperties } from '../src/properties/search.ts';
import { selectDocuments } from '../src/properties/store.ts';
import { createRandom } from '../src/world/random.ts';
import { loadProperties } from './search/load.ts';

export const title =
  'A cursor scan while properties change: none twice, none missed (--rows N, --changes N a second)';

const log = { info() {}, warn() {}, error: console.error };
const STATEMENT_TIMEOUT_MS = HOUR_MS;
/** So many rows contain 50,000 that are on the market. */
const DEFAULT_ROWS = 82_000;
const DEFAULT_CHANGES_PER_SECOND = 200;
const BATCH_ROWS = 20;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rows: { type: 'string' }, changes: { type: 'string' } } });
  const dataDir = mkdtempSync(join(tmpdir(), 'gable-bench-'));
  const embedded = await joinEmbeddedServer({ dataDir, log });
  try {
    await migrate(embedded.connection, { folder: MIGRATIONS, log });
    const options = { log, applicationName: 'gable bench', statementTimeoutMs: STATEMENT_TIMEOUT_MS };
    const db = openDatabase(embedded.connection, options);
    await loadDivisions(db, systemClock, log, 'FR');
    await loadProperties(db, { rows: Number(values.rows ?? DEFAULT_ROWS) });
    await scanByCursor(db, Number(values.changes ?? DEFAULT_CHANGES_PER_SECOND));
    await db.end();
  } finally {
    await embedded.leave();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function scanByCursor(db: Database, changesASecond: number): Promise<void> {
  const rows = await db.rows<{ id: string }>(
    sql`select property_id as id from property_search where not expired and listings_price_coherent`,
  );
  const ids = rows.map(({ id }) => id);
  const ending = new AbortController();
  const changing = change(db, ids, { changesASecond, signal: ending.signal });
  const searching = createSearchContext(db, systemClock, createPlaceService(db, console.error));
  const shown: string[] = [];
  const began = performance.now();
  let cursor: string | undefined;
  for (let more = true; more; ) {
    const found = await searchProperties(searching, {
      accountId: '',
      criteria: matchAll,
      sentCriteria: undefined,
      order: NEWEST_FIRST,
      size: 100,
      paging: { type: 'CURSOR', cursor },
    });
    if ('refused' in found) throw new Error(found.refused);
    shown.push(...found.page.results.map(({ id }) => id));
    [cursor, more] = [found.cursor, found.hasNextPage];
  }
  const seconds = (performance.now() - began) / 1000;
  ending.abort();
  const changed = await changing;
  const missed = new Set(ids).difference(new Set(shown)).size;
  console.log(
    `${ids.length} properties scanned in ${seconds.toFixed(1)} s while ${(changed / seconds).toFixed(0)} a second changed: ${shown.length - new Set(shown).size} twice, ${missed} missed; load ${loadavg()[0]?.toFixed(1)}`,
  );
}

/** New prices and later timestamps, by the statement that recording uses: each change moves its row to the front. */
async function change(
  db: Database,
  ids: readonly string[],
  { changesASecond, signal }: { changesASecond: number; signal: AbortSignal },
): Promise<number> {
  const chance = createRandom('changes');
  let changed = 0;
  const began = performance.now();
  while (!signal.aborted) {
    const properties = await selectDocuments(db, chance.some(ids, BATCH_ROWS));
    const updatedAt = formatTimestamp(new Date());
    await writeSearchRows(
      db,
      properties.map(({ document }) => ({
        ...document,
        property: { ...document.property, updatedAt, pricing: { displayed: chance.whole(50_000, 900_000) } },
      })),
    );
    changed += properties.length;
    await pause(Math.max(0, (changed / changesASecond) * 1000 - (performance.now() - began)));
  }
  return changed;
}
