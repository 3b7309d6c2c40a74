import type { ChildProcess } from 'node:child_process';
import { createAccount } from '../src/accounts/accounts.ts';
import type { AlertRule } from '../src/alerts/derive-events.ts';
import { putAlert } from '../src/alerts/store.ts';
import type { Database } from '../src/db/sql.ts';
import { systemClock } from '../src/lib/clock.ts';
import { newId } from '../src/lib/ids.ts';
import { createRandom } from '../src/world/random.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { HomeMarket, randomCriteriaJson } from './alerts/market.ts';
import { findUnpaired, judgeEvents, type Version } from './alerts/oracle.ts';
import { startAlertWorker, waitUntilMatched } from './alerts.ts';
import { openBenchDatabase } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title = 'Alerts against a plain oracle, while alerts change and workers are killed';

const ALERTS = 3_000;
/** Accounts that share them. One more has alerts that match everything: its events are recorded in slices. */
const ACCOUNTS = 5;
const MATCH_ALL = 300;
/** Alerts that change all the time. */
const CHANGING_ALERTS = 1_000;
const WORKERS = 2;
/** Alerts that are changed at the same time. */
const CONCURRENT_WRITERS = 12;
/** A worker takes a second of a core to start: more deaths would leave no time for the test itself. */
const KILL_EVERY_MS = 3_000;
const RULES: readonly AlertRule[] = [
  { eventType: 'NEW_MATCH', scope: 'PROPERTY' },
  { eventType: 'PRICE_CHANGE', scope: 'PROPERTY' },
];

export async function run(args: string[], scope: TestScope): Promise<void> {
  const { seconds } = parseOptions(args, { seconds: 30 });
  const { db, connection } = await openBenchDatabase(scope);
  const startWorker = (): ChildProcess => startAlertWorker(scope, connection);
  await runLoad(db, seconds, startWorker);
}

async function runLoad(db: Database, seconds: number, startWorker: () => ChildProcess): Promise<void> {
  const accounts: string[] = [];
  for (let number = 0; number <= ACCOUNTS; number++)
    accounts.push((await createAccount(db, systemClock, `bench ${number}`))?.accountId ?? '');
  const book = new AlertBook(db, accounts);
  for (let number = 0; number < ALERTS + MATCH_ALL; number++) await book.save(newId(systemClock.now()));
  const crew = new WorkerPool(startWorker);
  const until = performance.now() + seconds * 1000;
  const homes = new HomeMarket(createRandom('oracle', 'homes'));
  const changing = loop(until, () => homes.change(db, systemClock.now()));
  const changingAlerts = Promise.all(
    Array.from({ length: CONCURRENT_WRITERS }, () => loop(until, () => book.changeRandom())),
  );
  const killing = loop(until, async () => {
    await systemClock.sleep(KILL_EVERY_MS);
    crew.kill();
  });
  const [changes, counts] = await Promise.all([changing, changingAlerts, killing]);
  const disturbed = counts.reduce((sum, count) => sum + count, 0);
  await waitUntilMatched(db);
  crew.end();
  const verdict = await judgeEvents(db, book.versions, RULES);
  console.log(
    `${changes} changes and ${disturbed} alert changes in ${seconds} s (${Math.round(disturbed / seconds)} a second), ${crew.killed} kills: ${verdict.events} events, ${verdict.missed.length} missed, ${verdict.wrong.length} wrong, ${await findUnpaired(db)} doubled or without their notification`,
  );
  if (verdict.missed.length + verdict.wrong.length > 0) process.exitCode = 1;
}

async function loop(until: number, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  while (performance.now() < until) {
    await work();
    count += 1;
  }
  return count;
}

/** Workers that are replaced when they are killed. */
class WorkerPool {
  readonly #start: () => ChildProcess;
  readonly #workers: ChildProcess[];
  killed = 0;

  constructor(start: () => ChildProcess) {
    this.#start = start;
    this.#workers = Array.from({ length: WORKERS }, start);
  }

  kill(): void {
    const place = this.killed % WORKERS;
    this.#workers[place]?.kill('SIGKILL');
    this.#workers[place] = this.#start();
    this.killed += 1;
  }

  end(): void {
    for (const worker of this.#workers) worker.kill('SIGKILL');
  }
}

/** The alerts and their versions, each with its period. */
class AlertBook {
  readonly #db: Database;
  readonly #accounts: readonly string[];
  readonly #chance = createRandom('oracle', 'alerts');
  readonly versions = new Map<string, Version[]>();
  readonly #numbers = new Map<string, number>();
  /** Changing alerts that nobody changes at the moment. */
  #idle: string[] | undefined;

  constructor(db: Database, accounts: readonly string[]) {
    this.#db = db;
    this.#accounts = accounts;
  }

  async save(id: string): Promise<void> {
    const history = this.versions.get(id) ?? [];
    if (!this.versions.has(id)) this.#numbers.set(id, this.versions.size);
    this.versions.set(id, history);
    const number = this.#numbers.get(id) ?? 0;
    const isForAll = number >= ALERTS;
    const criteria = isForAll ? {} : randomCriteriaJson(this.#chance);
    const now = systemClock.now();
    const enabled = history.length === 0 || this.#chance.happens(0.8);
    const alert = {
      id,
      accountId: this.#accounts[isForAll ? ACCOUNTS : number % ACCOUNTS] ?? '',
      name: 'bench',
      enabled,
      disabledReason: null,
      delivery: null,
      criteria,
      rules: RULES,
      destinationId: null,
      version: history.length + 1,
      createdAt: now,
      updatedAt: now,
    };
    const began = Date.now();
    await putAlert(this.#db, alert, null);
    history.push({ began, saved: Date.now(), criteria: enabled ? criteria : undefined });
  }

  /** Changes one of them; never the same one twice at once. */
  async changeRandom(): Promise<void> {
    this.#idle ??= [...this.versions.keys()].slice(0, CHANGING_ALERTS);
    const [id] = this.#idle.splice(this.#chance.whole(0, this.#idle.length - 1), 1);
    if (id === undefined) throw new Error('there are more disturbers than alerts');
    await this.save(id);
    this.#idle.push(id);
  }
}
