import { parseArgs } from 'node:util';
import { USAGE_FLUSH_INTERVAL_MS } from '../src/usage/meter.ts';
import { freshDatabase } from '../test/support/database.ts';
import { createDataDirectory } from '../test/support/gable.ts';
import { killUnderLoad, type ServerKillResult, startServer } from '../test/support/killed-server.ts';

export const title =
  'Usage of servers killed under load (--kills 200): calls answered against calls recorded';

/** In parallel, since a start takes longer than the rest. */
const PARALLEL_RUNS = 2;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { kills: { type: 'string', default: '200' } } });
  const cleanups: (() => Promise<void> | void)[] = [];
  const ending = { after: (end: () => Promise<void> | void) => void cleanups.push(end) };
  const killed: ServerKillResult[] = [];
  try {
    const runs = Array.from({ length: PARALLEL_RUNS }, async (_, run) => {
      const database = await freshDatabase(ending);
      const folder = createDataDirectory(ending);
      const warm = startServer(database.connection, folder);
      await warm.url();
      warm.child.kill('SIGTERM');
      await warm.exited;
      for (let round = run; round < Number(values.kills); round += PARALLEL_RUNS) {
        killed.push(await killUnderLoad(database, { folder, loadMs: 400 + ((round * 137) % 700) }));
      }
    });
    await Promise.all(runs);
    printResult(killed);
  } finally {
    for (const end of cleanups.reverse()) await end();
  }
}

function printResult(killed: readonly ServerKillResult[]): void {
  const sum = (of: (one: ServerKillResult) => number): number =>
    killed.reduce((all, one) => all + of(one), 0);
  const waits = killed.map(({ lostMs }) => lostMs).sort((one, other) => one - other);
  const at = (share: number): string =>
    `${(waits[Math.floor((waits.length - 1) * share)] ?? 0).toFixed(0)} ms`;
  const tooMany = killed.filter(({ answered, recorded, cutOff }) => recorded > answered + cutOff).length;
  console.log(
    `${killed.length} kills: ${sum(({ answered }) => answered)} calls answered, ${sum(({ recorded }) => recorded)} recorded; ` +
      `${tooMany} times more than was called\n` +
      `the oldest lost call was answered before the kill by: median ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)} ` +
      `(${USAGE_FLUSH_INTERVAL_MS} ms and the time a write takes)`,
  );
}
