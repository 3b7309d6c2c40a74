// A process of its own that keeps properties in memory, and tells steps of walks when it is asked.
import { parseCriteria } from '../../src/criteria/parse.ts';
import { everything } from '../../src/criteria/tree.ts';
import type { Connection } from '../../src/db/connection.ts';
import { openDatabase } from '../../src/db/pool.ts';
import type { WalkPosition } from '../../src/properties/search/cursor.ts';
import { stepIn } from '../../src/properties/search/memory/held-search.ts';
import { Making } from '../../src/properties/search/memory/making.ts';
import { MemorySearch } from '../../src/properties/search/memory/memory-search.ts';
import { NEWEST_FIRST } from '../../src/properties/search/order.ts';
import { silentLog } from './log.ts';

export interface StepAsked {
  json: object;
  from: WalkPosition | undefined;
  limit: number;
}

const { connection, file } = JSON.parse(process.argv[2] ?? '') as { connection: Connection; file: string };
const db = openDatabase(connection, { log: silentLog, applicationName: 'gable other' });
const making = new Making({ connection, file });
const memory = new MemorySearch({ db, log: silentLog, making, mostBytes: Infinity, longestTail: 30 });

function step({ json, from, limit }: StepAsked): unknown {
  const held = memory.held();
  if (held === undefined) return 'not-ready';
  const parsed = parseCriteria(json);
  const criteria = 'tree' in parsed ? parsed.tree : everything;
  return stepIn(held, { criteria, order: NEWEST_FIRST, from, limit });
}

/** What is read anew meanwhile may not have the last changes yet. */
async function look(): Promise<void> {
  const held = memory.held();
  await memory.look();
  if (held !== memory.held()) await look();
}

process.on('message', async (asked: 'look' | StepAsked) => {
  if (asked !== 'look') process.send?.(step(asked));
  else {
    await look();
    process.send?.('looked');
  }
});
