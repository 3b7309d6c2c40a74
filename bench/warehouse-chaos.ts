import { createRandom } from '../src/world/random.ts';
import { killWorkers } from '../test/support/killed-worker.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { createTestWarehouse } from '../test/support/warehouse.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Warehouse: workers killed while they collect, close and merge: events lost, kept twice, files left';

export async function run(args: string[], scope: TestScope): Promise<void> {
  const { kills } = parseOptions(args, { kills: 100 });
  const warehouse = await createTestWarehouse(scope);
  const chance = createRandom('kills', 'warehouse');
  const killAfterMs = (): number => chance.between(0, 60);
  const result = await killWorkers(warehouse, { kills, changes: 100, killAfterMs });
  const whileWriting = result.moments.filter((moment) => !moment.startsWith('0 writing')).length;
  const whileCollecting = result.moments.filter((moment) => !moment.includes(' 0 due')).length;
  console.log(
    `${kills} kills, ${whileWriting} of them while a file was written and ${whileCollecting} before all was collected: ${result.recorded} events, ` +
      `${result.recorded - result.distinctEvents} lost, ${result.events - result.distinctEvents} twice, ${result.strays} files too many`,
  );
  if (result.events !== result.recorded || result.distinctEvents !== result.recorded) process.exitCode = 1;
}
