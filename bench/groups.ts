import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { model } from '../src/identity/model.ts';
import { listingIdFromUrl } from '../src/lib/ids.ts';
import { type Truth, World } from '../src/world/generate.ts';
import { writeWorld } from '../src/world/write.ts';
import { temporaryDirectory } from '../test/support/temporary-directory.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { computeGroupingScores } from './identity/measures.ts';
import { SAMPLES } from './identity/real-adverts.ts';
import { runRealThroughIngest } from './identity/real-ingest.ts';
import { verdictFigures } from './identity/report.ts';
import { runGable } from './identity/run-gable.ts';
import { runWorld } from './identity/run-world.ts';
import { homesOfAdverts } from './ingest/adverts.ts';
import { currentLoad } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Groups: a world through `gable ingest` and `gable groups export` on PostgreSQL, scored and compared with identity in memory';

/**
 * --real [--period YYYYMM] feeds real adverts of Barcelona instead of a world. --filled DIR scores what
 * `npm run bench -- ingest --keep DIR` has filled, from so many --files of adverts.
 */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const { real, period, samples, filled, files, ...world } = parseOptions(args, {
    ...{ seed: 'unseen-1', properties: 2_000, days: 90 },
    ...{ real: false, period: '201809', samples: SAMPLES, filled: '', files: 1 },
  });
  if (filled !== '') return judgeFilled(filled, files);
  const folder = temporaryDirectory(scope);
  if (real) return runRealThroughIngest(folder, samples, period);
  await writeWorld(world, folder, () => undefined);
  await judge(folder, world);
}

async function judge(
  folder: string,
  world: { seed: string; properties: number; days: number },
): Promise<void> {
  const began = performance.now();
  await runGable(join(folder, 'data'), ['ingest', join(folder, 'observations.ndjson'), '--format', 'ndjson']);
  const seconds = (performance.now() - began) / 1_000;
  const truth = await lines<Truth>(createReadStream(join(folder, 'truth.ndjson')));
  const { exported, found } = await exportGroups(join(folder, 'data'));
  const truths = new Map(truth.map((one) => [listingIdFromUrl(one.url) ?? '', one]));
  const homes = new Map([...truths].map(([id, { propertyId }]) => [id, propertyId]));
  const verdicts = new Map(
    exported.map(({ url, priceCoherent }) => [listingIdFromUrl(url) ?? '', priceCoherent ?? undefined]),
  );
  const memory = await runWorld(new World(world), { model, middle: 0 });
  const rows = [
    ['PostgreSQL', computeGroupingScores(found, homes), verdictFigures(truths, verdicts)],
    ['memory', computeGroupingScores(memory.found, homes), verdictFigures(truths, memory.verdicts)],
  ] as const;
  console.log(
    `${exported.length} listings of ${world.properties} homes, fed in ${seconds.toFixed(0)} s, load ${currentLoad()}; model ${model.version}`,
  );
  for (const [name, { precision, recall, bCubedF1 }, verdict] of rows) {
    const figures = [precision, recall, bCubedF1, verdict.precision, verdict.recall].map((value) =>
      value.toFixed(4),
    );
    console.log(
      `  ${name.padEnd(12)} pairwise precision, recall ${figures[0]} ${figures[1]}, B-cubed F1 ${figures[2]}, price verdict precision, recall ${figures[3]} ${figures[4]}`,
    );
  }
  const both = computeGroupingScores(found, memory.found);
  console.log(
    `  the two against each other: pairwise precision, recall ${both.precision.toFixed(4)} ${both.recall.toFixed(4)}`,
  );
}

async function judgeFilled(dataDir: string, files: number): Promise<void> {
  const { found } = await exportGroups(dataDir);
  const homes = homesOfAdverts(files);
  const isKnown = ([listing]: [string, string]): boolean => found.has(listing);
  const truth = new Map([...homes].filter(isKnown));
  const { precision, recall, bCubedF1, found: groups, true: real } = computeGroupingScores(found, truth);
  const figures = [precision, recall, bCubedF1, groups / real].map((value) => value.toFixed(4));
  console.log(
    `${found.size} listings, ${truth.size} of them of a known home; pairwise precision, recall ${figures[0]} ${figures[1]}, B-cubed F1 ${figures[2]}, properties found to true ${figures[3]}; load ${currentLoad()}`,
  );
}

interface Exported {
  url: string;
  propertyId: string;
  priceCoherent: boolean | null;
}

async function exportGroups(dataDir: string): Promise<{ exported: Exported[]; found: Map<string, string> }> {
  const lines = await runGable(dataDir, ['groups', 'export']);
  const exported = lines.map((line) => JSON.parse(line) as Exported);
  const found = new Map(exported.map(({ url, propertyId }) => [listingIdFromUrl(url) ?? '', propertyId]));
  return { exported, found };
}

async function lines<Line>(input: NodeJS.ReadableStream): Promise<Line[]> {
  const read: Line[] = [];
  for await (const line of createInterface({ input })) if (line !== '') read.push(JSON.parse(line));
  return read;
}
