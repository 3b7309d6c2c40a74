import { parseArgs } from 'node:util';
import { createRandom } from '../src/world/random.ts';
import { killWorkers } from '../test/support/killed-worker.ts';
import { createTestWarehouse } from '../test/support/warehouse.ts';

export const title =
  'Warehouse: workers killed while they collect, close and merge (--kills 100): events lost, kept twice, files left';

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { kills: { type: 'string', default: '100' } } });
  const cleanups: (() => Promise<void>)[] = [];
  try {
    const warehouse = await createTestWarehouse({ after: (end) => void cleanups.push(end) });
    const chance = createRandom('kills', 'warehouse');
    const killAfterMs = (): number => chance.between(0, 60);
    const result = await killWorkers(warehouse, { kills: Number(values.kills), changes: 100, killAfterMs });
    const whileWriting = result.moments.filter((moment) => !moment.startsWith('0 writing')).length;
    const whileCollecting = result.moments.filter((moment) => !moment.includes(' 0 due')).length;
    console.log(
      `${values.kills} kills, ${whileWriting} of them while a file was written and ${whileCollecting} before all was collected: ${result.recorded} events, ` +
        `${result.recorded - result.distinctEvents} lost, ${result.events - result.distinctEvents} twice, ${result.strays} files too many`,
    );
    if (result.events !== result.recorded || result.distinctEvents !== result.recorded) process.exitCode = 1;
  } finally {
    for (const end of cleanups.reverse()) await end();
  }
}
