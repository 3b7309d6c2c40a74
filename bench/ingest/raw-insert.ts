import { readFileSync } from 'node:fs';
import { type Db, sql } from '../../src/db/sql.ts';
import { serverCpu } from './cpu.ts';

const BATCH_ROWS = 200;
const MAX_ROWS = 10_000;

/** The raw limit of PostgreSQL: the same observations inserted into one table with a key, so many at a time. */
export async function measureRawRate(db: Db, files: readonly string[], postmaster: number): Promise<number> {
  const lines = readFileSync(files[0] ?? '', 'utf8')
    .trimEnd()
    .split('\n')
    .slice(0, MAX_ROWS);
  await db.rows(sql`create table raw_limit (id bigint primary key, body json not null)`);
  const [began, before] = [process.cpuUsage(), serverCpu(postmaster) ?? Number.NaN];
  const started = performance.now();
  for (let at = 0; at < lines.length; at += BATCH_ROWS) {
    const batch = lines.slice(at, at + BATCH_ROWS);
    await db.rows(sql`
      insert into raw_limit select * from unnest(${batch.map((_, index) => at + index)}::bigint[], ${batch}::json[])`);
  }
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(began);
  const cpu = (user + system) / 1e6 + (serverCpu(postmaster) ?? Number.NaN) - before;
  console.log(
    `plain insert of the same observations, ${BATCH_ROWS} a statement: ${Math.round(lines.length / seconds)}/s, ${((1e3 * cpu) / lines.length).toFixed(3)} ms of CPU each`,
  );
  return cpu / lines.length;
}
