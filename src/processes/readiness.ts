import type { Readiness } from '../api/routes/probe-pages.ts';
import { type Db, sql } from '../db/sql.ts';

/** A load balancer asks every second or two: an answer that takes longer than this is a no. */
const PATIENCE_MS = 2_000;

/** `more`: what else is told, without a say in it. */
export async function readiness(db: Db, more: object = {}): Promise<Readiness> {
  const answered = db.rows(sql`select 1`).then(
    () => 'ok',
    () => 'not reachable',
  );
  const tooSlow = new Promise<string>((resolve) => {
    setTimeout(resolve, PATIENCE_MS, 'too slow').unref();
  });
  const database = await Promise.race([answered, tooSlow]);
  return { ready: database === 'ok', checks: { database, ...more } };
}
