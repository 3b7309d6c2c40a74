import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../../src/db/connection.ts';
import { type Database, type Db, firstRow, sql } from '../../src/db/sql.ts';

import { ingestRecords } from '../../src/ingest/ingest-records.ts';
import type { FeedObservation, Observation } from '../../src/ingest/observation.ts';
import { serializeJson } from '../../src/ingest/serialized-json.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createServicePipeline } from '../../src/processes/service-pipeline.ts';
import { createRandom } from '../../src/world/random.ts';
import { spawnGable } from '../../test/support/gable.ts';
import { databaseUrl } from '../../test/support/ingest-snapshot.ts';
import { measureStretches, startIngestWorker } from '../ingest/measure.ts';

interface FeedTarget {
  db: Database;
  connection: Connection;
}

/** The days through one pipeline of this process, in the given order. */
export async function feedHere(
  { db }: FeedTarget,
  days: readonly (readonly Observation[])[],
): Promise<string> {
  const pipeline = createServicePipeline(db, systemClock);
  const readings = async function* (): AsyncGenerator<FeedObservation> {
    for (const observation of days.flat())
      yield { line: 1, observation, ignoredFields: [], raw: serializeJson(observation) };
  };
  return JSON.stringify(await ingestRecords(pipeline, readings()));
}

/** Four processes share each day; a day ends before the next begins. */
export async function feedByFour(
  { connection }: FeedTarget,
  { folder, days }: { folder: string; days: readonly (readonly Observation[])[] },
): Promise<string> {
  const workers = [0, 1, 2, 3].map(() => ({ child: startIngestWorker(connection), postmaster: 0 }));
  for (const day of days) {
    const parts = workers.map((_, own) => day.filter((__, index) => index % workers.length === own));
    await Promise.all(
      workers.map((worker, own) => {
        const files = [fileOf(folder, `part-${own}`, parts[own] ?? [])];
        const task = { files, skip: 0, most: Number.MAX_SAFE_INTEGER, daysLater: 0, tellEvery: 1_000 };
        return measureStretches(worker, task, () => undefined);
      }),
    );
  }
  for (const { child } of workers) child.disconnect();
  return 'four processes, a day at a time';
}

const MAX_WAIT_MS = 120_000;
const POLL_INTERVAL_MS = 5;

/** One file, by a process that is killed whenever it has stored some more listings, and then runs to its end. */
export async function feedKilled(
  { db, connection }: FeedTarget,
  options: { folder: string; observations: readonly Observation[]; kills: number; seed: string },
): Promise<string> {
  const file = fileOf(options.folder, 'all', options.observations);
  const chance = createRandom('kills', options.seed);
  const moments: number[] = [];
  for (let kill = 0; kill < options.kills; kill += 1) {
    const run = startIngest(connection, options.folder, file);
    const until = (await changesIn(db)) + chance.between(1, options.observations.length / options.kills / 2);
    const given = performance.now() + MAX_WAIT_MS;
    while (run.child.exitCode === null && (await changesIn(db)) < until && performance.now() < given)
      await pause(POLL_INTERVAL_MS);
    await pause(chance.between(0, 60));
    run.child.kill('SIGKILL');
    await run.exited;
    moments.push(await changesIn(db));
  }
  const last = startIngest(connection, options.folder, file);
  const code = await last.exited;
  if (code !== 0) throw new Error(`gable ingest ended with ${code}: ${last.stderr()}`);
  return `killed ${options.kills} times, after ${moments.join(', ')} changes; then ${last.stdout().split('\t').at(-1)}`;
}

const changesIn = async (db: Db): Promise<number> =>
  (await firstRow<{ count: number }>(db, sql`select count(*)::int as count from property_change`))?.count ??
  0;

function fileOf(folder: string, name: string, observations: readonly Observation[]): string {
  const path = join(folder, `${name}.ndjson`);
  writeFileSync(path, observations.map((observation) => `${JSON.stringify(observation)}\n`).join(''));
  return path;
}

const startIngest = (connection: Connection, folder: string, file: string) =>
  spawnGable({ after() {} }, ['ingest', file, '--format', 'ndjson'], {
    DATABASE_URL: databaseUrl(connection),
    DATA_DIR: folder,
  });
