import { systemClock } from '../src/lib/clock.ts';
import { USAGE_FLUSH_INTERVAL_MS } from '../src/usage/meter.ts';
import { freshDatabase } from '../test/support/database.ts';
import { killUnderLoad, type ServerKillResult, startServer } from '../test/support/killed-server.ts';
import { temporaryDirectory } from '../test/support/temporary-directory.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { quantile } from './search/spread.ts';
import { parseOptions } from './support/options.ts';

export const title = 'Usage of servers killed under load: calls answered against calls recorded';

/** In parallel, since a start takes longer than the rest. */
const PARALLEL_RUNS = 2;

export async function run(args: string[], scope: TestScope): Promise<void> {
  const { kills } = parseOptions(args, { kills: 200 });
  const killed: ServerKillResult[] = [];
  const runs = Array.from({ length: PARALLEL_RUNS }, async (_, run) => {
    const database = await freshDatabase(scope);
    const folder = temporaryDirectory(scope);
    const warm = startServer(database.connection, folder);
    await warm.url();
    warm.child.kill('SIGTERM');
    await warm.exited;
    for (let round = run; round < kills; round += PARALLEL_RUNS)
      killed.push(
        await killUnderLoad(database, { folder, load: () => systemClock.sleep(400 + ((round * 137) % 700)) }),
      );
  });
  await Promise.all(runs);
  printResult(killed);
}

function printResult(killed: readonly ServerKillResult[]): void {
  const sum = (of: (one: ServerKillResult) => number): number =>
    killed.reduce((all, one) => all + of(one), 0);
  const waits = killed.map(({ lostMs }) => lostMs);
  const at = (share: number): string => `${quantile(waits, share).toFixed(0)} ms`;
  const tooMany = killed.filter(({ answered, recorded, cutOff }) => recorded > answered + cutOff).length;
  console.log(
    `${killed.length} kills: ${sum(({ answered }) => answered)} calls answered, ${sum(({ recorded }) => recorded)} recorded; ` +
      `${tooMany} times more than was called\n` +
      `the oldest lost call was answered before the kill by: median ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)} ` +
      `(${USAGE_FLUSH_INTERVAL_MS} ms and the time a write takes)`,
  );
}
