import { setTimeout as pause } from 'node:timers/promises';
import { matchAll } from '../src/criteria/tree.ts';
import { type Database, sql } from '../src/db/sql.ts';
import { createPlaceService } from '../src/geo/place-service.ts';
import { systemClock } from '../src/lib/clock.ts';
import { formatTimestamp } from '../src/lib/timestamp.ts';
import { NEWEST_FIRST } from '../src/properties/search/order.ts';
import { writeSearchRows } from '../src/properties/search/write.ts';
import { createSearchContext, searchProperties } from '../src/properties/search.ts';
import { selectDocuments } from '../src/properties/store.ts';
import { createRandom } from '../src/world/random.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { loadProperties } from './search/load.ts';
import { currentLoad, loadFrance, openBenchDatabase } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title = 'A cursor scan while properties change: none twice, none missed';

/** So many rows contain 50,000 that are on the market. */
const DEFAULT_ROWS = 82_000;
const BATCH_ROWS = 20;

/** `--changes N` a second. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const { rows, changes } = parseOptions(args, { rows: DEFAULT_ROWS, changes: 200 });
  const { db } = await openBenchDatabase(scope);
  await loadFrance(db);
  await loadProperties(db, { rows });
  await scanByCursor(db, changes);
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
    `${ids.length} properties scanned in ${seconds.toFixed(1)} s while ${(changed / seconds).toFixed(0)} a second changed: ${shown.length - new Set(shown).size} twice, ${missed} missed; load ${currentLoad()}`,
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
