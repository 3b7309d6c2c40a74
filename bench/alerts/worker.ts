// Matches changes with alerts until it is stopped or killed: one worker of `npm run bench -- alerts`, `alerts-fair` and `alerts-oracle`.
import { AlertIndexReplica } from '../../src/alerts/alert-index-replica.ts';
import { matchBacklog } from '../../src/alerts/match-backlog.ts';
import { matchChanges } from '../../src/alerts/match-changes.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { systemClock } from '../../src/lib/clock.ts';

const log = { info() {}, warn() {}, error: (fields: object) => console.error(fields) };
const db = openDatabase(JSON.parse(process.env['BENCH_CONNECTION'] ?? '{}'), {
  log,
  applicationName: 'gable bench',
});
const book = new AlertIndexReplica();
const started = performance.now();
await book.refresh(db);
process.send?.({
  loaded: book.index.size,
  seconds: (performance.now() - started) / 1000,
  bytes: book.index.bytes,
});
const lineage = async () => () => ({ ids: [], codes: [] });
const matching = { db, clock: systemClock, log, book, lineage, turn: {} };
const repeat = async (work: () => Promise<number>): Promise<never> => {
  for (;;) if ((await work()) === 0) await systemClock.sleep(50);
};
await Promise.all([
  repeat(async () => (await matchChanges(matching)).changes),
  repeat(() => matchBacklog(matching)),
]);
