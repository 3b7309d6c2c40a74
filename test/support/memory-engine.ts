import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../src/db/connection.ts';
import type { Database } from '../../src/db/sql.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import { engineByCodes } from '../../src/properties/search/division-ids.ts';
import { IndexBuilder } from '../../src/properties/search/memory/index-builder.ts';
import { type AnsweredBy, memoryEngine } from '../../src/properties/search/memory/memory-engine.ts';
import { MemorySearch } from '../../src/properties/search/memory/memory-search.ts';
import { sqlEngine } from '../../src/properties/search/sql-engine.ts';
import { silentLog } from './log.ts';
import type { TestScope } from './test-scope.ts';

/** Search from memory over a database with its own directory. It refreshes on request only. */
export async function openTestMemory(t: TestScope, db: Database, connection: Connection) {
  const folder = await mkdtemp(join(tmpdir(), 'gable-memory-'));
  const builder = new IndexBuilder({ connection, file: join(folder, 'properties') });
  t.after(async () => {
    await builder.close();
    await rm(folder, { recursive: true, force: true });
  });
  const memory = new MemorySearch({
    db,
    log: silentLog,
    builder,
    maxBytes: Infinity,
    maxTailRows: 3,
  });
  const answeredBy: AnsweredBy[] = [];
  const places = createPlaceService(db, console.error);
  const engine = engineByCodes(
    memoryEngine({
      sql: sqlEngine(db, places),
      snapshot: memory.snapshot,
      lagMs: () => 0,
      countAnswer: (by) => void answeredBy.push(by),
    }),
    places,
  );
  await memory.refresh();
  return { memory, builder, engine, answeredBy };
}
