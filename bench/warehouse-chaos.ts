import { parseArgs } from 'node:util';
import { createRandom } from '../src/world/random.ts';
import { killWorkers } from '../test/support/killed-worker.ts';
import { createTestWarehouse } from '../test/support/warehouse.ts';

export const title =
  'Warehouse: workers killed while they collect, close and merge (--kills 100): events lost, kept twice, files left';

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { kills: { type: 'string', default: '100' } } });
  const endings: (() => Promise<void>)[] = [];
  try {
    const house = await createTestWarehouse({ after: (end) => void endings.push(end) });
    const chance = createRandom('kills', 'warehouse');
    const killAfterMs = (): number => chance.between(0, 60);
    const held = await killWorkers(house, { kills: Number(values.kills), changes: 100, killAfterMs });
    const amidst = held.moments.filter((moment) => !moment.startsWith('0 writing')).length;
    const taking = held.moments.filter((moment) => !moment.includes(' 0 due')).length;
    console.log(
      `${values.kills} kills, ${amidst} of them while a file was written and ${taking} before all was collected: ${held.recorded} events, ` +
        `${held.recorded - held.distinctEvents} lost, ${held.events - held.distinctEvents} twice, ${held.strays} files too many`,
    );
    if (held.events !== held.recorded || held.distinctEvents !== held.recorded) process.exitCode = 1;
  } finally {
    for (const end of endings.reverse()) await end();
  }
}
