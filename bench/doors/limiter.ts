import { createAccount } from '../../src/accounts/accounts.ts';
import { RequestRateLimiter } from '../../src/accounts/request-rate.ts';
import type { Connection } from '../../src/db/connection.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { systemClock } from '../../src/lib/clock.ts';

const log = { info() {}, warn() {}, error: console.error };
const ACCOUNTS = 20;
const CALLS = 400;
/** The steady pace of a customer at the limit: 500 calls in 60 s. */
const PACE_MS = 120;
const PACED_CALLS = 60;

/** What the limiter adds to a call, over two pools as over two processes: in a burst, and at a customer's steady pace. */
export async function limiterLatency(connection: Connection): Promise<void> {
  const pools = [1, 2].map(() => openDatabase(connection, { log, applicationName: 'gable bench' }));
  const rates = pools.map((pool) => new RequestRateLimiter(pool));
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, at) => {
      const account = await createAccount(pools[0] ?? raise(), systemClock, `limited ${at}`);
      return account?.accountId ?? '';
    }),
  );
  const burst: number[] = [];
  for (const account of accounts) {
    for (let call = 0; call < CALLS; call++) burst.push(await timed(rates[call % 2] ?? raise(), account));
  }
  report('a burst of 400 calls over two processes', burst);

  const steady: number[] = [];
  await Promise.all(
    accounts.map(async (account, at) => {
      const rate = rates[at % 2] ?? raise();
      for (let call = 0; call < PACED_CALLS; call++) {
        await systemClock.sleep(PACE_MS);
        steady.push(await timed(rate, account));
      }
    }),
  );
  report('500 calls a minute, evenly', steady);
  for (const rate of rates) await rate.close();
  for (const pool of pools) await pool.end();
}

async function timed(rate: RequestRateLimiter, account: string): Promise<number> {
  const started = performance.now();
  const admission = rate.admit(account);
  if (admission instanceof Promise) await admission;
  return performance.now() - started;
}

function report(what: string, values: number[]): void {
  values.sort((a, b) => a - b);
  const at = (share: number): string => (values[Math.floor(values.length * share)] ?? Number.NaN).toFixed(3);
  console.log(
    `Rate limiter, ${what}: adds ${at(0.5)} ms at the median, ${at(0.95)} ms at p95, ${at(0.99)} ms at p99`,
  );
}

function raise(): never {
  throw new Error('nothing there');
}
