import type { StreamChange } from '../src/changes/property-change.ts';
import { type Database, sql } from '../src/db/sql.ts';
import { systemClock } from '../src/lib/clock.ts';
import { record } from '../src/properties/record.ts';
import { madeListing, recordTogether, revisited } from '../test/fixtures/listing-states.ts';
import { startServer } from '../test/support/killed-server.ts';
import { createOwner } from '../test/support/owners.ts';
import { readServerEvents } from '../test/support/server-events.ts';
import { temporaryDirectory } from '../test/support/temporary-directory.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { formatTimes, quantile } from './search/spread.ts';
import { currentLoad, openBenchDatabase } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Change stream: from the commit of a change to its server-sent event; the mirror under kills is test/resilience/mirror.test.ts';

const HOMES = 200;
/** The last changes arrive within this time, or are counted as lost. */
const MAX_WAIT_MS = 10_000;

/** `--changes N` a second. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const options = parseOptions(args, { seconds: 30, changes: 50 });
  const { db, connection } = await openBenchDatabase(scope);
  const server = startServer(connection, temporaryDirectory(scope));
  scope.after(async () => {
    server.child.kill('SIGKILL');
    await server.exited;
  });
  await measureLag(db, await server.url(), options);
}

async function measureLag(
  db: Database,
  url: string,
  { seconds, changes }: { seconds: number; changes: number },
): Promise<void> {
  const { key } = await createOwner(db, systemClock);
  const homes = Array.from({ length: HOMES }, (_, at) =>
    madeListing({ propertyType: 'FLAT', pricing: { displayed: 200_000 + at } }),
  );
  const ids: string[] = [];
  for (const one of homes) ids.push(await recordTogether(db, [one], new Date()));
  const arrived = new Map<string, number>();
  const ending = new AbortController();
  const reading = follow(url, key, { arrived, signal: ending.signal });
  await systemClock.sleep(1_000);
  const committed = new Map<string, number>();
  const began = performance.now();
  for (let count = 0; performance.now() - began < seconds * 1_000; count += 1) {
    const at = count % HOMES;
    const now = new Date();
    const state = revisited(homes[at] ?? madeListing({}), now, { pricing: { displayed: 210_000 + count } });
    homes[at] = state;
    await record(db, { listings: [{ state }] }, now);
    const moment = performance.now();
    const [row] = await db.rows<{ id: string }>(
      sql`select revision_id as id from property_change where property_id = ${ids[at]} order by occurred_at desc limit 1`,
    );
    committed.set(row?.id ?? '', moment);
    await systemClock.sleep(Math.max(0, ((count + 1) / changes) * 1_000 - (performance.now() - began)));
  }
  const waitingSince = performance.now();
  const isComplete = () => [...committed.keys()].every((id) => arrived.has(id));
  while (!isComplete() && performance.now() - waitingSince < MAX_WAIT_MS) await systemClock.sleep(50);
  ending.abort();
  await reading;
  const lags = [...committed].flatMap(([id, moment]) => {
    const seen = arrived.get(id);
    return seen === undefined ? [] : [Math.max(0, seen - moment)];
  });
  const lost = committed.size - lags.length;
  console.log(
    `${committed.size} changes in ${seconds} s: ${formatTimes(lags)}; not received ${lost}; load ${currentLoad()}`,
  );
  if (lost > 0 || quantile(lags, 0.95) > 1_000) process.exitCode = 1;
}

/** Notes when each revision arrives. */
async function follow(
  url: string,
  key: string,
  { arrived, signal }: { arrived: Map<string, number>; signal: AbortSignal },
): Promise<void> {
  const headers = { 'x-api-key': key, accept: 'text/event-stream' };
  const response = await fetch(`${url}/changes`, { headers, signal });
  if (response.status !== 200 || response.body === null) throw new Error(await response.text());
  try {
    for await (const { data } of readServerEvents(response.body)) {
      const { revisionId } = JSON.parse(data) as StreamChange;
      if (revisionId !== undefined) arrived.set(revisionId, performance.now());
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
