import { parseArgs } from 'node:util';
import { FLUSH_MS } from '../src/usage/meter.ts';
import { freshDatabase } from '../test/support/database.ts';
import { dataFolder } from '../test/support/gable.ts';
import { type Killed, killUnderLoad, startServer } from '../test/support/killed-server.ts';

export const title =
  'Usage of servers killed under load (--kills 200): calls answered against calls recorded';

/** Side by side, since a start takes longer than the rest. */
const LANES = 2;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { kills: { type: 'string', default: '200' } } });
  const endings: (() => Promise<void> | void)[] = [];
  const ending = { after: (end: () => Promise<void> | void) => void endings.push(end) };
  const killed: Killed[] = [];
  try {
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      const house = await freshDatabase(ending);
      const folder = dataFolder(ending);
      const warm = startServer(house.connection, folder);
      await warm.address();
      warm.child.kill('SIGTERM');
      await warm.ended;
      for (let round = lane; round < Number(values.kills); round += LANES) {
        killed.push(await killUnderLoad(house, { folder, loadMs: 400 + ((round * 137) % 700) }));
      }
    });
    await Promise.all(lanes);
    tell(killed);
  } finally {
    for (const end of endings.reverse()) await end();
  }
}

function tell(killed: readonly Killed[]): void {
  const sum = (of: (one: Killed) => number): number => killed.reduce((all, one) => all + of(one), 0);
  const waits = killed.map(({ lostMs }) => lostMs).sort((one, other) => one - other);
  const at = (share: number): string =>
    `${(waits[Math.floor((waits.length - 1) * share)] ?? 0).toFixed(0)} ms`;
  const tooMany = killed.filter(({ answered, recorded, cutOff }) => recorded > answered + cutOff).length;
  console.log(
    `${killed.length} kills: ${sum(({ answered }) => answered)} calls answered, ${sum(({ recorded }) => recorded)} recorded; ` +
      `${tooMany} times more than was asked\n` +
      `the oldest lost call was answered before the kill by: median ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)} ` +
      `(${FLUSH_MS} ms and the time a write takes)`,
  );
}
