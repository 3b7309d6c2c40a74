import { churnBesideIdleSession } from '../test/support/claims-churn.ts';
import { freshDatabase } from '../test/support/database.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { formatTimes } from './search/spread.ts';
import { currentLoad } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Claims of due notifications beside a session idle in its transaction and 50,000 inserted and completed rows';

export async function run(args: string[], scope: TestScope): Promise<void> {
  const { rows } = parseOptions(args, { rows: 50_000 });
  const part = rows / 5;
  const { alone, beside } = await churnBesideIdleSession(await freshDatabase(scope), part);
  printTimes('alone', alone);
  for (const [at, times] of beside.entries())
    printTimes(`beside an idle transaction, after ${(at + 1) * part} rows`, times);
  printTimes('beside it in all', beside.flat());
  console.log(`load ${currentLoad()}`);
}

const printTimes = (what: string, times: number[]): void =>
  console.log(`${what}: claim ${formatTimes(times)} of ${times.length}`);
