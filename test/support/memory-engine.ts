import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../src/db/connection.ts';
import type { Db } from '../../src/db/sql.ts';
import { createPlaces } from '../../src/geo/places.ts';
import { Making } from '../../src/properties/search/memory/making.ts';
import { type AnsweredBy, memoryEngine } from '../../src/properties/search/memory/memory-engine.ts';
import { MemorySearch } from '../../src/properties/search/memory/memory-search.ts';
import { sqlEngine } from '../../src/properties/search/sql-engine.ts';
import { silentLog } from './log.ts';

interface Ending {
  after(end: () => Promise<void>): void;
}

/** Search from memory over a database, with a folder of its own. It looks when it is told to. */
export async function openMemory(t: Ending, db: Db, connection: Connection) {
  const folder = await mkdtemp(join(tmpdir(), 'gable-memory-'));
  const making = new Making({ connection, file: join(folder, 'properties') });
  t.after(async () => {
    await making.close();
    await rm(folder, { recursive: true, force: true });
  });
  const memory = new MemorySearch({ db, log: silentLog, making, mostBytes: Infinity, longestTail: 3 });
  const answeredBy: AnsweredBy[] = [];
  const engine = memoryEngine({
    sql: sqlEngine(db, createPlaces(db, console.error)),
    held: memory.held,
    lagMs: () => 0,
    tell: (by) => void answeredBy.push(by),
  });
  await memory.look();
  return { memory, making, engine, answeredBy };
}
