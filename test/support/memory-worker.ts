// A process with a memory index that compacts and writes snapshots as fast as it can until it is killed.
import type { Connection } from '../../src/db/connection.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { IndexBuilder } from '../../src/properties/search/memory/index-builder.ts';
import { MemorySearch } from '../../src/properties/search/memory/memory-search.ts';
import { silentLog } from './log.ts';

const { connection, file } = JSON.parse(process.argv[2] ?? '') as { connection: Connection; file: string };
const db = openDatabase(connection, { log: silentLog, applicationName: 'gable killed' });
const builder = new IndexBuilder({ connection, file });
const memory = new MemorySearch({ db, log: silentLog, builder, maxBytes: Infinity, maxTailRows: 3 });
await memory.refresh();
process.send?.('begun');
for (let round = 0; ; round += 1) {
  await memory.refresh();
  await memory.waitUntilIdle();
  if (round % 3 === 0) await builder.load(true);
}
