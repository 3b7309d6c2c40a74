import type { Database } from '../../src/db/sql.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { NEWEST_FIRST } from '../../src/properties/search/order.ts';
import { createSearchContext, searchProperties } from '../../src/properties/search.ts';
import { sessionClock } from '../support/session-cpu.ts';
import { type BenchQuery, parseQueryTree } from './questions.ts';
import { formatTimes } from './spread.ts';

/** The same queries to SQL with documents, and the database's own work for them. `db` has one session. */
export async function measureSqlMix(db: Database, questions: readonly BenchQuery[][]): Promise<void> {
  const places = createPlaceService(db, console.error);
  const searching = createSearchContext(db, systemClock, places);
  await places.register();
  const cpu = await sessionClock(db);
  const answer = (question: BenchQuery) =>
    searchProperties(searching, {
      accountId: '',
      criteria: parseQueryTree(question),
      sentCriteria: question.criteria,
      order: NEWEST_FIRST,
      size: 10,
      paging: { type: 'PAGE', page: question.page ?? 1 },
    });
  const [times, worked]: [number[], number[]] = [[], []];
  for (const own of questions) {
    for (const question of own) await answer(question);
    for (const question of own) {
      const [began, work] = [performance.now(), cpu()];
      await answer(question);
      times.push(performance.now() - began);
      worked.push(cpu() - work);
    }
  }
  console.log(`SQL, documents read: ${formatTimes(times)}, of it CPU of the database ${formatTimes(worked)}`);
}
