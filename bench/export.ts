import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createAccount } from '../src/accounts/accounts.ts';
import { createChangeStreams } from '../src/changes/changes.ts';
import { matchAll } from '../src/criteria/tree.ts';
import { type Database, firstRow, sql } from '../src/db/sql.ts';
import { createExport, createExportService } from '../src/exports/exports.ts';
import { exportPath } from '../src/exports/files.ts';
import { runExport } from '../src/exports/jobs.ts';
import { createPlaceService } from '../src/geo/place-service.ts';
import { systemClock } from '../src/lib/clock.ts';
import { NEWEST_FIRST } from '../src/properties/search/order.ts';
import { createSearchContext, searchProperties } from '../src/properties/search.ts';
import { Engine } from '../src/warehouse/engine.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { loadProperties } from './search/load.ts';
import { benchLog, currentLoad, loadFrance, openBenchDatabase } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Export: properties a second beside a plain copy of the documents, and the file against a cursor scan';

/** Made one by one; the others are copies by the server. */
const MADE_ROWS = 100_000;
const SCAN_PAGE_ROWS = 100;

export async function run(args: string[], scope: TestScope): Promise<void> {
  const { rows, format } = parseOptions(args, { rows: 200_000, format: 'NDJSON' });
  const { db, dataDir } = await openBenchDatabase(scope);
  const engine = new Engine({ folder: join(dataDir, 'warehouse'), memoryMb: 1_024, threads: 2 });
  scope.after(async () => engine.close());
  await loadFrance(db);
  const made = Math.min(rows, MADE_ROWS);
  await loadProperties(db, { rows: made, copies: Math.round(rows / made) - 1 });
  await measure(db, engine, format === 'PARQUET' ? 'PARQUET' : 'NDJSON');
}

async function measure(db: Database, engine: Engine, format: 'NDJSON' | 'PARQUET'): Promise<void> {
  const account = await createAccount(db, systemClock, 'bench');
  const accountId = account?.accountId ?? '';
  const places = createPlaceService(db, console.error);
  const service = createExportService(db, systemClock, engine.folder);
  const changes = createChangeStreams(db, systemClock, places);
  const { directory } = service;
  const writer = { db, clock: systemClock, places, changes, engine, directory, log: benchLog };
  const started = performance.now();
  const plain = await firstRow<{ n: number }>(
    db,
    sql`select sum(octet_length(packed))::float8 as n from property where packed is not null`,
  );
  const plainSeconds = (performance.now() - started) / 1_000;
  for (const criteria of [null, {}]) {
    const request = { accountId, apiKeyId: undefined, criteria, format, since: null };
    const made = await createExport(service, request);
    const from = performance.now();
    while (await runExport(writer, new AbortController().signal));
    const seconds = (performance.now() - from) / 1_000;
    const row = await firstRow<{ rows: number; fileName: string; status: string }>(
      db,
      sql`select rows::float8 as rows, file_name as "fileName", status from property_export where export_id = ${made?.id}`,
    );
    if (row?.status !== 'READY') throw new Error(`the export is ${row?.status}`);
    const path = exportPath(directory, row.fileName);
    console.log(
      `${criteria === null ? 'every property' : 'what a search finds'}: ${row.rows} as ${format} (${(statSync(path).size / 2 ** 20).toFixed(0)} MiB) in ${seconds.toFixed(1)} s, ${Math.round(row.rows / seconds)} a second; PostgreSQL alone reads all ${((plain?.n ?? 0) / 2 ** 20).toFixed(0)} MiB of documents as text in ${plainSeconds.toFixed(1)} s; load ${currentLoad()}`,
    );
    if (criteria !== null && format === 'NDJSON') await compare(db, path);
  }
}

const hashOf = (line: string): string => createHash('sha1').update(line).digest('base64').slice(0, 16);

/** Each line of the file is the property of a cursor scan, byte by byte, and none is missing. */
async function compare(db: Database, path: string): Promise<void> {
  const lines = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(path) }))
    lines.set((JSON.parse(line) as { id: string }).id, hashOf(line));
  const exported = lines.size;
  const searching = createSearchContext(db, systemClock, createPlaceService(db, console.error));
  let [cursor, scanned, different]: [string | undefined, number, number] = [undefined, 0, 0];
  for (let more = true; more; ) {
    const found = await searchProperties(searching, {
      accountId: '',
      criteria: matchAll,
      sentCriteria: undefined,
      order: NEWEST_FIRST,
      size: SCAN_PAGE_ROWS,
      paging: { type: 'CURSOR', cursor },
    });
    if ('refused' in found) throw new Error(found.refused);
    for (const result of found.page.results) {
      scanned += 1;
      if (lines.get(result.id) !== hashOf(JSON.stringify(result))) different += 1;
      lines.delete(result.id);
    }
    [cursor, more] = [found.cursor, found.hasNextPage];
  }
  console.log(
    `a cursor scan finds ${scanned}; exported ${exported}, of them different ${different}, not scanned ${lines.size}`,
  );
  if (different + lines.size > 0 || scanned !== exported) process.exitCode = 1;
}
