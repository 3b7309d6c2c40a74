import type { Observation } from '../src/ingest/observation.ts';
import { World } from '../src/world/generate.ts';
import { createRandom } from '../src/world/random.ts';
import { frenchDatabase, type TestDatabase } from '../test/support/database.ts';
import { findMissing, type IngestSnapshot, readIngestSnapshot } from '../test/support/ingest-snapshot.ts';
import { temporaryDirectory } from '../test/support/temporary-directory.ts';
import { feedByFour, feedHere, feedKilled } from './ingest-chaos/feeding.ts';
import { parseOptions } from './support/options.ts';
import { withScope } from './support/scope.ts';

export const title =
  'Ingest: one stream by one process, by four, twice, shuffled, killed: the same groups and changes';

type Feeding = (database: TestDatabase, days: readonly Observation[][], folder: string) => Promise<string>;

export async function run(args: string[]): Promise<void> {
  const { kills, only, ...size } = parseOptions(args, {
    ...{ properties: 150, days: 20, seed: 'chaos', kills: 20, only: '' },
  });
  const world = new World({ ...size, revisitDays: 3 });
  const days = [...world.days()].map(({ observations }) => observations);
  const feedings = feedingsWith(size.seed, kills);
  const reference = await outcomeOf('by one process', feedings['by one process'], days);
  for (const [name, feeding] of Object.entries(feedings)) {
    if (name === 'by one process' || (only || name) !== name) continue;
    report(name, reference, await outcomeOf(name, feeding, days));
  }
}

const feedingsWith = (seed: string, kills: number) =>
  ({
    'by one process': (database, days) => feedHere(database, days),
    'by four processes': (database, days, folder) => feedByFour(database, { folder, days }),
    'twice over': async (database, days) => {
      await feedHere(database, days);
      return feedHere(database, days);
    },
    'shuffled within a day': (database, days) =>
      feedHere(
        database,
        days.map((day, at) => shuffled(day, `${seed} ${at}`)),
      ),
    'killed at random moments': (database, days, folder) =>
      feedKilled(database, { folder, observations: days.flat(), kills, seed }),
  }) satisfies Record<string, Feeding>;

async function outcomeOf(
  name: string,
  feeding: Feeding,
  days: readonly Observation[][],
): Promise<IngestSnapshot> {
  return withScope(async (scope) => {
    const database = await frenchDatabase(scope, { statementTimeoutMs: 60_000 });
    const started = performance.now();
    const report = await feeding(database, days, temporaryDirectory(scope));
    console.log(`${name}: ${((performance.now() - started) / 1_000).toFixed(0)} s; ${report.trim()}`);
    return readIngestSnapshot(database.db);
  });
}

function report(name: string, reference: IngestSnapshot, found: IngestSnapshot): void {
  for (const part of ['groups', 'listings', 'events', 'stories'] as const) {
    const [lost, more] = [
      findMissing(found[part], reference[part]),
      findMissing(reference[part], found[part]),
    ];
    console.log(
      `  ${name}: ${found[part].length} ${part}, ${lost.length} missing and ${more.length} too many`,
    );
    for (const line of lost.slice(0, 5)) console.log(`    - ${line}`);
    for (const line of more.slice(0, 5)) console.log(`    + ${line}`);
    if (lost.length + more.length > 0) process.exitCode = 1;
  }
}

function shuffled<One>(list: readonly One[], seed: string): One[] {
  const chance = createRandom('shuffle', seed);
  return list
    .map((one) => ({ one, rank: chance.between(0, 1) }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ one }) => one);
}
