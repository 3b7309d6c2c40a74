import { loadavg } from 'node:os';
import { churnBesideIdleSession } from '../test/support/claims-churn.ts';
import { freshDatabase } from '../test/support/database.ts';

export const title =
  'Claims of due notifications beside a session idle in its transaction and 50,000 inserted and completed rows';

const CHURN = 50_000;

export async function run([rows = String(CHURN)]: string[]): Promise<void> {
  const cleanups: (() => Promise<void>)[] = [];
  const database = await freshDatabase({ after: (end) => cleanups.push(end) });
  try {
    const part = Number(rows) / 5;
    const { alone, beside } = await churnBesideIdleSession(database, part);
    printTimes('alone', alone);
    for (const [at, times] of beside.entries())
      printTimes(`beside an idle transaction, after ${(at + 1) * part} rows`, times);
    printTimes('beside it in all', beside.flat());
    console.log(`load: ${loadavg().map((one) => one.toFixed(1))}`);
  } finally {
    for (const end of cleanups) await end();
  }
}

function printTimes(what: string, times: number[]): void {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  console.log(`${what}: claim p50 ${at(0.5)} ms, p99 ${at(0.99)} ms of ${sorted.length}`);
}
