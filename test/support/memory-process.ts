// A process with its own memory index that answers steps of cursor scans.
import { parseCriteria } from '../../src/criteria/parse.ts';
import { matchAll } from '../../src/criteria/tree.ts';
import type { Connection } from '../../src/db/connection.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import type { CursorPosition } from '../../src/properties/search/cursor.ts';
import { askByCodes } from '../../src/properties/search/division-ids.ts';
import { IndexBuilder } from '../../src/properties/search/memory/index-builder.ts';
import { MemorySearch } from '../../src/properties/search/memory/memory-search.ts';
import { queryCursor } from '../../src/properties/search/memory/query-cursor.ts';
import type { SortOrder } from '../../src/properties/search/order.ts';
import { silentLog } from './log.ts';

export interface StepRequest {
  json: object;
  order: SortOrder;
  from: CursorPosition | undefined;
  limit: number;
}

const { connection, file } = JSON.parse(process.argv[2] ?? '') as { connection: Connection; file: string };
const db = openDatabase(connection, { log: silentLog, applicationName: 'gable other' });
const places = createPlaceService(db, console.error);
const builder = new IndexBuilder({ connection, file });
const memory = new MemorySearch({
  db,
  log: silentLog,
  builder,
  maxBytes: Infinity,
  maxTailRows: 30,
});

async function step({ json, order, from, limit }: StepRequest): Promise<unknown> {
  const parsed = parseCriteria(json);
  const criteria = await askByCodes('tree' in parsed ? parsed.tree : matchAll, places);
  const held = memory.snapshot();
  if (held === undefined) return 'not-ready';
  return queryCursor(held, { criteria, order, from, limit });
}

/** An index that is reloading may lack the last changes. */
async function look(): Promise<void> {
  const held = memory.snapshot();
  await memory.refresh();
  if (held !== memory.snapshot()) await look();
}

process.on('message', async (message: 'look' | StepRequest) => {
  if (message !== 'look') process.send?.(await step(message));
  else {
    await look();
    process.send?.('looked');
  }
});
